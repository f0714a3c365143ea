import type { Attribute } from '../points/scan-values.ts';
import { countingIds, type FeatureRanges } from './feature-ranges.ts';
import type { GltfDocument } from './gltf-document.ts';

/** An entry of EXT_mesh_features.featureIds or EXT_instance_features.featureIds. */
interface FeatureIdJson {
  attribute?: number;
  texture?: unknown;
  propertyTable?: number;
  nullFeatureId?: number;
}

/** Names under which exporters without the extensions write ids. */
const BARE_NAMES = ['_FEATURE_ID_0', '_BATCHID', 'BATCHID'];

/**
 * Ids of a primitive's vertices or a node's instances: of the first set that needs no texture, else of a bare attribute.
 * `sets` is the extension's list, `attribute` finds one by name, `count` is the number of vertices or instances.
 */
export function readFeatureIds(
  document: GltfDocument,
  ranges: FeatureRanges,
  sets: FeatureIdJson[] | undefined,
  attribute: (name: string) => Attribute | null,
  count: number,
): Attribute | null {
  for (const set of sets ?? []) {
    if (set.texture !== undefined) {
      document.warnings.add('Feature ids stored in a texture are not supported.');
      continue;
    }
    const ids = set.attribute === undefined ? countingIds(count) : attribute(`_FEATURE_ID_${set.attribute}`);
    if (!ids) continue;
    return ranges.claim(ids, { propertyTable: set.propertyTable ?? null, nullFeatureId: set.nullFeatureId ?? null });
  }
  for (const name of BARE_NAMES) {
    const ids = attribute(name);
    if (ids) return ranges.claim(ids, { propertyTable: null, nullFeatureId: null });
  }
  return null;
}
