/** Finds the points of a mesh that cannot be drawn, and takes them out. */
import type { MeshContent } from './file-content.ts';
import { LeftOut } from './left-out.ts';

export type PlainMesh = Pick<MeshContent, 'positionsEnu' | 'normals' | 'colors' | 'indices'>;

/** Beyond this distance, float32 has a precision worse than a centimetre. Metres. */
const FARTHEST_M = 100_000;
const NO_NUMBER = 'A position in it is no number.';
const TOO_FAR = 'Its coordinates are too large: this format is read in metres of the site, from its origin.';

/** Throws an Error if more than half of the points are unusable. */
export function unusablePoints(positionsEnu: Float32Array): { bad: ReadonlySet<number>; leftOut: LeftOut } {
  const bad = new Set<number>();
  const leftOut = new LeftOut();
  for (let i = 0; i < positionsEnu.length; i += 3) {
    const position = positionsEnu.subarray(i, i + 3);
    const isNumber = position.every(Number.isFinite);
    if (isNumber && position.every((value) => Math.abs(value) <= FARTHEST_M)) continue;
    bad.add(i / 3);
    leftOut.add({ where: `Point ${i / 3 + 1}`, reason: isNumber ? TOO_FAR : NO_NUMBER });
  }
  if (2 * bad.size > positionsEnu.length / 3) throw new Error(leftOut.first!.reason);
  return { bad, leftOut };
}

/** The mesh without some points, and without the triangles at them. Throws an Error with `reason` if nothing is left. */
export function withoutPoints(mesh: PlainMesh, bad: ReadonlySet<number>, isMesh: boolean, reason: string): PlainMesh {
  const { positionsEnu, normals, colors, indices } = mesh;
  if (indices) {
    const isBad = (start: number) => [0, 1, 2].some((corner) => bad.has(indices[start + corner]!));
    const kept = indices.filter((_, i) => !isBad(i - (i % 3)));
    if (kept.length === 0) throw new Error(reason);
    // The points stay, so that the indices stay; no triangle names them.
    const safe = positionsEnu.map((value, i) => (bad.has(Math.floor(i / 3)) ? 0 : value));
    return { positionsEnu: safe, normals, colors, indices: kept };
  }
  const isKept = (i: number) => {
    const point = Math.floor(i / 3);
    const first = isMesh ? point - (point % 3) : point;
    return !(isMesh ? [first, first + 1, first + 2] : [first]).some((one) => bad.has(one));
  };
  const keep = <T extends Float32Array | Uint8Array>(values: T | null) =>
    values && (values.filter((_, i) => isKept(i)) as T);
  if (!positionsEnu.some((_, i) => isKept(i))) throw new Error(reason);
  return { positionsEnu: keep(positionsEnu)!, normals: keep(normals), colors: keep(colors), indices: null };
}
