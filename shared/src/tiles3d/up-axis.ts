import { IDENTITY, type Mat4, Y_UP_TO_Z_UP } from '../maths/matrix.ts';

/** Which axis of the glTF contents of a tileset points up. */
export type UpAxis = 'X' | 'Y' | 'Z';

/** (x, y, z) becomes (−z, y, x). */
const X_UP_TO_Z_UP: Mat4 = [0, 0, 1, 0, 0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 0, 1];

/** The `asset.gltfUpAxis` of an old tileset; y where it is absent, as in 3D Tiles 1.0 and 1.1. */
export function readUpAxis(gltfUpAxis: unknown): UpAxis {
  const axis = typeof gltfUpAxis === 'string' ? gltfUpAxis.toUpperCase() : '';
  return axis === 'X' || axis === 'Z' ? axis : 'Y';
}

/** From a glTF's axes to those of its tile, which are z up. */
export const upAxisMatrix = (upAxis: UpAxis): Mat4 =>
  upAxis === 'Z' ? IDENTITY : upAxis === 'X' ? X_UP_TO_Z_UP : Y_UP_TO_Z_UP;
