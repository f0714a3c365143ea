import { PRODUCT_NAME, PRODUCT_VERSION } from '@overlook/shared/config';
import { projectionWkt, wgs84Utm } from '@overlook/shared/crs';
import { AXES, type ReadonlyVec3, type Vec3, utmFromLla } from '@overlook/shared/maths';
import { LAS_SINGLE_RETURN, lasHead, type LasHeadFacts, lasRecordBytes, RECORD } from '@overlook/shared/points';
import { type ExportedPoint, exportedPoints, llaOf, type ProfileExport, profileGrid } from './export-points.ts';
import type { PointsSummary } from './profile-points.ts';

const POINTS_A_PART = 2000;
/** Coordinates in whole millimetres. */
const SCALE = 0.001;

/**
 * The points as LAS 1.4, in parts: UTM on WGS84 in the zone of A, heights above the ellipsoid. The bounds in the head are
 * those of the points, so that these are gone through twice; the parts of the first time are empty.
 */
export function* profileLas(profile: ProfileExport, summary: PointsSummary): Generator<Uint8Array> {
  const facts = factsOf(profile, summary);
  const { offset } = facts.grid;
  const stepsOf = stepsIn(profile.frame, offset);
  const stride = lasRecordBytes(facts.hasColors);
  const bounds = yield* stepBounds(profile, stepsOf);
  const atSteps = (steps: Vec3): Vec3 => [
    steps[0] * SCALE + offset[0],
    steps[1] * SCALE + offset[1],
    steps[2] * SCALE + offset[2],
  ];
  yield lasHead(bounds ? { ...facts, minimum: atSteps(bounds.least), maximum: atSteps(bounds.most) } : facts);
  let view = new DataView(new ArrayBuffer(stride * POINTS_A_PART));
  let filled = 0;
  for (const point of exportedPoints(profile)) {
    const { red, green, blue, classCode } = point;
    const [x, y, z] = stepsOf(point);
    const at = stride * filled++;
    view.setInt32(at + RECORD.x, x, true);
    view.setInt32(at + RECORD.y, y, true);
    view.setInt32(at + RECORD.z, z, true);
    view.setUint8(at + RECORD.returns, LAS_SINGLE_RETURN);
    view.setUint8(at + RECORD.classification, classCode);
    if (facts.hasColors) {
      // Colours of 8 bits fill 16, as the standard asks.
      view.setUint16(at + RECORD.red, red << 8, true);
      view.setUint16(at + RECORD.green, green << 8, true);
      view.setUint16(at + RECORD.blue, blue << 8, true);
    }
    if (filled < POINTS_A_PART) continue;
    yield new Uint8Array(view.buffer);
    view = new DataView(new ArrayBuffer(stride * POINTS_A_PART));
    filled = 0;
  }
  if (filled > 0) yield new Uint8Array(view.buffer, 0, stride * filled);
}

/** From a point to whole steps of {@link SCALE} of easting, northing and height from `offset`. */
function stepsIn(frame: ProfileExport['frame'], offset: ReadonlyVec3): (point: ExportedPoint) => Vec3 {
  const grid = profileGrid(frame);
  const steps = (value: number, axis: 0 | 1 | 2) => Math.round((value - offset[axis]) / SCALE);
  return ({ along, across, up }) => {
    const lla = llaOf(frame, [along, across, up]);
    const { easting, northing } = utmFromLla(lla, grid);
    return [steps(easting, 0), steps(northing, 1), steps(lla.height, 2)];
  };
}

/** The least and the greatest steps of all points, null without points; an empty part behind every few of them. */
function* stepBounds(
  profile: ProfileExport,
  stepsOf: (point: ExportedPoint) => Vec3,
): Generator<Uint8Array, { least: Vec3; most: Vec3 } | null> {
  const least: [number, number, number] = [Infinity, Infinity, Infinity];
  const most: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  let points = 0;
  for (const point of exportedPoints(profile)) {
    const steps = stepsOf(point);
    for (const axis of AXES) {
      least[axis] = Math.min(least[axis], steps[axis]);
      most[axis] = Math.max(most[axis], steps[axis]);
    }
    if (++points % POINTS_A_PART === 0) yield new Uint8Array(0);
  }
  return points > 0 ? { least, most } : null;
}

/** The bytes of that file. */
export function lasBytes(profile: ProfileExport, summary: PointsSummary): number {
  const facts = factsOf(profile, summary);
  return lasHead(facts).length + summary.count * lasRecordBytes(facts.hasColors);
}

function factsOf(profile: ProfileExport, { count, bounds, hasColors }: PointsSummary): LasHeadFacts {
  const grid = profileGrid(profile.frame);
  const half = profile.halfThicknessMetres;
  const minimum: Vec3 = [Infinity, Infinity, Infinity];
  const maximum: Vec3 = [-Infinity, -Infinity, -Infinity];
  for (const along of bounds ? [bounds.alongLeast, bounds.alongMost] : []) {
    for (const across of [-half, half]) {
      for (const up of [bounds!.upLeast, bounds!.upMost]) {
        const lla = llaOf(profile.frame, [along, across, up]);
        const { easting, northing } = utmFromLla(lla, grid);
        [easting, northing, lla.height].forEach((value, k) => {
          minimum[k] = Math.min(minimum[k]!, value);
          maximum[k] = Math.max(maximum[k]!, value);
        });
      }
    }
  }
  const hasBounds = bounds !== null;
  return {
    hasColors,
    grid: { scale: [SCALE, SCALE, SCALE], offset: hasBounds ? whole(minimum) : [0, 0, 0] },
    minimum: hasBounds ? minimum : [0, 0, 0],
    maximum: hasBounds ? maximum : [0, 0, 0],
    points: count,
    returns: [count],
    wkt: gridWkt(grid),
    software: `${PRODUCT_NAME} ${PRODUCT_VERSION}`,
    createdAt: new Date(),
  };
}

/** WGS84 / UTM as text. */
function gridWkt({ zone, hemisphere }: ReturnType<typeof profileGrid>) {
  const { name, epsg, projection, datum } = wgs84Utm(zone, hemisphere === 'S');
  return projectionWkt(name, epsg, projection, datum);
}

const whole = ([x, y, z]: Vec3): Vec3 => [Math.floor(x), Math.floor(y), Math.floor(z)];
