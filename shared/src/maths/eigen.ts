import type { Vec3 } from './vector.ts';

export interface EigenPair {
  readonly value: number;
  /** A unit vector; its sign has no meaning. */
  readonly vector: Vec3;
}

/** Cyclic Jacobi converges quadratically: real 3×3 matrices are diagonal to the last digit after about six sweeps. */
const SWEEPS = 12;

/** Eigenvalues, smallest first, and orthonormal eigenvectors of a symmetric 3×3 matrix (Golub and Van Loan §8.5). */
export function eigenOfSymmetric(matrix: readonly [Vec3, Vec3, Vec3]): [EigenPair, EigenPair, EigenPair] {
  const m = matrix.map((row) => [...row]);
  // Rows are the eigenvectors in the end.
  const v = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    rotatePair(m, v, 0, 1);
    rotatePair(m, v, 0, 2);
    rotatePair(m, v, 1, 2);
  }
  const pairs = v.map((vector, i): EigenPair => ({ value: m[i]![i]!, vector: vector as Vec3 }));
  return pairs.sort((a, b) => a.value - b.value) as [EigenPair, EigenPair, EigenPair];
}

/** Turns the p and q axes so that the element between them vanishes. */
function rotatePair(m: number[][], v: number[][], p: number, q: number): void {
  const between = m[p]![q]!;
  if (between === 0) return;
  const ratio = (m[q]![q]! - m[p]![p]!) / (2 * between);
  const tangent = (ratio < 0 ? -1 : 1) / (Math.abs(ratio) + Math.hypot(1, ratio));
  const cos = 1 / Math.hypot(1, tangent);
  const sin = tangent * cos;
  for (let k = 0; k < 3; k++) turn(m[k]!, p, m[k]!, q, cos, sin);
  for (let k = 0; k < 3; k++) {
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
