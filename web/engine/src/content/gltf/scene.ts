import { type Mat4, multiply, type Float64Mat4 } from '@overlook/shared/maths';
import { MalformedContentError } from '@overlook/shared/tiles3d';
import type { GltfDocument } from './gltf-document.ts';
import type { GltfNode } from './gltf-schema.ts';
import { nodeMatrix } from '../node-transforms.ts';

export interface PlacedNode {
  node: GltfNode;
  /** From the node's local frame to the frame of `root`, in double precision. */
  matrix: Float64Mat4;
}

/**
 * The nodes of the default scene that have a mesh, parents first, each with its matrix under `root`. Without scenes every
 * node that is the child of no other is a root. Throws MalformedContentError when a node is reached twice, because glTF nodes are
 * strict trees (§3.5.2) and a cycle would never end, and when the matrix of one is not of finite numbers.
 */
export function placeNodes(document: GltfDocument, root: Mat4): PlacedNode[] {
  const { json, context } = document;
  const nodes = json.nodes ?? [];
  const placed: PlacedNode[] = [];
  const seen = new Set<number>();
  const pending = rootNodes(document)
    .map((index) => ({ index, parent: root }))
    .reverse();
  for (let next = pending.pop(); next; next = pending.pop()) {
    const node = nodes[next.index];
    if (!node) throw new MalformedContentError(context.name, `has no node ${next.index}.`);
    if (seen.has(next.index))
      throw new MalformedContentError(context.name, `node ${next.index} has two parents or is its own.`);
    seen.add(next.index);
    const matrix = multiply(next.parent, nodeMatrix(node));
    if (!matrix.every(Number.isFinite))
      throw new MalformedContentError(context.name, `node ${next.index} is not placed by numbers.`);
    if (node.mesh !== undefined) placed.push({ node, matrix });
    for (const child of [...(node.children ?? [])].reverse()) pending.push({ index: child, parent: matrix });
  }
  return placed;
}

function rootNodes({ json, context }: GltfDocument): number[] {
  const scene = json.scenes?.[json.scene ?? 0];
  if (scene) return scene.nodes ?? [];
  if (json.scene !== undefined) throw new MalformedContentError(context.name, `has no scene ${json.scene}.`);
  const children = new Set((json.nodes ?? []).flatMap((node) => node.children ?? []));
  return (json.nodes ?? []).map((_, index) => index).filter((index) => !children.has(index));
}
