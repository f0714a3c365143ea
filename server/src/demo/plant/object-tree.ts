import { type Bounds, EMPTY, union } from '../tiles/bounds.ts';
import { evaluate, extentOf, newSample } from '../geometry/patch.ts';
import { gridSize } from '../geometry/tessellate.ts';
import type { PlantDescription } from './types.ts';

/**
 * One entry of `cad/tree.json`, in order of id, parents before children. `featureId` is the `id` column of the tiles'
 * batch tables, or null for a folder. Centre and size are of the box in site ENU metres, all below included.
 */
export interface TreeEntry {
  readonly id: number;
  readonly parent: number | null;
  readonly name: string;
  readonly path: string;
  readonly kind: string;
  readonly discipline: string;
  readonly featureId: number | null;
  readonly centre: readonly number[];
  readonly size: readonly number[];
  readonly tags: readonly string[];
  readonly properties: Readonly<Record<string, Readonly<Record<string, string | number>>>>;
}

const SAMPLING = { tolerance: 0.02, longestEdge: 1000 };

/** The object tree of a site as its project layer shows it. */
export function objectTree(plant: PlantDescription): { readonly site: string; readonly items: readonly TreeEntry[] } {
  const boxes: Bounds[] = plant.nodes.map(() => EMPTY);
  const at = newSample();
  for (const part of plant.parts) {
    if (part.nodeId === null || part.layers === 'capture') continue;
    for (const patch of part.patches) {
      const [nu, nv] = gridSize(extentOf(patch), SAMPLING);
      for (let k = 0; k < (nu + 1) * (nv + 1); k++) {
        evaluate(patch, (k % (nu + 1)) / nu, Math.floor(k / (nu + 1)) / nv, at);
        boxes[part.nodeId] = union(boxes[part.nodeId]!, [at[0]!, at[1]!, at[2]!, at[0]!, at[1]!, at[2]!]);
      }
    }
  }
  for (const node of plant.nodes.toReversed()) {
    if (node.parentId !== null) boxes[node.parentId] = union(boxes[node.parentId]!, boxes[node.id]!);
  }
  const paths: string[] = [];
  const items = plant.nodes.map((node): TreeEntry => {
    const path = node.parentId === null ? node.name : `${paths[node.parentId]!}/${node.name}`;
    paths.push(path);
    const box = boxes[node.id]!;
    return {
      id: node.id,
      parent: node.parentId,
      name: node.name,
      path,
      kind: node.kind,
      discipline: node.discipline,
      featureId: node.isObject ? node.id : null,
      centre: [0, 1, 2].map((axis) => millimetres((box[axis]! + box[axis + 3]!) / 2)),
      size: [0, 1, 2].map((axis) => millimetres(box[axis + 3]! - box[axis]!)),
      tags: node.tags,
      properties: node.properties,
    };
  });
  return { site: plant.slug, items };
}

const millimetres = (value: number): number => Math.round(value * 1000) / 1000;
