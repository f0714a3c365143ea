import { isProjectLayer } from '@overlook/shared/config';
import type { Stage } from '../../engine/index.ts';
import { type Preferences, preferences } from '../../state/preferences.ts';

/** Whether a layer stands on a dark stage, so that ghosts and colours read: the Project Layer alone (interface brief §10). */
export const isOnDarkStage = (layer: number | null, { isCadStageDark }: Pick<Preferences, 'isCadStageDark'>): boolean =>
  isCadStageDark && isProjectLayer(layer);

/** Shows the globe under a stage, as chosen, but not under a dark one: the layer that is seen decides. */
export function applyGlobe(stage: Stage): void {
  stage.setGlobeVisible(preferences.isGlobeVisible && !isOnDarkStage(stage.seenLayer(), preferences));
}
