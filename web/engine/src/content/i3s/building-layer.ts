/** The layers of meshes in a building scene layer (Esri i3s-spec, "Building Scene Layer"), each a layer of its own in a folder. */
import { type JsonNode, UnsupportedContentError } from '@overlook/shared/tiles3d';
import { present } from './references.ts';

/** Layers and groups that are looked at. */
const SUBLAYERS_LARGEST = 1000;
const MESHES = '3DObject';
/** The shell of the whole, which a client shows in place of the parts. */
const OVERVIEW = 'Overview';

interface BuildingParts {
  /** With a slash at the end. */
  readonly folders: readonly string[];
  /** Sentences for people. */
  readonly notes: readonly string[];
}

/**
 * The parts that are not hidden themselves: groups are hidden where the overview is seen first. The overview where there is no
 * other part. Throws ContentError where there is none at all.
 */
export function partsOfBuilding(json: JsonNode, name: string): BuildingParts {
  const found: JsonNode[] = [];
  let seen = 0;
  const visit = (layers: readonly JsonNode[]): void => {
    seen += layers.length;
    if (seen > SUBLAYERS_LARGEST)
      throw new UnsupportedContentError(name, `It has more than ${SUBLAYERS_LARGEST} sublayers.`);
    for (const layer of layers) {
      if (layer.get('layerType').value === MESHES) found.push(layer);
      visit(present(layer, 'sublayers')?.items() ?? []);
    }
  };
  visit(present(json, 'sublayers')?.items() ?? []);
  const isOverview = (layer: JsonNode) => layer.optional('modelName')?.value === OVERVIEW;
  const parts = found.filter((layer) => !isOverview(layer));
  const shown = parts.filter((layer) => layer.optional('visibility')?.value !== false);
  const hidden = parts.length - shown.length;
  const used = shown.length > 0 ? shown : found.filter(isOverview);
  if (used.length === 0)
    throw new UnsupportedContentError(name, 'It is a building without a part of meshes that is shown.');
  return {
    folders: used.map((layer) => `sublayers/${layer.get('id').integer()}/`),
    notes: hidden > 0 ? [`Its author hid parts, which are not shown: ${hidden}.`] : [],
  };
}
