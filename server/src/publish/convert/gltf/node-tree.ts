import { IDENTITY, type Mat4, multiply } from '@overlook/shared/maths';
import { MalformedContentError, type JsonNode } from '@overlook/shared/tiles3d';
import { nodeMatrix } from '../../formats/node-matrix.ts';
import type { GltfFile } from './gltf-file.ts';
import { nameOf } from './material-colours.ts';

/** A node with its parent and its transform. */
export interface PlacedNode {
  readonly json: JsonNode;
  /** Its number in the file. */
  readonly index: number;
  /** Item that it is below; −1 for a root. */
  readonly parent: number;
  /** To the glTF's frame, y up. */
  readonly toGltf: Mat4;
}

interface Pending {
  readonly index: number;
  readonly parent: number;
  readonly toGltf: Mat4;
}

/**
 * The nodes of a file's scene, each directly before its descendants; the caller numbers them from 0 in this order. A
 * single root without a mesh that has one child only rotates the axes, and is omitted. Throws `ContentError`.
 */
export function* nodesInOrder(file: GltfFile): Generator<PlacedNode, void> {
  const { json } = file;
  const count = json.count('nodes');
  const node = (index: number) => json.entry('nodes', index);
  const below = (list: readonly JsonNode[], parent: number, toGltf: Mat4): Pending[] =>
    list.map((child) => ({ index: child.index(count, 'nodes'), parent, toGltf })).reverse();
  const scene = json.member('scene')?.index(json.count('scenes'), 'scenes') ?? 0;
  if (json.count('scenes') === 0) throw new MalformedContentError('scenes', 'is empty: there is nothing to show.');
  let pending = below(json.entry('scenes', scene).list('nodes'), -1, IDENTITY);
  if (pending.length === 1) {
    const first = node(pending[0]!.index);
    const children = first.list('children');
    if (!first.optional('mesh') && children.length === 1) pending = below(children, -1, nodeMatrix(first));
  }
  const seen = new Uint8Array(count);
  let item = 0;
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { index, parent } = next;
    const found = node(index);
    if (seen[index]) throw new MalformedContentError(`node “${nameOf(found) ?? index}”`, 'is in the tree twice.');
    seen[index] = 1;
    const toGltf = placed(next.toGltf, found);
    yield { json: found, index, parent, toGltf };
    for (const child of below(found.list('children'), item, toGltf)) pending.push(child);
    item++;
  }
}

function placed(above: Mat4, node: JsonNode): Mat4 {
  const own = nodeMatrix(node);
  return own === IDENTITY ? above : above === IDENTITY ? own : multiply(above, own);
}
