/**
 * The order in which the volumes are drawn. They are half transparent, so the far ones come first. Faces that look away
 * are left out, so that a volume tints what is in it and behind it once; from inside a volume its faces are reversed,
 * and an open one has each side twice.
 *
 * This runs in every frame of a flight. It keeps its arrays, and it starts from the order of the frame before, which is nearly
 * right: the work grows with the number of areas and of changed places.
 */
import type { EnuFrame, Vec3 } from '@overlook/shared/maths';
import { isInside } from './pick-area.ts';
import { type PlacedArea, pointInArea } from './placed-areas.ts';

/** Triangles of one area, its vertices counted through with those of all others. */
interface AreaTriangles {
  readonly fromOutside: Uint32Array;
  readonly fromInside: Uint32Array;
}

export class AreaOrder {
  /** Far to near; the triangles of all areas, their vertices counted through. */
  readonly indices: Uint32Array;
  private readonly triangles: readonly AreaTriangles[];
  /** Of the sphere around each area: flat x, y, z, metres. */
  private readonly middles: Float64Array;
  private readonly radii: Float64Array;
  /** Of the near side of each area, metres. */
  private readonly distances: Float64Array;
  private readonly insideFlags: Uint8Array;
  /** Indices of areas, far to near. */
  private readonly order: Uint32Array;
  private isWritten = false;

  constructor(
    private readonly areas: readonly PlacedArea[],
    private readonly frame: EnuFrame,
  ) {
    let firstVertex = 0;
    this.triangles = areas.map((placed) => {
      const made = trianglesOf(placed, firstVertex);
      firstVertex += placed.positions.length / 3;
      return made;
    });
    this.indices = new Uint32Array(this.triangles.reduce((sum, { fromOutside }) => sum + fromOutside.length, 0));
    this.middles = Float64Array.from(areas.flatMap(({ middle }) => middle));
    this.radii = Float64Array.from(areas, ({ radius }) => radius);
    this.distances = new Float64Array(areas.length);
    this.insideFlags = new Uint8Array(areas.length);
    this.order = Uint32Array.from(areas, (_, i) => i);
  }

  /** For a camera at this place of the site frame, metres. True when `indices` are others than before. */
  seenFrom(eye: Vec3): boolean {
    const hasEntered = this.measure(eye);
    const hasMoved = this.sort();
    if (this.isWritten && !hasEntered && !hasMoved) return false;
    this.write();
    return true;
  }

  /** True when the camera is inside of other closed areas than before. */
  private measure([x, y, z]: Vec3): boolean {
    const { middles, radii, distances, insideFlags } = this;
    let hasEntered = false;
    for (let i = 0; i < distances.length; i++) {
      const dx = middles[3 * i]! - x;
      const dy = middles[3 * i + 1]! - y;
      const dz = middles[3 * i + 2]! - z;
      // The near side decides: seen from outside, a small area within a large one is always behind its near side.
      const near = Math.sqrt(dx * dx + dy * dy + dz * dz) - radii[i]!;
      distances[i] = near;
      const isWithin = near < 0 && this.isEyeIn(i, x, y, z) ? 1 : 0;
      if (isWithin !== insideFlags[i]) hasEntered = true;
      insideFlags[i] = isWithin;
    }
    return hasEntered;
  }

  /** An open area looks the same from inside and outside. */
  private isEyeIn(area: number, x: number, y: number, z: number): boolean {
    const placed = this.areas[area]!;
    return placed.area.isCapped && isInside(placed, pointInArea(placed, this.frame, [x, y, z]));
  }

  /** Insertion sort, which passes once over sorted input. True when areas have changed places. */
  private sort(): boolean {
    const { order, distances } = this;
    let hasMoved = false;
    for (let i = 1; i < order.length; i++) {
      const area = order[i]!;
      const near = distances[area]!;
      let at = i;
      for (; at > 0 && distances[order[at - 1]!]! < near; at--) order[at] = order[at - 1]!;
      if (at === i) continue;
      order[at] = area;
      hasMoved = true;
    }
    return hasMoved;
  }

  private write(): void {
    const { order, triangles, insideFlags, indices } = this;
    this.isWritten = true;
    let at = 0;
    for (let i = 0; i < order.length; i++) {
      const area = order[i]!;
      const { fromOutside, fromInside } = triangles[area]!;
      const drawn = insideFlags[area] === 1 ? fromInside : fromOutside;
      indices.set(drawn, at);
      at += drawn.length;
    }
  }
}

/** From each corner of a triangle to the one in its place when the triangle is turned about. */
const TURNED = [0, 1, -1] as const;

function trianglesOf({ area, indices }: PlacedArea, firstVertex: number): AreaTriangles {
  const outwards = indices.map((index) => firstVertex + index);
  const inwards = outwards.map((_, i) => outwards[i + TURNED[i % 3]!]!);
  if (area.isCapped) return { fromOutside: outwards, fromInside: inwards };
  const both = new Uint32Array(2 * outwards.length);
  both.set(outwards);
  both.set(inwards, outwards.length);
  return { fromOutside: both, fromInside: both };
}
