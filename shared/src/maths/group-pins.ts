/** Which pins are so close on the screen that they are drawn as one. Pure; work grows as the number of pins. */

export interface PinGroups {
  /** Index of the pin at whose place each group is drawn. */
  readonly leaders: readonly number[];
  /** Pins in each group. */
  readonly counts: readonly number[];
  /** Group of each pin, −1 for one that is not shown. */
  readonly groupOf: Int32Array;
}

/** The same pins in the same groups, at any positions. */
export const isSameGrouping = (a: PinGroups, b: PinGroups): boolean =>
  a.groupOf.length === b.groupOf.length && a.groupOf.every((group, pin) => group === b.groupOf[pin]);

/**
 * Groups the pins at `x`, `y` (CSS pixels; NaN for one that is not shown). In the order of the list, each pin that is free
 * leads a group of the free ones nearer than `reachPx`: so the same pin leads for as long as it is on the screen.
 */
export function groupPins(x: Float64Array, y: Float64Array, reachPx: number): PinGroups {
  const groupOf = new Int32Array(x.length).fill(-1);
  const cells = new Map<number, number[]>();
  const cellOf = (value: number): number => Math.floor(value / reachPx);
  const keyOf = (column: number, row: number): number => row * 65_536 + column;
  for (let i = 0; i < x.length; i++) {
    if (Number.isNaN(x[i])) continue;
    const key = keyOf(cellOf(x[i]!), cellOf(y[i]!));
    const cell = cells.get(key);
    if (cell) cell.push(i);
    else cells.set(key, [i]);
  }
  const leaders: number[] = [];
  const counts: number[] = [];
  for (let i = 0; i < x.length; i++) {
    if (Number.isNaN(x[i]) || groupOf[i] !== -1) continue;
    const group = leaders.push(i) - 1;
    let count = 0;
    const [column, row] = [cellOf(x[i]!), cellOf(y[i]!)];
    for (let r = row - 1; r <= row + 1; r++) {
      for (let c = column - 1; c <= column + 1; c++) {
        for (const other of cells.get(keyOf(c, r)) ?? []) {
          if (groupOf[other] !== -1 || Math.hypot(x[other]! - x[i]!, y[other]! - y[i]!) >= reachPx) continue;
          groupOf[other] = group;
          count++;
        }
      }
    }
    counts.push(count);
  }
  return { leaders, counts, groupOf };
}
