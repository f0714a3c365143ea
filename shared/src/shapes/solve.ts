export const zeros = (size: number): number[] => Array.from({ length: size }, () => 0);
export const zeroMatrix = (size: number): number[][] => Array.from({ length: size }, () => zeros(size));

/** The inverse of a symmetric, positive definite matrix of a few rows (Cholesky); null where it is not that. */
export function inverseOfDefinite(matrix: readonly (readonly number[])[]): number[][] | null {
  const size = matrix.length;
  const lower = zeroMatrix(size);
  for (let r = 0; r < size; r++)
    for (let c = 0; c <= r; c++) {
      let sum = matrix[r]![c]!;
      for (let k = 0; k < c; k++) sum -= lower[r]![k]! * lower[c]![k]!;
      if (r === c && !(sum > 1e-14 * matrix[r]![r]!)) return null;
      lower[r]![c] = r === c ? Math.sqrt(sum) : sum / lower[c]![c]!;
    }
  return matrix.map((_, column) => solved(lower, column));
}

/** The column of the inverse. */
function solved(lower: readonly (readonly number[])[], column: number): number[] {
  const size = lower.length;
  const x = lower.map((_, i) => (i === column ? 1 : 0));
  for (let r = 0; r < size; r++) {
    for (let k = 0; k < r; k++) x[r]! -= lower[r]![k]! * x[k]!;
    x[r]! /= lower[r]![r]!;
  }
  for (let r = size - 1; r >= 0; r--) {
    for (let k = r + 1; k < size; k++) x[r]! -= lower[k]![r]! * x[k]!;
    x[r]! /= lower[r]![r]!;
  }
  return x;
}

export const timesVector = (matrix: readonly (readonly number[])[], vector: ArrayLike<number>): number[] =>
  matrix.map((row) => row.reduce((sum, value, i) => sum + value * vector[i]!, 0));
