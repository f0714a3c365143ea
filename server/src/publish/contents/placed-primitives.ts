import type { Document, Node, Primitive } from '@gltf-transform/core';
import { IDENTITY, type Mat4, multiply } from '@overlook/shared/maths';
import { triangleCorners } from '../formats/triangle-corners.ts';
import { instancesOf } from './node-instances.ts';

/** A primitive with the places where a node shows it. */
export interface PlacedPrimitive {
  readonly primitive: Primitive;
  readonly node: Node;
  /** To the glTF's own frame: one matrix, or one per instance. */
  readonly toModel: readonly Mat4[];
}

/** The primitives of a glTF's default scene, or all of them where there is no scene. */
export function* placedPrimitives(document: Document): Generator<PlacedPrimitive> {
  const root = document.getRoot();
  const scene = root.getDefaultScene() ?? root.listScenes()[0];
  const pending: { node: Node; above: Mat4 }[] = (scene?.listChildren() ?? root.listNodes().filter(isTop)).map(
    (node) => ({ node, above: IDENTITY }),
  );
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { node } = next;
    const matrix = multiply(next.above, node.getMatrix());
    const primitives = node.getMesh()?.listPrimitives() ?? [];
    const toModel = primitives.length > 0 ? instancesOf(node, matrix) : [];
    for (const primitive of primitives) yield { primitive, node, toModel };
    for (const child of node.listChildren()) pending.push({ node: child, above: matrix });
  }
}

const isTop = (node: Node): boolean => node.getParentNode() === null;

/**
 * Three vertices per triangle; null for points and lines, without a triangle, and where a corner is beyond the
 * vertices.
 */
export function cornersOf(primitive: Primitive): Uint32Array | null {
  const count = primitive.getAttribute('POSITION')?.getCount() ?? 0;
  const indices = primitive.getIndices()?.getArray() ?? Uint32Array.from({ length: count }, (_, i) => i);
  const corners = triangleCorners(primitive.getMode(), Uint32Array.from(indices));
  if (!corners || corners.length === 0 || corners.some((corner) => corner >= count)) return null;
  return corners;
}
