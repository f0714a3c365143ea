import type { Vec3 } from '../maths/vector.ts';
import type { JsonNode } from './json-node.ts';

/** A bounding volume of 3D Tiles. Box and sphere are in the tile's frame, metres. */
export type BoundingVolume =
  | { readonly kind: 'box'; readonly center: Vec3; readonly axes: readonly [Vec3, Vec3, Vec3] }
  | { readonly kind: 'sphere'; readonly center: Vec3; readonly radius: number }
  | BoundingRegion;

/** A region of the ellipsoid: radians, and metres of ellipsoidal height. West is greater than east across ±180°. */
export interface BoundingRegion {
  readonly kind: 'region';
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
  readonly minHeight: number;
  readonly maxHeight: number;
}

/** Radians from the west edge of a region to its east edge: 0 to 2π, which is all around the Earth. */
export const regionWidthRad = ({ west, east }: Pick<BoundingRegion, 'west' | 'east'>): number =>
  east < west ? east - west + 2 * Math.PI : east - west;

/** Reads a `boundingVolume` (3D Tiles 1.1 §6.7) and checks that it is well formed. Throws `MalformedContentError`. */
export function readBoundingVolume(node: JsonNode): BoundingVolume {
  const box = node.optional('box');
  if (box) {
    const b = box.numbers(12);
    const vec = (i: number): Vec3 => [b[i]!, b[i + 1]!, b[i + 2]!];
    return { kind: 'box', center: vec(0), axes: [vec(3), vec(6), vec(9)] };
  }
  const region = node.optional('region');
  if (region) return readRegion(region);
  const sphere = node.optional('sphere') ?? node.fail('has none of box, region or sphere.');
  const [x, y, z, radius] = sphere.numbers(4) as [number, number, number, number];
  if (radius < 0) sphere.fail('has a negative radius.');
  return { kind: 'sphere', center: [x, y, z], radius };
}

/** Rounding of exporters at the poles and at ±180°, radians. */
const SLACK = 1e-9;

function readRegion(region: JsonNode): BoundingRegion {
  const values = region.numbers(6) as [number, number, number, number, number, number];
  const [west, south, east, north, minHeight, maxHeight] = values;
  if (Math.max(Math.abs(west), Math.abs(east)) > Math.PI + SLACK) region.fail('has a longitude beyond ±π radians.');
  if (Math.max(Math.abs(south), Math.abs(north)) > Math.PI / 2 + SLACK)
    region.fail('has a latitude beyond ±π/2 radians.');
  if (south > north) region.fail('has its south edge north of its north edge.');
  if (minHeight > maxHeight) region.fail('has its least height above its greatest.');
  return { kind: 'region', west, south, east, north, minHeight, maxHeight };
}
