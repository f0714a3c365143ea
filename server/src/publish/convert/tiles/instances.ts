import {
  IDENTITY,
  type Mat4,
  type Quaternion,
  type Vec3,
  Y_UP_TO_Z_UP,
  dot,
  invertAffine,
  isMirrored,
  length,
  multiply,
  quaternionFromAxes,
  scale,
  AXES,
  toMat4,
} from '@overlook/shared/maths';
import type { CadColour, CadPart } from '../cad-model.ts';
import type { CadGeometry } from '../../formats/triangle-corners.ts';
import { type TileMesh, bakeParts } from './tile-mesh.ts';

/** A mesh that occurs several times in a tile, in one colour. */
export interface InstanceGroup {
  /** In its own frame, z up. */
  readonly mesh: TileMesh;
  readonly colour: CadColour;
  /** From the mesh's frame to the model's, less the tileset's centre. */
  readonly matrices: readonly Mat4[];
  /** The layer's feature id of each instance. */
  readonly features: Uint32Array;
}

/**
 * An instanced mesh costs a draw call and saves its copies' vertices: it is worthwhile from this many triangles saved, which are
 * some 40 kB of GPU memory.
 */
const SAVED_TRIANGLES = 2000;

/** Parts of a tile that share enough to be instances, and the rest. */
export function groupInstances(
  parts: readonly CadPart[],
  geometries: readonly CadGeometry[],
  centre: Readonly<Vec3>,
): { groups: InstanceGroup[]; others: CadPart[] } {
  const alike = new Map<string, CadPart[]>();
  for (const part of parts) {
    const key = `${part.geometry} ${part.colour.join(' ')}`;
    const known = alike.get(key);
    if (known) known.push(part);
    else alike.set(key, [part]);
  }
  const groups: InstanceGroup[] = [];
  const others: CadPart[] = [];
  for (const found of alike.values()) {
    const placeable = found.filter((part) => isPlaceable(part.matrix));
    const { geometry, colour } = found[0]!;
    const { indices, colours } = geometries[geometry]!;
    if (colours || ((placeable.length - 1) * indices.length) / 3 < SAVED_TRIANGLES) {
      for (const part of found) others.push(part);
      continue;
    }
    for (const part of found) if (!isPlaceable(part.matrix)) others.push(part);
    groups.push({
      mesh: bakeParts([{ geometry, item: 0, matrix: IDENTITY, colour }], geometries, [0, 0, 0]),
      colour,
      matrices: placeable.map(({ matrix }) => lessCentre(matrix, centre)),
      features: Uint32Array.from(placeable, ({ item }) => item),
    });
  }
  return { groups, others };
}

function lessCentre(matrix: Mat4, centre: Readonly<Vec3>): Mat4 {
  const moved = toMat4(matrix);
  for (const axis of AXES) moved[12 + axis]! -= centre[axis];
  return moved;
}

const column = (m: Mat4, at: number): Vec3 => [m[4 * at]!, m[4 * at + 1]!, m[4 * at + 2]!];

/** Whether a matrix is a translation, rotation and scale: neither mirrored nor skewed nor flat. */
function isPlaceable(matrix: Mat4): boolean {
  const [x, y, z] = [column(matrix, 0), column(matrix, 1), column(matrix, 2)];
  const [a, b, c] = [length(x), length(y), length(z)];
  const skew = Math.max(Math.abs(dot(x, y)) / (a * b), Math.abs(dot(y, z)) / (b * c), Math.abs(dot(z, x)) / (c * a));
  return skew < 1e-5 && !isMirrored(matrix);
}

const Z_UP_TO_Y_UP = invertAffine(Y_UP_TO_Z_UP);

/** An instance as glTF places it, y up, for vertices stored in steps of `step` metres from `origin`. */
export function instanceTransform(
  matrix: Mat4,
  { origin, step }: { origin: Readonly<Vec3>; step: number },
): { translation: Vec3; rotation: Quaternion; scale: Vec3 } {
  const steps: Mat4 = [step, 0, 0, 0, 0, step, 0, 0, 0, 0, step, 0, ...origin, 1];
  const m = multiply(multiply(Z_UP_TO_Y_UP, multiply(matrix, Y_UP_TO_Z_UP)), steps);
  const axes = [column(m, 0), column(m, 1), column(m, 2)] as const;
  const [x, y, z] = axes.map((axis) => scale(axis, 1 / length(axis))) as [Vec3, Vec3, Vec3];
  return {
    translation: column(m, 3),
    rotation: quaternionFromAxes(x, y, z),
    scale: axes.map(length) as Vec3,
  };
}
