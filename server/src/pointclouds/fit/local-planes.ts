import { eigenOfSymmetric } from '@overlook/shared/maths';
import type { PointTree } from '@overlook/shared/shapes';

/** Neighbours that a plane is fitted to, the point itself included; fewer than the least are no surface. */
const NEIGHBOURS = 12;
const NEIGHBOURS_LEAST = 7;
/** Points farther apart than this, metres, are not one surface. */
export const REACH_M = 4;
/** Of the spread across the plane to the second along it: edges, leaves and meshes of wire have more. */
const THICKEST = 0.15;
/** Of the two spreads along the plane: wires have less. */
const NARROWEST = 0.05;

const [UNKNOWN, PLANE, NO_PLANE] = [0, 1, 2];

/** The planes through the neighbourhoods of points, each fitted when it is first asked for (Hoppe et al. 1992). */
export class LocalPlanes {
  /** Unit normals of the points that `has` says have a plane, flat xyz; their sign has no meaning. */
  readonly normals: Float32Array;
  /** Radius of the neighbourhood of each, metres. */
  readonly radiiM: Float32Array;
  /** Variance of each normal by the noise of its neighbours, about either axis, radians². */
  readonly variances: Float32Array;
  /** UNKNOWN, PLANE or NO_PLANE */
  readonly #states: Uint8Array;
  readonly #found = new Int32Array(NEIGHBOURS);

  constructor(private readonly tree: PointTree) {
    this.normals = new Float32Array(tree.count * 3);
    this.radiiM = new Float32Array(tree.count);
    this.variances = new Float32Array(tree.count);
    this.#states = new Uint8Array(tree.count);
  }

  /** Whether the neighbourhood of a point of the tree is a surface. */
  has(point: number): boolean {
    if (this.#states[point] === UNKNOWN) this.#states[point] = this.#fit(point) ? PLANE : NO_PLANE;
    return this.#states[point] === PLANE;
  }

  #fit(point: number): boolean {
    const { xyz } = this.tree;
    const at = (number: number, axis: 0 | 1 | 2) => xyz[3 * number + axis]!;
    const found = this.#found;
    const size = this.tree.nearestMany(at(point, 0), at(point, 1), at(point, 2), REACH_M, found);
    if (size < NEIGHBOURS_LEAST) return false;
    const mean: [number, number, number] = [0, 0, 0];
    for (let i = 0; i < size; i++) for (const axis of [0, 1, 2] as const) mean[axis] += at(found[i]!, axis) / size;
    let [xx, xy, xz, yy, yz, zz] = [0, 0, 0, 0, 0, 0];
    for (let i = 0; i < size; i++) {
      const dx = at(found[i]!, 0) - mean[0];
      const dy = at(found[i]!, 1) - mean[1];
      const dz = at(found[i]!, 2) - mean[2];
      xx += dx * dx;
      xy += dx * dy;
      xz += dx * dz;
      yy += dy * dy;
      yz += dy * dz;
      zz += dz * dz;
    }
    const [least, middle, most] = eigenOfSymmetric([
      [xx, xy, xz],
      [xy, yy, yz],
      [xz, yz, zz],
    ]);
    if (least.value > THICKEST * middle.value || middle.value < NARROWEST * most.value) return false;
    this.normals.set(least.vector, 3 * point);
    const last = found[size - 1]!;
    this.radiiM[point] = Math.hypot(at(last, 0) - at(point, 0), at(last, 1) - at(point, 1), at(last, 2) - at(point, 2));
    // The slope of a line through points with noise: its variance over the spread along it.
    this.variances[point] = Math.max(0, least.value) / (size * middle.value);
    return true;
  }
}
