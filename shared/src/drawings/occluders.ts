/**
 * Which parts of lines are hidden by triangles, when one looks along the third axis: exactly, by the sides of the triangles, without a raster.
 * Triangles are sorted along a Morton curve (Morton 1966), and every four neighbours have a rectangle with the least depth, as have every four of
 * these, up to one for all.
 */
import { FloatList } from './float-list.ts';

/** A place of a drawing: metres to the right, upwards, and away from the viewer. */
export type Place = readonly [x: number, y: number, depth: number];

/** What lies less than this behind a triangle lies on it, metres. */
const ON_SURFACE_M = 0.0005;
/** So far beyond their sides triangles still hide, metres: between neighbours nothing shines through. */
const BEYOND_SIDE_M = 2e-6;
/** Triangles that are steeper to the sheet hide nothing: the cosine between their normal and the view. */
const STEEPEST = 1 / 2000;
/** Entries of a node: least x, y and depth, most x and y. */
const NODE = 5;
const FANOUT = 4;

export class Occluders {
  private readonly corners = new FloatList();
  /** From the triangles' level to the one node for all; each has the nodes of a level. */
  private levels: Float32Array[] = [];

  get count(): number {
    return this.corners.length / 9;
  }

  /** Adds a triangle. Coordinates are rounded to floats, so lines have to be, too. */
  add(a: Place, b: Place, c: Place): void {
    this.corners.push(a[0], a[1], a[2], b[0], b[1], b[2], c[0], c[1], c[2]);
  }

  /** To be called after the last triangle. */
  build(): void {
    this.sort();
    const { values } = this.corners;
    let below = new Float32Array(NODE * this.count);
    for (let i = 0; i < this.count; i++) {
      const at = 9 * i;
      below[NODE * i] = Math.min(values[at]!, values[at + 3]!, values[at + 6]!);
      below[NODE * i + 1] = Math.min(values[at + 1]!, values[at + 4]!, values[at + 7]!);
      below[NODE * i + 2] = Math.min(values[at + 2]!, values[at + 5]!, values[at + 8]!);
      below[NODE * i + 3] = Math.max(values[at]!, values[at + 3]!, values[at + 6]!);
      below[NODE * i + 4] = Math.max(values[at + 1]!, values[at + 4]!, values[at + 7]!);
    }
    this.levels = [below];
    while (below.length > NODE) {
      below = levelAbove(below);
      this.levels.push(below);
    }
  }

  /** The hidden parts of a line, flat: from and to as shares of its length, ascending and apart from each other. */
  hiddenParts(from: Place, to: Place): number[] {
    const line = new TestedLine(from, to);
    const open: [level: number, node: number][] = this.count > 0 ? [[this.levels.length - 1, 0]] : [];
    for (let next = open.pop(); next; next = open.pop()) {
      const [level, node] = next;
      if (!line.mayBeHiddenBy(this.levels[level]!, NODE * node)) continue;
      if (level === 0) {
        line.hide(this.corners.values, 9 * node);
        if (line.isHidden) break;
        continue;
      }
      const last = Math.min(FANOUT * (node + 1), this.levels[level - 1]!.length / NODE);
      for (let child = FANOUT * node; child < last; child++) open.push([level - 1, child]);
    }
    return line.hidden();
  }

  /** Puts the triangles in the order of the curve. */
  private sort(): void {
    const { values, length } = this.corners;
    let [lowX, lowY, highX, highY] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let at = 0; at < length; at += 9) {
      [lowX, lowY] = [Math.min(lowX, values[at]!), Math.min(lowY, values[at + 1]!)];
      [highX, highY] = [Math.max(highX, values[at]!), Math.max(highY, values[at + 1]!)];
    }
    const cells = 0xffff / Math.max(highX - lowX, highY - lowY, 1e-9);
    const keys = new Float64Array(this.count);
    for (let i = 0; i < this.count; i++) {
      const [x, y] = [(values[9 * i]! - lowX) * cells, (values[9 * i + 1]! - lowY) * cells];
      // The place on the curve in the upper bits, the number of the triangle in the lower ones.
      keys[i] = (spread(x) + 2 * spread(y)) * NUMBERS + i;
    }
    keys.sort();
    const sorted = new Float32Array(length);
    for (const [to, key] of keys.entries()) {
      const at = 9 * (key % NUMBERS);
      for (let k = 0; k < 9; k++) sorted[9 * to + k] = values[at + k]!;
    }
    this.corners.values = sorted;
  }
}

/** More than there may be triangles ({@link BEHIND_TRIANGLES_MOST}); with 32 bits of the curve below 2^53. */
const NUMBERS = 2 ** 21;
/** {@link Occluders.add} may be called so often. */
export const BEHIND_TRIANGLES_MOST = 2_000_000;

