import {
  anglesOf,
  DEG_PER_RAD,
  distance,
  enuAxesAt,
  type Lla,
  llaFromEcef,
  orthonormal,
  type PhotoAngles,
  subtract,
  type Vec3,
} from '@overlook/shared/maths';
import type { E57Pose } from '@overlook/shared/point-files';
import { openFrame } from '../../../pointclouds/open-frame.ts';
import { coordinatesOf } from '../../../pointclouds/record.ts';
import type { StoreDescription } from '../../../pointclouds/store/store-index.ts';
import type { BuildRules } from '../build-rules.ts';
import { ecefOf } from '../move-records.ts';

/** Axes of a camera in its own frame: where it looks, and its upper edge. */
export interface CameraAxes {
  readonly direction: Vec3;
  readonly up: Vec3;
}

export interface PlacedPose {
  readonly place: Lla;
  /** Angles at that place; null in a system of degrees, whose axes turn nothing. */
  angles(axes: CameraAxes): PhotoAngles | null;
}

/** Units of the file on both sides of a place, over which a direction is measured. */
const STEP = 10;
/** A pose farther from the points than this is none of theirs, metres. */
const FARTHEST_M = 5000;

/** Places poses of a file where its points are, by the same system. Poses in the coordinates of the file; the cloud is built. */
export function openPosePlaces(
  rules: BuildRules,
  cloud: Pick<StoreDescription, 'scale' | 'offset' | 'minimum' | 'maximum'>,
): (pose: E57Pose) => PlacedPose | string {
  const toEcef = fileToEcef(rules);
  const isGeographic =
    rules.reprojectedFrom?.kind === 'projection' && /\+proj=longlat\b/.test(rules.reprojectedFrom.proj4);
  const { middleEcef, radiusM } = extentOf(rules, cloud);
  return ({ rotation, translation }) => {
    const pointEcef = placedOrNull(toEcef, translation);
    if (!pointEcef || !pointEcef.every(Number.isFinite))
      return 'Its place is outside the area of its coordinate system.';
    const awayM = distance(pointEcef, middleEcef) - radiusM;
    if (awayM > FARTHEST_M) return `Its place is ${Math.round(awayM / 1000)} km from the points of its file.`;
    const place = llaFromEcef(pointEcef);
    const directionEcef = (axis: Vec3): Vec3 => {
      const turned = turn(rotation, axis);
      const end = (sign: number): Vec3 => toEcef(translation.map((value, i) => value + sign * STEP * turned[i]!));
      return subtract(end(1), end(-1));
    };
    return {
      place,
      angles(axes) {
        if (isGeographic) return null;
        const orientation = orthonormal(directionEcef(axes.direction), directionEcef(axes.up));
        const { east, north, up: vertical } = enuAxesAt(pointEcef);
        const { headingRad, pitchRad, rollRad } = anglesOf(orientation, { east, north, vertical });
        return {
          headingDeg: (headingRad * DEG_PER_RAD + 360) % 360,
          pitchDeg: pitchRad * DEG_PER_RAD,
          rollDeg: rollRad * DEG_PER_RAD,
        };
      },
    };
  };
}

/** From coordinates of the file to ECEF metres. Throws `RangeError` outside the area of its system. */
function fileToEcef({ frame, reprojectedFrom }: BuildRules): (point: readonly number[]) => Vec3 {
  const opened = reprojectedFrom ? null : openFrame(frame);
  const inPlace = reprojectedFrom ? ecefOf(reprojectedFrom) : (point: Float64Array) => opened!.toEcef(point, point);
  return (point) => {
    const moved = Float64Array.from(point);
    inPlace(moved);
    return [moved[0]!, moved[1]!, moved[2]!];
  };
}

function placedOrNull(toEcef: (point: readonly number[]) => Vec3, translation: readonly number[]): Vec3 | null {
  try {
    return toEcef(translation);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function extentOf(
  { frame }: BuildRules,
  { scale, offset, minimum, maximum }: Pick<StoreDescription, 'scale' | 'offset' | 'minimum' | 'maximum'>,
): { middleEcef: Vec3; radiusM: number } {
  const { toEcef } = openFrame(frame);
  const cornerEcef = (corner: readonly number[]): Vec3 => {
    const point = Float64Array.from(coordinatesOf({ scale, offset }, corner as Vec3));
    toEcef(point, point);
    return [point[0]!, point[1]!, point[2]!];
  };
  const [a, b] = [cornerEcef(minimum), cornerEcef(maximum)];
  return { middleEcef: [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2], radiusM: distance(a, b) / 2 };
}

const turn = (m: readonly number[], [x, y, z]: Vec3): Vec3 => [
  m[0]! * x + m[1]! * y + m[2]! * z,
  m[3]! * x + m[4]! * y + m[5]! * z,
  m[6]! * x + m[7]! * y + m[8]! * z,
];
