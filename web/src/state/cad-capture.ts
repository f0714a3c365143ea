import { useSnapshot } from 'valtio';
import { isProjectLayer, MODEL_TYPES } from '@overlook/shared/config';
import { momentsAt, moments, type ShownCapture } from './moments.ts';
import { stageChoices } from './stage.ts';
import { swipe } from './swipe.ts';

const PROJECT_LAYER = MODEL_TYPES.find(({ id }) => isProjectLayer(id))!.id;

/**
 * The capture of the Project Layer whose objects the tree has: that of the active screen, or of the second side of a swipe where only
 * that one shows the layer. Null where the site has a single one.
 */
export function cadCapture(): ShownCapture | null {
  const { captures } = moments;
  if (!captures) return null;
  const { screens, second } = momentsAt(captures.siteId);
  const { active, layers } = stageChoices;
  const isSecond = swipe.isOn && isProjectLayer(swipe.secondLayer) && !isProjectLayer(layers[active] ?? null);
  return captures.at(PROJECT_LAYER, isSecond ? second : (screens[active] ?? null));
}

interface CadSite {
  readonly siteId: number;
  /** Absent for the current one. */
  readonly captureId?: number;
}

/** Of which site and capture the objects are asked for. */
export function cadSite(siteId: number): CadSite {
  const shown = moments.captures?.siteId === siteId ? cadCapture() : null;
  return shown && !shown.isCurrent ? { siteId, captureId: shown.id } : { siteId };
}

/** The id of that capture, live; null for the current one. */
export function useCadCaptureId(siteId: number | null): number | null {
  useSnapshot(moments);
  useSnapshot(stageChoices);
  useSnapshot(swipe);
  return siteId === null ? null : (cadSite(siteId).captureId ?? null);
}
