import type { IndexArray } from '../content.ts';

/** WebGL primitive modes, as glTF numbers them. */
export const MODE = {
  points: 0,
  lines: 1,
  lineLoop: 2,
  lineStrip: 3,
  triangles: 4,
  triangleStrip: 5,
  triangleFan: 6,
} as const;

/**
 * Rewrites loops, strips and fans (glTF 2.0 §3.7.2.1) as separate lines or triangles, so that the renderer draws two modes.
 * `indices` null means 0…vertexCount−1. Lists are returned unchanged.
 */
export function toList(
  mode: number,
  indices: IndexArray | null,
  vertexCount: number,
): { mode: 1 | 4; indices: IndexArray | null } {
  if (mode === MODE.lines || mode === MODE.triangles) return { mode, indices };
  const count = indices ? indices.length : vertexCount;
  const at = (i: number) => (indices ? indices[i]! : i);
  const corners: number[] = [];
  if (mode === MODE.lineLoop || mode === MODE.lineStrip) {
    for (let i = 0; i + 1 < count; i++) corners.push(at(i), at(i + 1));
    if (mode === MODE.lineLoop && count > 2) corners.push(at(count - 1), at(0));
  } else {
    for (let i = 0; i + 2 < count; i++) {
      const first = mode === MODE.triangleFan ? at(0) : at(i);
      // Every second triangle of a strip has the opposite winding.
      const isFlipped = mode === MODE.triangleStrip && i % 2 === 1;
      const second = isFlipped ? at(i + 2) : at(i + 1);
      const third = isFlipped ? at(i + 1) : at(i + 2);
      // Repeated corners only join strips.
      if (first !== second && second !== third && third !== first) corners.push(first, second, third);
    }
  }
  const list = vertexCount > 65535 ? Uint32Array.from(corners) : Uint16Array.from(corners);
  return { mode: mode === MODE.lineLoop || mode === MODE.lineStrip ? 1 : 4, indices: list };
}
