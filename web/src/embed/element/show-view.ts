import { layerToShow, type LayerOption } from '../../features/viewer/stage/layer-options.ts';
import { readViewLink } from '../../app/link/view-link.ts';
import type { Stage } from '../../engine/index.ts';
import { modelTypeIdOf } from '../api/layer-name.ts';
import type { ViewerTools } from '../api/viewed-stage.ts';

/** The initial view of an element, as requested by its page. */
export interface FirstView {
  /** Name of a layer; null for the first available one. */
  readonly layer: string | null;
  /** URL of a view, or its query; null for the home view. */
  readonly view: string | null;
}

/** Shows the parts of the requested view that the stage has: camera, layer, section and measurements of a view link. */
export function showView(
  stage: Stage,
  tools: Partial<ViewerTools>,
  options: readonly LayerOption[],
  { layer, view }: FirstView,
): void {
  const linked = view === null ? null : readViewLink(new URLSearchParams(view.slice(view.indexOf('?') + 1)))?.view;
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
