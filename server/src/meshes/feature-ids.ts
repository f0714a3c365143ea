import type { FeatureNumbers } from './content-meshes.ts';
import { type ObjectColumns, objectFacts } from './object-facts.ts';

/** The numbers in the layer of the objects that triangles belong to; null for those of none. */
export class FeatureIds {
  private readonly known = new WeakMap<ObjectColumns, Map<number, number | null>>();

  /** Of the object at a vertex. */
  layerIdOf(features: FeatureNumbers | null, vertex: number): number | null {
    if (!features) return null;
    const feature = typeof features.of === 'number' ? features.of : features.of[vertex]!;
    if (feature === features.none) return null;
    let ofTable = this.known.get(features.columns);
    if (!ofTable) this.known.set(features.columns, (ofTable = new Map()));
    const known = ofTable.get(feature);
    if (known !== undefined) return known;
    const id = objectFacts(features.columns, feature)?.layerId ?? null;
    ofTable.set(feature, id);
    return id;
  }
}
