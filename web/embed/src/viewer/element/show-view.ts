import { layerToShow, type LayerOption } from '../../controls/layer-options.ts';
import type { LinkedView } from '../../links/view-link.ts';
import type { Stage } from '@overlook/engine';
import { modelTypeIdOf } from '../api/layer-name.ts';
import type { ViewerTools } from '../api/viewed-stage.ts';

/** Reads the address of a view, by code that is loaded for it. Null for none, and for a text that names no view. */
export async function readView(view: string | null): Promise<LinkedView | null> {
  if (view === null) return null;
  const { readViewLink } = await import('../../links/view-link.ts');
  return readViewLink(new URLSearchParams(view.slice(view.indexOf('?') + 1)))?.view ?? null;
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
): void {
  const wanted = linked?.layers[0] ?? (layer === null ? null : modelTypeIdOf(layer));
  const layerId = layerToShow(options, wanted);
  const isThere = (id: number) => options.some(({ type, availability }) => type.id === id && availability === 'ready');
  stage.update({ layerId });
  if (!linked) return;
  const { pose, section, nearMetres, pointColors, swipe, results } = linked;
  if (pose) stage.setPose(pose);
  stage.update({
    section,
    pointColors,
    swipe: swipe && isThere(swipe.secondLayerId) ? swipe : null,
    ...(nearMetres !== null && { nearMetres }),
  });
  for (const name of ['measure', 'angle', 'target'] as const) if (results[name]) tools[name]?.restore(results[name]);
}
