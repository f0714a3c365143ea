import { composeTransform, IDENTITY, type Mat4, multiply, toMat4 } from '../maths/index.ts';
import type { JsonNode } from '../tiles3d/index.ts';
import { type GltfLists, nameOf } from './gltf-lists.ts';

/** A node of a scene with its place. */
export interface PlacedNode {
  readonly json: JsonNode;
  /** Its number in the document. */
  readonly index: number;
  /** How many nodes were placed before its parent; −1 for a root. */
  readonly parent: number;
  /** From its own frame to that of the scene, in double precision. */
  readonly matrix: Mat4;
}

/** The matrix of a node: its `matrix`, or its translation, rotation and scale (glTF 2.0 §3.5.3). */
export function nodeMatrix(node: JsonNode): Mat4 {
  const matrix = node.optional('matrix')?.numbers(16);
  if (matrix) return toMat4(matrix);
  const translation = node.optional('translation')?.numbers(3);
  const rotation = node.optional('rotation')?.numbers(4);
  const scale = node.optional('scale')?.numbers(3);
  return translation || rotation || scale ? composeTransform(translation, rotation, scale) : IDENTITY;
}

/** The numbers of the nodes of the default scene, or of all nodes without a parent where there is no scene. */
export function sceneRoots(lists: GltfLists): number[] {
  const [scenes, nodes] = [lists.count('scenes'), lists.count('nodes')];
  const scene = lists.member('scene')?.index(scenes, 'scenes') ?? 0;
  if (scenes > 0) return [...lists.entry('scenes', scene).indicesAt('nodes', nodes, 'nodes')];
  const all = Array.from({ length: nodes }, (_, index) => index);
  const children = new Set(all.flatMap((index) => childrenOf(lists.entry('nodes', index), nodes)));
  return all.filter((index) => !children.has(index));
}

const childrenOf = (node: JsonNode, nodes: number): readonly number[] => node.indicesAt('children', nodes, 'nodes');

function quotedName(node: JsonNode): string {
  const name = nameOf(node);
  return name === null ? '' : `“${name}” `;
}

/**
 * The nodes of the default scene, each directly before its descendants, in the order of the document; `toTarget` is applied
 * after their own matrices. Throws `MalformedContentError` for a node that is reached twice, because nodes are strict trees
 * (§3.5.2) and a cycle would never end, and for one whose matrix overflows.
 */
export function* placedNodes(lists: GltfLists, toTarget: Mat4 = IDENTITY): Generator<PlacedNode, void> {
  const seen = new Uint8Array(lists.count('nodes'));
  const below = (nodes: readonly number[], parent: number, above: Mat4) =>
    nodes.map((index) => ({ index, parent, above })).reverse();
  const pending = below(sceneRoots(lists), -1, toTarget);
  let placed = 0;
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { index, parent, above } = next;
    const json = lists.entry('nodes', index);
    if (seen[index]) json.fail(`${quotedName(json)}has two parents or is its own ancestor.`);
    seen[index] = 1;
    const own = nodeMatrix(json);
    const matrix = own === IDENTITY ? above : multiply(above, own);
    if (matrix instanceof Float64Array && !matrix.every(Number.isFinite)) json.fail('is not placed by finite numbers.');
    yield { json, index, parent, matrix };
    for (const child of below(childrenOf(json, seen.length), placed, matrix)) pending.push(child);
    placed++;
  }
}
