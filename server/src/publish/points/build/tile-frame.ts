import {
  add,
  cross,
  dot,
  invertAffine,
  type Mat4,
  multiply,
  normalize,
  scale,
  type Vec3,
  type Float64Mat4,
  toMat4,
} from '@overlook/shared/maths';
import type { PointFrame } from '../../../pointclouds/frame.ts';
import { coordinatesOf, type PointGrid } from '../../../pointclouds/record.ts';
import { type CloudCube, type CubeCell, sideOf, type Triple } from './cloud-cube.ts';

/**
 * The tileset's own frame, column-major, metres to ECEF metres: its origin at `point` (units of the cloud), its axes those of
 * the cloud there, made perpendicular. Numbers in tiles stay small in it, and boxes along its axes fit the nodes.
 */
export function ecefFromTileset(frame: PointFrame, point: Triple): Float64Mat4 {
  const affine = frame.affineAt(point);
  const column = (index: number) => [...affine.subarray(4 * index, 4 * index + 3)] as Vec3;
  const up = normalize(column(2));
  const east = normalize(add(column(0), scale(up, -dot(column(0), up))));
  const north = cross(up, east);
  const origin = new Float64Array(3);
  frame.toEcef(point, origin);
  return toMat4([...east, 0, ...north, 0, ...up, 0, ...origin, 1]);
}

/** Places in the tileset's frame. */
export class TileFrame {
  readonly #fromEcef: Float64Mat4;
  readonly #ecef = new Float64Array(3);

  constructor(
    private readonly frame: PointFrame,
    private readonly grid: PointGrid,
    toEcef: Mat4,
  ) {
    this.#fromEcef = invertAffine(toEcef);
  }

  /**
   * The map from steps of `unitsAStep` units, counted from the integers `corner`, to the tileset's frame. It fits best at
   * `middle`, integers too.
   */
  stepsToTile(corner: Triple, middle: Triple, unitsAStep: number): Float64Mat4 {
    const toTile = multiply(this.#fromEcef, this.frame.affineAt(coordinatesOf(this.grid, middle)));
    const [x, y, z] = coordinatesOf(this.grid, corner);
    const [sx, sy, sz] = this.grid.scale.map((one) => one * unitsAStep) as [number, number, number];
    return multiply(toTile, [sx, 0, 0, 0, 0, sy, 0, 0, 0, 0, sz, 0, x, y, z, 1]);
  }

  /** The exact place of integers, metres, without the map's error. */
  placeOf(x: number, y: number, z: number, out: Float64Array): void {
    this.frame.toEcef(coordinatesOf(this.grid, [x, y, z]), this.#ecef);
    const [m, ecef] = [this.#fromEcef, this.#ecef];
    for (let row = 0; row < 3; row++)
      out[row] = m[row]! * ecef[0]! + m[4 + row]! * ecef[1]! + m[8 + row]! * ecef[2]! + m[12 + row]!;
  }
}

/** The side of a level's nodes, metres. */
export const sideMetres = (
  cube: CloudCube,
  { scale }: PointGrid,
  metresPerUnit: number,
  { level }: Pick<CubeCell, 'level'>,
): number => sideOf(cube, level) * Math.max(...scale) * metresPerUnit;
