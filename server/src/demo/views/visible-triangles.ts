import { growingFloats, growingIndices } from '../tiles/growing-array.ts';
import type { Facing } from './facing.ts';

/** Nothing nearer than this is seen, metres. */
const NEAR = 0.05;
/** Numbers per triangle: three corners right, up and ahead of the camera, and u, v at each. */
const KEPT = 15;

/** The triangle that each ray of a grid meets first. Triangles are cut where they pass behind the camera. */
export class VisibleTriangles {
  readonly facing: Facing;
  /** Number of the nearest triangle of each cell, row by row from the top; -1 where there is none. */
  readonly cells: Int32Array;
  /** 1 / distance ahead. */
  readonly #nearness: Float32Array;
  readonly #kept = growingFloats();
  readonly #surfaces = growingIndices();
  /** Column, row and 1 / distance ahead of the corners of what is left of a triangle after the cut. */
  readonly #shown = new Float64Array(12);

  constructor(facing: Facing) {
    this.facing = facing;
    const count = facing.columns * facing.rows;
    this.cells = new Int32Array(count).fill(-1);
    this.#nearness = new Float32Array(count);
  }

  surfaceOf(triangle: number): number {
    return this.#surfaces.storage[triangle]!;
  }

  /**
   * Adds a triangle of a surface.
   * @param corners right, up and ahead of the camera for each corner, metres, from `at`; `u`, `v` likewise.
   */
  add(surface: number, corners: Float64Array, a: number, b: number, c: number, uvs: Float64Array): void {
    const triangle = this.#surfaces.length;
    const ka = 3 * a;
    const kb = 3 * b;
    const kc = 3 * c;
    const za = corners[ka + 2]!;
    const zb = corners[kb + 2]!;
    const zc = corners[kc + 2]!;
    let isSeen = false;
    if (za >= NEAR && zb >= NEAR && zc >= NEAR) {
      this.#show(0, corners[ka]!, corners[ka + 1]!, za);
      this.#show(3, corners[kb]!, corners[kb + 1]!, zb);
      this.#show(6, corners[kc]!, corners[kc + 1]!, zc);
      isSeen = this.#fill(0, 3, 6, triangle);
    } else if (za >= NEAR || zb >= NEAR || zc >= NEAR) isSeen = this.#fillCut(corners, ka, kb, kc, triangle);
    if (!isSeen) return;
    this.#kept.push3(corners[ka]!, corners[ka + 1]!, za);
    this.#kept.push3(corners[kb]!, corners[kb + 1]!, zb);
    this.#kept.push3(corners[kc]!, corners[kc + 1]!, zc);
    this.#kept.push3(uvs[2 * a]!, uvs[2 * a + 1]!, uvs[2 * b]!);
    this.#kept.push3(uvs[2 * b + 1]!, uvs[2 * c]!, uvs[2 * c + 1]!);
    this.#surfaces.push(surface);
  }

  /**
   * Writes distance ahead, u and v where the ray through x, y (tangents, right and up) meets the plane of a triangle.
   */
  meet(triangle: number, x: number, y: number, out: Float64Array): void {
    const t = this.#kept.storage;
    const k = triangle * KEPT;
    const ax = t[k]!;
    const ay = t[k + 1]!;
    const az = t[k + 2]!;
    const ex = t[k + 3]! - ax;
    const ey = t[k + 4]! - ay;
    const ez = t[k + 5]! - az;
    const fx = t[k + 6]! - ax;
    const fy = t[k + 7]! - ay;
    const fz = t[k + 8]! - az;
    // Möller and Trumbore 1997, with the ray (x, y, 1) from the origin.
    const px = y * fz - fy;
    const py = fx - x * fz;
    const pz = x * fy - y * fx;
    const det = ex * px + ey * py + ez * pz;
    const r = det === 0 ? 0 : 1 / det;
    const b = -(ax * px + ay * py + az * pz) * r;
    const qx = az * ey - ay * ez;
    const qy = ax * ez - az * ex;
    const qz = ay * ex - ax * ey;
    const c = (x * qx + y * qy + qz) * r;
    out[0] = (fx * qx + fy * qy + fz * qz) * r;
    out[1] = t[k + 9]! + b * (t[k + 11]! - t[k + 9]!) + c * (t[k + 13]! - t[k + 9]!);
    out[2] = t[k + 10]! + b * (t[k + 12]! - t[k + 10]!) + c * (t[k + 14]! - t[k + 10]!);
  }

