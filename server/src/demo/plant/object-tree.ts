import { type Bounds, centreOf, EMPTY, sidesOf, union } from '../../publish/bounds.ts';
import { evaluate, extentOf, newSample } from '../geometry/patch.ts';
import { gridSize } from '../geometry/tessellate.ts';
import { guidOf } from './choice.ts';
import { INSTRUMENTED, itemProperties } from './item-properties.ts';
import { type PlantDescription, type PlantNode, isDrawn } from './types.ts';

/** A line of `cad/tree.jsonl` (docs/cad-tree.md). `featureId` is the `id` column of the tiles' batch tables. */
export interface TreeEntry {
  readonly id: number;
  readonly parent: number | null;
  readonly name: string;
  readonly featureId: number | null;
  /** Centre and size in site ENU metres; null for groups, which get it from their descendants. */
  readonly box: { readonly center: readonly number[]; readonly size: readonly number[] } | null;
  readonly guid: string;
  readonly tags: readonly string[];
  readonly externalTags: Readonly<Record<string, readonly string[]>>;
  readonly properties: Readonly<Record<string, Readonly<Record<string, string | number>>>>;
}

/** The external sources of the demo and their addresses: its own HTTP service (`demo/sources`). */
const SOURCES = [
  { name: 'Maintenance', url: 'demo:/maintenance/{tag}' },
  { name: 'Instruments', url: 'demo:/instruments/{tag}' },
] as const;

const SAMPLING = { tolerance: 0.02, longestEdge: 1000 };

/**
 * The object tree of a site as its project layer shows it: parents before children. Objects that are not there at the
 * capture are left out; the others keep their ids.
 */
export function objectTree(plant: PlantDescription): readonly TreeEntry[] {
  const boxes = objectBoxes(plant);
  const paths: string[] = [];
  const systems: (string | null)[] = [];
  const entries = plant.nodes.map((node): TreeEntry => {
    const { id, parentId, name, tags } = node;
    const path = parentId === null ? name : `${paths[parentId]!}/${name}`;
    paths.push(path);
    systems.push(systemOf(plant, node, systems));
    const box = boxes[id]!;
    return {
      id,
      parent: parentId,
      name,
      featureId: node.isObject ? id : null,
      box: node.isObject
        ? {
            center: centreOf(box).map(millimetres),
            size: sidesOf(box).map(millimetres),
          }
        : null,
      guid: guidOf(path),
      tags,
      externalTags: externalTags(node),
      properties: itemProperties(node, { path, system: systems[id]! }),
    };
  });
  const drawn = new Set(plant.parts.filter(isDrawn).map(({ nodeId }) => nodeId));
  return entries.filter(({ featureId }) => featureId === null || drawn.has(featureId));
}

/** The tree as the text of its file. */
export function treeFile(plant: PlantDescription): string {
  const head = { format: 'overlook-cad-tree', version: 1, sources: SOURCES };
  return [head, ...objectTree(plant)].map((line) => `${JSON.stringify(line)}\n`).join('');
}

/** The unit or area that a node is in: the name directly below that of the site. */
function systemOf({ nodes }: PlantDescription, { parentId, name }: PlantNode, above: readonly (string | null)[]) {
  if (parentId === null) return null;
  return nodes[parentId]!.parentId === null ? name : above[parentId]!;
}

function externalTags({ kind, tags }: PlantNode): Record<string, readonly string[]> {
  if (tags.length === 0 || kind === 'Unit') return {};
  return INSTRUMENTED.has(kind) ? { Maintenance: tags, Instruments: tags } : { Maintenance: tags };
}

function objectBoxes(plant: PlantDescription): Bounds[] {
  const boxes: Bounds[] = plant.nodes.map(() => EMPTY);
  const at = newSample();
  for (const part of plant.parts) {
    if (part.nodeId === null || !isDrawn(part)) continue;
    for (const patch of part.patches) {
      const [nu, nv] = gridSize(extentOf(patch), SAMPLING);
      for (let k = 0; k < (nu + 1) * (nv + 1); k++) {
        evaluate(patch, (k % (nu + 1)) / nu, Math.floor(k / (nu + 1)) / nv, at);
        boxes[part.nodeId] = union(boxes[part.nodeId]!, [at[0], at[1], at[2], at[0], at[1], at[2]]);
      }
    }
  }
  return boxes;
}

const millimetres = (value: number): number => Math.round(value * 1000) / 1000;
