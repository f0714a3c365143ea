import { isProjectLayer } from '@overlook/shared/config';
import type { Preferences } from '../../../state/preferences.ts';

/** Whether a layer is shown on a dark stage, so that ghosts and colours are visible: the Project Layer only (interface brief §10). */
export const isOnDarkStage = (layer: number | null, { isCadStageDark }: Pick<Preferences, 'isCadStageDark'>): boolean =>
  isCadStageDark && isProjectLayer(layer);
