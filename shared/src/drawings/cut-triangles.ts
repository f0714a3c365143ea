/**
 * Where a plane cuts triangles. A corner in the plane counts as above it, and a cut edge's point is computed from its end below to
 * that above: both triangles of an edge get the same point, to the last bit.
 */

/** Faces this near to the plane lie in it, metres. */
const LYING_M = 0.000_025;
/** How far above the plane the cut is made instead where faces lie in it, metres. */
export const NUDGE_M = 0.000_05;

/** Receives a cut: its ends in the plane, metres, and the number of its triangle. */
export type CutSink = (ax: number, ay: number, bx: number, by: number, triangle: number) => void;

/**
 * Cuts triangles at the height `atM`. `positions`: flat x, y in the plane and height above it, metres; `corners`: three vertices a
 * triangle. Returns how many triangles lie in the plane: of these, and of what ends at them, lines are double or missing.
 */
export function cutTriangles(positions: Float64Array, corners: Uint32Array, atM: number, sink: CutSink): number {
  let lying = 0;
  for (let at = 0; at + 2 < corners.length; at += 3) {
    const [a, b, c] = [3 * corners[at]!, 3 * corners[at + 1]!, 3 * corners[at + 2]!];
    const [upA, upB, upC] = [positions[a + 2]! - atM, positions[b + 2]! - atM, positions[c + 2]! - atM];
    if (Math.abs(upA) <= LYING_M && Math.abs(upB) <= LYING_M && Math.abs(upC) <= LYING_M) {
      lying++;
      continue;
    }
    // A coordinate that is not a number is on no side.
    if (!Number.isFinite(upA + upB + upC)) continue;
    const above = (upA >= 0 ? 1 : 0) + (upB >= 0 ? 2 : 0) + (upC >= 0 ? 4 : 0);
    if (above === 0 || above === 7) continue;
    // The corner that is alone on its side, and the other two.
    const [alone, one, other] =
      above === 1 || above === 6 ? [a, b, c] : above === 2 || above === 5 ? [b, c, a] : [c, a, b];
    const [first, second] = [crossing(positions, alone, one, atM), crossing(positions, alone, other, atM)];
    sink(first[0], first[1], second[0], second[1], at / 3);
  }
  return lying;
}

function crossing(positions: Float64Array, i: number, j: number, atM: number): readonly [number, number] {
  const [below, above] = positions[i + 2]! < positions[j + 2]! ? [i, j] : [j, i];
  const [low, high] = [positions[below + 2]! - atM, positions[above + 2]! - atM];
  const t = low / (low - high);
  const at = (axis: number) => {
    const start = positions[below + axis]!;
    return start + t * (positions[above + axis]! - start);
  };
  return [at(0), at(1)];
}

/** The part of a line inside a rectangle about zero of half sides `half`, flat; null where it is outside (Liang and Barsky, 1984). */
export function clipLine(
  [ax, ay, bx, by]: readonly [number, number, number, number],
  half: readonly [number, number],
): [number, number, number, number] | null {
  let [from, to] = [0, 1];
  const [dx, dy] = [bx - ax, by - ay];
  for (const [step, room] of [
    [-dx, ax + half[0]],
    [dx, half[0] - ax],
    [-dy, ay + half[1]],
    [dy, half[1] - ay],
  ] as const) {
    if (step === 0 && room < 0) return null;
    if (step < 0) from = Math.max(from, room / step);
    if (step > 0) to = Math.min(to, room / step);
  }
  if (!(from < to)) return null;
  const start = from === 0 ? [ax, ay] : [ax + from * dx, ay + from * dy];
  const end = to === 1 ? [bx, by] : [ax + to * dx, ay + to * dy];
  return [start[0]!, start[1]!, end[0]!, end[1]!];
}
