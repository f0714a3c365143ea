/** A statement takes 65,535 parameters: as many rows of up to six columns. */
const LARGEST = 10_000;

/** Rows in portions that one insert bears. */
export function* batches<T>(rows: readonly T[]): Generator<T[]> {
  for (let from = 0; from < rows.length; from += LARGEST) yield rows.slice(from, from + LARGEST);
}
