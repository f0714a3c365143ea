import { layerToShow, type LayerOption } from '../../controls/layer-options.ts';
import type { Moment } from '../../links/moment.ts';
import type { LinkedSwipe, LinkedView } from '../../links/view-link.ts';
import type { Stage, StageCapture, Swipe } from '@overlook/engine';
import type { Capture } from '@overlook/shared/schemas';
import { modelTypeIdOf } from '../api/layer-name.ts';
import type { ViewerTools } from '../api/viewed-stage.ts';

/** Reads the address of a view, by code that is loaded for it. Null for none, and for a text that names no view. */
export async function readView(view: string | null): Promise<LinkedView | null> {
  if (view === null) return null;
  const { readViewLink } = await import('../../links/view-link.ts');
  return readViewLink(new URLSearchParams(view.slice(view.indexOf('?') + 1)))?.view ?? null;
}

/** The capture of a layer (model type) at a moment; null for the one that the site names. */
export type CaptureOf = (modeltypeId: number, moment: Moment) => StageCapture | null;

/** The captures that a view names. Those of a site are read only for a view that names a moment; without them it shows the newest. */
export async function readCaptures(
  linked: LinkedView | null,
  read: () => Promise<readonly Capture[]>,
): Promise<CaptureOf> {
  if (!linked || [linked.moments[0], linked.swipe?.secondMoment].every((moment) => !moment)) return () => null;
  const [{ captureAt }, captures] = await Promise.all([import('../../site/captures.ts'), read().catch(() => [])]);
  return (modeltypeId, moment) => {
    const found = moment === null ? null : captureAt(captures, modeltypeId, moment);
    return found && { url: found.capture.filepath, takenOn: found.capture.takenOn };
  };
}

/**
 * Shows the parts of the requested view that the stage has: camera, layer, section and measurements of a view link.
 * `linked` is what {@link readView} gave; a layer that it names comes before `layer`.
 */
export function showView(
  stage: Stage,
  tools: Partial<ViewerTools>,
  options: readonly LayerOption[],
  layer: string | null,
  linked: LinkedView | null,
  captureOf: CaptureOf = () => null,
): void {
  const wanted = linked?.layers[0] ?? (layer === null ? null : modelTypeIdOf(layer));
  const layerId = layerToShow(options, wanted);
  const isThere = (id: number) => options.some(({ type, availability }) => type.id === id && availability === 'ready');
  const capture = layerId === null ? null : captureOf(layerId, linked?.moments[0] ?? null);
  stage.update({ layerId, capture });
  if (!linked) return;
  const { pose, section, nearMetres, pointColors, swipe, results } = linked;
  if (pose) stage.setPose(pose);
  stage.update({
    section,
    pointColors,
    swipe: swipe && isThere(swipe.secondLayerId) ? swipeOf(swipe, captureOf) : null,
    ...(nearMetres !== null && { nearMetres }),
  });
  for (const name of ['measure', 'angle', 'target'] as const) if (results[name]) tools[name]?.restore(results[name]);
}

const swipeOf = ({ secondMoment, ...swipe }: LinkedSwipe, captureOf: CaptureOf): Swipe => ({
  ...swipe,
  secondCapture: captureOf(swipe.secondLayerId, secondMoment),
});
