import {
  type Lla,
  type Mat4,
  type Vec3,
  WGS84,
  dot,
  ecefToLla,
  enuFrame,
  length,
  maximumScale,
  multiply,
  transformDirection,
  transformPoint,
} from '@overlook/shared/maths';
import { type Volume, volumeCorners } from './volume.ts';

/** Data whose root stands further than this from the earth's centre stands on the earth, metres. */
const GEOREFERENCED_BEYOND = 6_000_000;

/** Where and how large the root of a tileset is. */
export interface RootPlacement {
  /** In the frame the root's transform leads to: ECEF where `isGeoreferenced`. */
  center: Vec3;
  /** Half sizes along the volume's own axes, metres; of a region: east, north, up. */
  halfSizes: Vec3;
  isGeoreferenced: boolean;
  /** Longitude and latitude of the centre and the height of the volume's lowest part: a guess at the ground. */
  ground: Lla | null;
}

/** Measures a root volume under its transform. */
export function rootPlacement({ volume, transform }: { volume: Volume; transform: Mat4 }): RootPlacement {
  if (volume.kind === 'region') return regionPlacement(volume);
  const center = transformPoint(transform, volume.center);
  const radius = volume.kind === 'sphere' ? volume.radius * maximumScale(transform) : 0;
  const axes = volume.kind === 'box' ? volume.axes.map((axis) => transformDirection(transform, axis)) : [];
  const halfSizes = (volume.kind === 'box' ? axes.map(length) : [radius, radius, radius]) as Vec3;
  if (length(center) <= GEOREFERENCED_BEYOND) return { center, halfSizes, isGeoreferenced: false, ground: null };
  const lla = ecefToLla(center);
  const up = enuFrame(lla).toEcef;
  const reach = axes.reduce((sum, axis) => sum + Math.abs(dot(axis, [up[8]!, up[9]!, up[10]!])), radius);
  return { center, halfSizes, isGeoreferenced: true, ground: { ...lla, height: lla.height - reach } };
}

function regionPlacement(region: Extract<Volume, { kind: 'region' }>): RootPlacement {
  const corners = volumeCorners(region, []);
  const width = (((region.east - region.west) % (2 * Math.PI)) + 2 * Math.PI) % (2 * Math.PI);
  const longitude = ((region.west + width / 2) * 180) / Math.PI;
  const middle = (region.south + region.north) / 2;
  const lla = { longitude: longitude > 180 ? longitude - 360 : longitude, latitude: (middle * 180) / Math.PI };
  const height = (region.minHeight + region.maxHeight) / 2;
  const frame = enuFrame({ ...lla, height });
  const center: Vec3 = [frame.toEcef[12]!, frame.toEcef[13]!, frame.toEcef[14]!];
  const halfNorth = ((region.north - region.south) / 2) * WGS84.a;
  const halfEast = Math.max(...corners.map((corner) => Math.abs(transformPoint(frame.fromEcef, corner)[0])));
  const halfSizes: Vec3 = [halfEast, halfNorth, (region.maxHeight - region.minHeight) / 2];
  return { center, halfSizes, isGeoreferenced: true, ground: { ...lla, height: region.minHeight } };
}

/** Where an operator places data: degrees, ellipsoidal metres; heading clockwise from north, degrees. */
export interface PlaceAt extends Lla {
  headingDeg?: number | undefined;
}

/** Position and orientation as a `models.json` has them: ECEF metres; radians, heading clockwise from north. */
export interface ModelPose {
  position: { x: number; y: number; z: number };
  orientation: { heading: number; pitch: number; roll: number };
}

/** The pose of data whose local x, y and z point east, north and up where the heading is 0. */
export function poseAt(at: PlaceAt): ModelPose {
  const m = enuFrame(at).toEcef;
  const heading = ((at.headingDeg ?? 0) * Math.PI) / 180;
  return { position: { x: m[12]!, y: m[13]!, z: m[14]! }, orientation: { heading, pitch: 0, roll: 0 } };
}

/** The root transform of georeferenced data in a local frame at its own ground point, for `poseAt` to place anew. */
export function transformAtGround(transform: Mat4, ground: Lla): number[] {
  return Array.from(multiply(enuFrame(ground).fromEcef, transform));
}
