/** Contents of tiles made in a test, with their vertices in the content frame. */
import { multiply, transformPoint, type Vec3, toMat4 } from '@overlook/shared/maths';
import type { MeshPrimitive, PointsPrimitive } from '../content.ts';
import { contentOf, parseBytes } from './node-platform.ts';

export const load = async (bytes: Uint8Array) => contentOf(await parseBytes(bytes));
export const meshOf = async (bytes: Uint8Array) => (await load(bytes)).primitives[0] as MeshPrimitive;
export const pointsOf = async (bytes: Uint8Array) => (await load(bytes)).primitives[0] as PointsPrimitive;

/** Vertex `i` in the content frame. */
export function vertex(primitive: MeshPrimitive | PointsPrimitive, i: number, instance = 0): number[] {
  const { value, normalized } = primitive.positions;
  const local = [0, 1, 2].map((axis) => value[i * 3 + axis]! / (normalized ? 65535 : 1)) as Vec3;
  const instances = primitive.kind === 'mesh' ? primitive.instances : null;
  const placed = instances && toMat4(instances, instance * 16);
  return transformPoint(placed ? multiply(primitive.matrix, placed) : primitive.matrix, local);
}
