import { boxTest } from '../points/export-box.ts';
import type { ExportBox } from '../schemas/export.ts';
import type { MeshIndex } from './mesh-index.ts';

/** The approximate size of an export of a mesh. */
export interface TriangleEstimate {
  readonly triangles: number;
  readonly sizeBytes: number;
}

/** Bytes of the JSON of a file with one material. */
const DOCUMENT_BYTES = 2000;

/**
 * About how many triangles of a layer are in a box, and how large their GLB is; zero where no part reaches into the
 * box. Triangles lie on surfaces: of a part that a face cuts, the share of its own surface is counted that is along it
 * in the box.
 */
export function estimateTriangles(index: MeshIndex, box: ExportBox): TriangleEstimate {
  let [triangles, sizeBytes] = [0, 0];
  for (const { part, share } of overlaps(index, box)) {
    triangles += index.triangles[part]! * share;
    sizeBytes += index.meshBytes[part]! * share + index.textureBytes[part]!;
  }
  if (triangles === 0) return { triangles: 0, sizeBytes: 0 };
  return { triangles: Math.max(1, Math.round(triangles)), sizeBytes: Math.round(sizeBytes) + DOCUMENT_BYTES };
}

/** Numbers of the parts that may reach into the box; no such part is missing. */
export function* partsInBox(index: MeshIndex, box: ExportBox): Generator<number> {
  for (const { part } of overlaps(index, box)) yield part;
}

/** Boxes are kept in 32 bits: metres that a part may reach farther than it says, per metre from the origin. */
const ROUNDING = 2 ** -22;

function* overlaps(index: MeshIndex, box: ExportBox): Generator<{ part: number; share: number }> {
  const { ecefToBox: m, half } = boxTest(box);
  const { boxes, originEcef: origin } = index;
  const extents = [0, 0, 0];
  const shares = [0, 0, 0];
  for (let part = 0, at = 0; part < index.triangles.length; part++, at += 12) {
    const [x, y, z] = [boxes[at]!, boxes[at + 1]!, boxes[at + 2]!];
    const margin = 1e-3 + ROUNDING * (Math.abs(x) + Math.abs(y) + Math.abs(z));
    let isApart = false;
    for (let row = 0; row < 3 && !isApart; row++) {
      const [a, b, c] = [m[row]!, m[4 + row]!, m[8 + row]!];
      const middle = a * (origin[0] + x) + b * (origin[1] + y) + c * (origin[2] + z) + m[12 + row]!;
      let extent = margin;
      for (let axis = 3; axis < 12; axis += 3)
        extent += Math.abs(a * boxes[at + axis]! + b * boxes[at + axis + 1]! + c * boxes[at + axis + 2]!);
      const length = Math.min(half[row]!, middle + extent) - Math.max(-half[row]!, middle - extent);
      isApart = length < 0;
      extents[row] = extent;
      shares[row] = Math.min(1, length / (2 * extent));
    }
    if (!isApart) yield { part, share: surfaceShare(extents, shares) };
  }
}

/** The mean share of the three pairs of faces of a part, by their areas. */
function surfaceShare([ex, ey, ez]: number[], [sx, sy, sz]: number[]): number {
  const [yz, zx, xy] = [ey! * ez!, ez! * ex!, ex! * ey!];
  return (yz * sy! * sz! + zx * sz! * sx! + xy * sx! * sy!) / (yz + zx + xy);
}
