/** A field over the grid's points and the most that the mesh may differ from it. */
export interface GridField {
  readonly data: Float32Array;
  readonly tolerance: number;
}

/**
 * Right-triangulated irregular network (Evans, Kirkpatrick and Townsend 2001): halves of a square are bisected at
 * their long side's middle where the error of a field exceeds its tolerance. A split forces the splits above
 * it, so neighbours always meet at shared points.
 */
export class AdaptiveGrid {
  readonly #cells: number;
  readonly #errors: Float32Array;

  constructor(power: number, fields: readonly GridField[]) {
    this.#cells = 2 ** power;
    this.#errors = new Float32Array((this.#cells + 1) ** 2);
    const n = this.#cells;
    const lowest = 2 * power - 1;
    for (let depth = lowest; depth >= 0; depth--) {
      this.#visit(0, 0, n, n, n, 0, depth, depth === lowest, fields);
      this.#visit(n, n, 0, 0, 0, n, depth, depth === lowest, fields);
    }
  }

  /** Calls `emit` with the grid coordinates of every triangle, counter-clockwise. */
  triangles(emit: (ax: number, ay: number, bx: number, by: number, cx: number, cy: number) => void): void {
    const n = this.#cells;
    this.#emit(0, 0, n, n, n, 0, emit);
    this.#emit(n, n, 0, 0, 0, n, emit);
  }

  /** Errors of the triangles `depth` splits below (a, b, c), c at the right angle; deeper ones are known already. */
  #visit(
    ax: number,
    ay: number,
    bx: number,
    by: number,
    cx: number,
    cy: number,
    depth: number,
    isLowest: boolean,
    fields: readonly GridField[],
  ): void {
    const [mx, my] = [(ax + bx) / 2, (ay + by) / 2];
    if (depth > 0) {
      this.#visit(cx, cy, ax, ay, mx, my, depth - 1, isLowest, fields);
      this.#visit(bx, by, cx, cy, mx, my, depth - 1, isLowest, fields);
      return;
    }
    const n = this.#cells + 1;
    const m = my * n + mx;
    let error = this.#errors[m]!;
    for (const { data, tolerance } of fields) {
      const off = Math.abs((data[ay * n + ax]! + data[by * n + bx]!) / 2 - data[m]!) / tolerance;
      if (off > error) error = off;
    }
    if (!isLowest) {
      const left = ((ay + cy) / 2) * n + (ax + cx) / 2;
      const right = ((by + cy) / 2) * n + (bx + cx) / 2;
      error = Math.max(error, this.#errors[left]!, this.#errors[right]!);
    }
    this.#errors[m] = error;
  }

  #emit(
    ax: number,
    ay: number,
    bx: number,
    by: number,
    cx: number,
    cy: number,
    emit: Parameters<AdaptiveGrid['triangles']>[0],
  ): void {
    const [mx, my] = [(ax + bx) / 2, (ay + by) / 2];
    const isDivisible = Math.abs(ax - cx) + Math.abs(ay - cy) > 1;
    if (isDivisible && this.#errors[my * (this.#cells + 1) + mx]! > 1) {
      this.#emit(cx, cy, ax, ay, mx, my, emit);
      this.#emit(bx, by, cx, cy, mx, my, emit);
    } else if ((bx - ax) * (cy - ay) - (by - ay) * (cx - ax) > 0) emit(ax, ay, bx, by, cx, cy);
    else emit(ax, ay, cx, cy, bx, by);
  }
}
