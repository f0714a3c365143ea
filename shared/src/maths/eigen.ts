import type { Vec3 } from './vector.ts';

export interface EigenPair {
  readonly value: number;
  /** A unit vector; its sign has no meaning. */
  readonly vector: Vec3;
}

/** Cyclic Jacobi converges quadratically: real matrices of a few rows are diagonal to the last digit after about six sweeps. */
const SWEEPS = 12;
/** What is this small beside the largest value is 0. */
const NOTHING = 1e-20;

/** Eigenvalues, smallest first, and orthonormal eigenvectors of a symmetric 3×3 matrix (Golub and Van Loan §8.5). */
export const eigenOfSymmetric = (matrix: readonly [Vec3, Vec3, Vec3]): [EigenPair, EigenPair, EigenPair] =>
  eigenOfRows(matrix) as unknown as [EigenPair, EigenPair, EigenPair];

/** The same for a matrix of any small size, by rows. */
export function eigenOfRows(matrix: readonly (readonly number[])[]): { value: number; vector: number[] }[] {
  const m = matrix.map((row) => [...row]);
  // Rows are the eigenvectors in the end.
  const v = m.map((_, i) => m.map((_, k) => (i === k ? 1 : 0)));
  for (let sweep = 0; sweep < SWEEPS && !isDiagonal(m); sweep++)
    for (let p = 0; p < m.length; p++) for (let q = p + 1; q < m.length; q++) rotatePair(m, v, p, q);
  return v.map((vector, i) => ({ value: m[i]![i]!, vector })).sort((a, b) => a.value - b.value);
}

function isDiagonal(m: readonly (readonly number[])[]): boolean {
  let [most, beside] = [0, 0];
  for (let r = 0; r < m.length; r++)
    for (let c = 0; c <= r; c++)
      if (r === c) most = Math.max(most, Math.abs(m[r]![r]!));
      else beside = Math.max(beside, Math.abs(m[r]![c]!));
  return beside <= NOTHING * most;
}

/** Turns the p and q axes so that the element between them vanishes. */
function rotatePair(m: number[][], v: number[][], p: number, q: number): void {
  const between = m[p]![q]!;
  if (between === 0) return;
  const ratio = (m[q]![q]! - m[p]![p]!) / (2 * between);
  const tangent = (ratio < 0 ? -1 : 1) / (Math.abs(ratio) + Math.hypot(1, ratio));
  const cos = 1 / Math.hypot(1, tangent);
  const sin = tangent * cos;
  for (let k = 0; k < m.length; k++) turn(m[k]!, p, m[k]!, q, cos, sin);
  for (let k = 0; k < m.length; k++) {
    turnRows(m, p, q, k, cos, sin);
    turnRows(v, p, q, k, cos, sin);
  }
}

function turn(rowP: number[], p: number, rowQ: number[], q: number, cos: number, sin: number): void {
  const [a, b] = [rowP[p]!, rowQ[q]!];
  rowP[p] = cos * a - sin * b;
  rowQ[q] = sin * a + cos * b;
}

const turnRows = (m: number[][], p: number, q: number, k: number, cos: number, sin: number): void =>
  turn(m[p]!, k, m[q]!, k, cos, sin);
