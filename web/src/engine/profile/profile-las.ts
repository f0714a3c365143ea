import { PRODUCT_NAME, PRODUCT_VERSION } from '@overlook/shared/config';
import { crsOfEpsg, projectionWkt } from '@overlook/shared/crs';
import { type Vec3, utmFromLla } from '@overlook/shared/maths';
import { LAS_SINGLE_RETURN, lasHead, type LasHeadFacts, lasRecordBytes, RECORD } from '@overlook/shared/points';
import { exportedPoints, llaOf, type ProfileExport, profileGrid } from './export-points.ts';
import type { PointsSummary } from './profile-points.ts';

const POINTS_A_PART = 2000;
/** Coordinates in whole millimetres. */
const SCALE = 0.001;

/**
 * The points as LAS 1.4, in parts: UTM on WGS84 in the zone of A, heights above the ellipsoid. The bounds in the head are
 * those of the box around the section, which all points are in.
 */
export function* profileLas(profile: ProfileExport, summary: PointsSummary): Generator<Uint8Array> {
  const facts = factsOf(profile, summary);
  const grid = profileGrid(profile.frame);
  const stride = lasRecordBytes(facts.hasColors);
  const [offsetX, offsetY, offsetZ] = facts.grid.offset;
  yield lasHead(facts);
  let view = new DataView(new ArrayBuffer(stride * POINTS_A_PART));
  let filled = 0;
  for (const { along, across, up, red, green, blue, classCode } of exportedPoints(profile)) {
    const lla = llaOf(profile.frame, [along, across, up]);
    const { easting, northing } = utmFromLla(lla, grid);
    const at = stride * filled++;
    view.setInt32(at + RECORD.x, Math.round((easting - offsetX) / SCALE), true);
    view.setInt32(at + RECORD.y, Math.round((northing - offsetY) / SCALE), true);
    view.setInt32(at + RECORD.z, Math.round((lla.height - offsetZ) / SCALE), true);
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
function gridWkt({ zone, hemisphere }: ReturnType<typeof profileGrid>): string | null {
  const crs = crsOfEpsg((hemisphere === 'N' ? 32_600 : 32_700) + zone);
  return crs?.kind === 'projected' ? projectionWkt(crs.name, crs.epsg, crs.projection, crs.datum) : null;
}

const whole = ([x, y, z]: Vec3): Vec3 => [Math.floor(x), Math.floor(y), Math.floor(z)];
