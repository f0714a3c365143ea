import type { BoxTest } from '@overlook/shared/points';
import type { NodeColumns } from '../store/node-columns.ts';
import { type PlacedGrid, toBoxExactly } from './fitted-box.ts';
import type { PlannedNode } from './plan-crop.ts';

/** Chooses points of nodes, one node after another. Its result is valid until its next call. */
export type SelectPoints = (planned: PlannedNode, columns: NodeColumns) => Uint32Array;

/**
 * Chooses the points in the box, in the node's order. Points nearer to a face than the error of the fitted map are
 * tested exactly. Points on a face are inside.
 */
export function createSelection({ ecefToBox, half }: BoxTest, placed: PlacedGrid): SelectPoints {
  let chosen = new Uint32Array(0);
  const own = new Float64Array(3);
  const isInside = (x: number, y: number, z: number): boolean => {
    toBoxExactly(ecefToBox, placed, x, y, z, own);
    return Math.abs(own[0]!) <= half[0] && Math.abs(own[1]!) <= half[1] && Math.abs(own[2]!) <= half[2];
  };
  return ({ cut }, { count, x, y, z }) => {
    if (chosen.length < count) chosen = new Uint32Array(Math.ceil(count * 1.25));
    let size = 0;
    if (cut === null) {
      for (; size < count; size++) chosen[size] = size;
      return chosen.subarray(0, count);
    }
    const { toBox: m, errorM } = cut.fitted;
    const [x0, y0, z0] = cut.part.minimum;
    const [x1, y1, z1] = cut.part.maximum;
    const [hx, hy, hz] = half;
    for (let point = 0; point < count; point++) {
      const px = x[point]!;
      const py = y[point]!;
      const pz = z[point]!;
      if (px < x0 || px > x1 || py < y0 || py > y1 || pz < z0 || pz > z1) continue;
      const beyond = Math.max(
        Math.abs(m[0] * px + m[4] * py + m[8] * pz + m[12]) - hx,
        Math.abs(m[1] * px + m[5] * py + m[9] * pz + m[13]) - hy,
        Math.abs(m[2] * px + m[6] * py + m[10] * pz + m[14]) - hz,
      );
      if (beyond > errorM || (beyond >= -errorM && !isInside(px, py, pz))) continue;
      chosen[size++] = point;
    }
    return chosen.subarray(0, size);
  };
}