  #show(at: number, x: number, y: number, z: number): void {
    const { columns, rows, focal } = this.facing;
    this.#shown[at] = columns / 2 + (focal * x) / z;
    this.#shown[at + 1] = rows / 2 - (focal * y) / z;
    this.#shown[at + 2] = 1 / z;
  }

  #fillCut(corners: Float64Array, ka: number, kb: number, kc: number, triangle: number): boolean {
    const loop = [ka, kb, kc];
    let count = 0;
    for (let i = 0; i < 3; i++) {
      const [p, q] = [loop[i]!, loop[(i + 1) % 3]!];
      const [zp, zq] = [corners[p + 2]!, corners[q + 2]!];
      if (zp >= NEAR) this.#show(3 * count++, corners[p]!, corners[p + 1]!, zp);
      if (zp >= NEAR === zq >= NEAR) continue;
      const t = (NEAR - zp) / (zq - zp);
      const at = (axis: number) => corners[p + axis]! + t * (corners[q + axis]! - corners[p + axis]!);
      this.#show(3 * count++, at(0), at(1), NEAR);
    }
    const first = this.#fill(0, 3, 6, triangle);
    return count > 3 ? this.#fill(0, 6, 9, triangle) || first : first;
  }

  /**
   * Marks the cells whose middles lie in the triangle and have no nearer triangle; 1 / distance is linear over the
   * grid.
   */
  #fill(a: number, b: number, c: number, triangle: number): boolean {
    const { columns, rows } = this.facing;
    const s = this.#shown;
    const ax = s[a]!;
    const ay = s[a + 1]!;
    const aw = s[a + 2]!;
    const bx = s[b]!;
    const by = s[b + 1]!;
    const bw = s[b + 2]!;
    const cx = s[c]!;
    const cy = s[c + 1]!;
    const cw = s[c + 2]!;
    const top = Math.max(0, Math.ceil(Math.min(ay, by, cy) - 0.5));
    const bottom = Math.min(rows - 1, Math.floor(Math.max(ay, by, cy) - 0.5));
    if (top > bottom) return false;
    const left = Math.max(0, Math.ceil(Math.min(ax, bx, cx) - 0.5));
    const right = Math.min(columns - 1, Math.floor(Math.max(ax, bx, cx) - 0.5));
    if (left > right) return false;
    const area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
    if (area === 0) return false;
    // Weights of b and c, and nearness, as x * k + (value at the row's x = 0).
    const bk = (cy - ay) / area;
    const ck = -(by - ay) / area;
    const wk = bk * (bw - aw) + ck * (cw - aw);
    const cells = this.cells;
    const nearness = this.#nearness;
    let isSeen = false;
    for (let row = top; row <= bottom; row++) {
      const y = row + 0.5;
      const b0 = (-ax * (cy - ay) - (y - ay) * (cx - ax)) / area;
      const c0 = ((bx - ax) * (y - ay) + ax * (by - ay)) / area;
      let from = left;
      let to = right;
      // Where b >= 0, c >= 0 and b + c <= 1.
      if (bk > 0) from = Math.max(from, Math.ceil(-b0 / bk - 0.5));
      else if (bk < 0) to = Math.min(to, Math.floor(-b0 / bk - 0.5));
      else if (b0 < 0) continue;
      if (ck > 0) from = Math.max(from, Math.ceil(-c0 / ck - 0.5));
      else if (ck < 0) to = Math.min(to, Math.floor(-c0 / ck - 0.5));
      else if (c0 < 0) continue;
      const ak = bk + ck;
      const a0 = 1 - b0 - c0;
      if (ak > 0) to = Math.min(to, Math.floor(a0 / ak - 0.5));
      else if (ak < 0) from = Math.max(from, Math.ceil(a0 / ak - 0.5));
      else if (a0 < 0) continue;
      const w0 = aw + b0 * (bw - aw) + c0 * (cw - aw);
      for (let column = from, at = row * columns + from; column <= to; column++, at++) {
        const w = w0 + wk * (column + 0.5);
        if (w <= nearness[at]!) continue;
        nearness[at] = w;
        cells[at] = triangle;
        isSeen = true;
      }
    }
    return isSeen;
  }
}