/** The bits of a whole number below 65536 at every second place. */
function spread(value: number): number {
  let bits = Math.trunc(value);
  bits = (bits | (bits << 8)) & 0x00ff00ff;
  bits = (bits | (bits << 4)) & 0x0f0f0f0f;
  bits = (bits | (bits << 2)) & 0x33333333;
  return (bits | (bits << 1)) & 0x55555555;
}

function levelAbove(below: Float32Array): Float32Array<ArrayBuffer> {
  const count = below.length / NODE;
  const above = new Float32Array(NODE * Math.ceil(count / FANOUT));
  for (let node = 0; node < above.length / NODE; node++) {
    const bounds = [Infinity, Infinity, Infinity, -Infinity, -Infinity];
    for (let child = FANOUT * node; child < Math.min(FANOUT * (node + 1), count); child++)
      for (let k = 0; k < NODE; k++)
        bounds[k] =
          k < 3 ? Math.min(bounds[k]!, below[NODE * child + k]!) : Math.max(bounds[k]!, below[NODE * child + k]!);
    above.set(bounds, NODE * node);
  }
  return above;
}

/** A line, and which parts of it triangles hide. */
class TestedLine {
  private readonly parts: [from: number, to: number][] = [];
  private readonly direction: Place;
  private readonly mostDepth: number;
  isHidden = false;

  constructor(
    private readonly from: Place,
    to: Place,
  ) {
    this.direction = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
    this.mostDepth = Math.max(from[2], to[2]);
  }

  /** Whether the line passes through a rectangle, and not wholly in front of all of it. */
  mayBeHiddenBy(nodes: Float32Array, at: number): boolean {
    if (nodes[at + 2]! > this.mostDepth - ON_SURFACE_M) return false;
    const [[x, y], [dx, dy]] = [this.from, this.direction];
    const halfX = (nodes[at + 3]! - nodes[at]!) / 2 + BEYOND_SIDE_M;
    const halfY = (nodes[at + 4]! - nodes[at + 1]!) / 2 + BEYOND_SIDE_M;
    const [cx, cy] = [(nodes[at]! + nodes[at + 3]!) / 2 - x, (nodes[at + 1]! + nodes[at + 4]!) / 2 - y];
    if (Math.abs(cx - dx / 2) > halfX + Math.abs(dx) / 2 || Math.abs(cy - dy / 2) > halfY + Math.abs(dy) / 2)
      return false;
    return Math.abs(dx * cy - dy * cx) <= halfX * Math.abs(dy) + halfY * Math.abs(dx);
  }

  /** Adds the part that a triangle hides: on the inner side of all its sides, and behind its plane. */
  hide(v: Float32Array, at: number): void {
    const [ax, ay, ad] = [v[at]!, v[at + 1]!, v[at + 2]!];
    const [ux, uy, ud] = [v[at + 3]! - ax, v[at + 4]! - ay, v[at + 5]! - ad];
    const [wx, wy, wd] = [v[at + 6]! - ax, v[at + 7]! - ay, v[at + 8]! - ad];
    const normalD = ux * wy - uy * wx;
    const [normalX, normalY] = [uy * wd - ud * wy, ud * wx - ux * wd];
    if (Math.abs(normalD) <= STEEPEST * Math.hypot(normalX, normalY, normalD)) return;
    const [[px, py, pd], [dx, dy, dd]] = [this.from, this.direction];
    const turn = normalD > 0 ? 1 : -1;
    let [low, high] = [0, 1];
    /** Keeps where `start + t * step` is not negative. */
    const keep = (start: number, step: number): void => {
      if (step === 0) {
        if (start < 0) high = -1;
      } else if (step > 0) low = Math.max(low, -start / step);
      else high = Math.min(high, -start / step);
    };
    const side = (sx: number, sy: number, ex: number, ey: number): void => {
      const beyond = BEYOND_SIDE_M * Math.hypot(ex, ey);
      keep(turn * (ex * (py - sy) - ey * (px - sx)) + beyond, turn * (ex * dy - ey * dx));
    };
    side(ax, ay, ux, uy);
    side(ax + ux, ay + uy, wx - ux, wy - uy);
    side(ax + wx, ay + wy, -wx, -wy);
    // Depth of the plane: ad - (normalX (x - ax) + normalY (y - ay)) / normalD.
    const [slopeX, slopeY] = [-normalX / normalD, -normalY / normalD];
    keep(pd - ad - slopeX * (px - ax) - slopeY * (py - ay) - ON_SURFACE_M, dd - slopeX * dx - slopeY * dy);
    if (low < high) this.parts.push([low, high]);
    if (low <= 0 && high >= 1) this.isHidden = true;
  }

  hidden(): number[] {
    if (this.isHidden) return [0, 1];
    const whole: number[] = [];
    for (const [from, to] of this.parts.toSorted((a, b) => a[0] - b[0]))
      if (whole.length > 0 && from <= whole.at(-1)!) whole[whole.length - 1] = Math.max(whole.at(-1)!, to);
      else whole.push(from, to);
    return whole;
  }
}
