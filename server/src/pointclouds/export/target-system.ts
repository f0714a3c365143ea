import type { EpsgText, ExportCoordinates } from '@overlook/shared/config';
import { llaFromEcef, utmFromLla, type Vec3 } from '@overlook/shared/maths';
import { EXPORTS_MESSAGES, systemInexactText, systemTooFarText, systemUnknownText } from '@overlook/shared/messages';
import type { ExportBox } from '@overlook/shared/schemas';
import { CrsError, type HeightDatum, resolveCrs, withEllipsoidalHeights, withHeightsOf } from '../crs/index.ts';
import { ECEF_SYSTEM, gridAbout } from '../formats-out/moved-records.ts';
import type { PointFileFacts } from '../formats-out/point-writer.ts';
import type { FrameDescription, PointFrame } from '../frame.ts';
import { openFrame } from '../open-frame.ts';
import type { PointGrid } from '../record.ts';
import type { StoreDescription } from '../store/store-index.ts';

type Projected = Extract<FrameDescription, { kind: 'projected' }>;

/** Largest error of lengths of a system at a place that it is offered for: a UTM zone is used within two zones of its own. */
const SCALE_ERROR_MOST = 0.03;

/** The system of a code. Throws `CrsError` with a sentence for one that is unknown, not of metres on a plane, or inexact. */
function projectedFrame(coordinates: EpsgText, heights: HeightDatum): Projected {
  let found;
  try {
    found = resolveCrs(null, { crs: coordinates, altitudes: heights });
  } catch (error) {
    if (error instanceof CrsError) throw new CrsError(systemUnknownText(coordinates));
    throw error;
  }
  if (found?.kind !== 'projected') throw new CrsError(EXPORTS_MESSAGES['export.systemNotProjected']);
  const { name, proj4, epsg, wkt, metresPerUnit, accuracyM } = found;
  if (accuracyM !== null) throw new CrsError(systemInexactText(name, accuracyM));
  return { kind: 'projected', name, proj4, epsg, wkt, metresPerUnit, heights };
}

/** The length of a metre north and east of a place in the system: 1 where it fits. Not finite where it does not reach. */
function scalesAt(frame: PointFrame, placeEcef: readonly [number, number, number]): number[] {
  const place = new Float64Array(3);
  try {
    frame.fromEcef(placeEcef, place);
    const m = frame.affineAt([...place]);
    return [0, 4].map((column) => Math.hypot(m[column]!, m[column + 1]!, m[column + 2]!));
  } catch (error) {
    if (error instanceof RangeError) return [NaN];
    throw error;
  }
}

/** Throws `CrsError` with a sentence where points of a box cannot be written in these coordinates. */
export function assertReaches(coordinates: ExportCoordinates, { centerX, centerY, centerZ }: ExportBox): void {
  if (coordinates !== 'site' && coordinates !== 'ecef') assertFits(coordinates, [centerX, centerY, centerZ]);
}

/** The plan of a projected system, or of the UTM zone of a place for `site`. Throws `CrsError` with a sentence where it does not fit the place. */
export function planFrame(coordinates: ExportCoordinates, placeEcef: Vec3): PointFrame {
  const { zone, hemisphere } = utmFromLla(llaFromEcef(placeEcef));
  const utm: EpsgText = `EPSG:${(hemisphere === 'N' ? 32_600 : 32_700) + zone}`;
  const system = coordinates === 'site' || coordinates === 'ecef' ? utm : coordinates;
  assertFits(system, placeEcef);
  return openFrame(projectedFrame(system, 'ellipsoidal'));
}

/** Throws `CrsError` with a sentence for a system that is unknown, no plan in metres, or inexact, or does not reach a place; null for any. */
export function assertFits(system: EpsgText, placeEcef: Vec3 | null): void {
  const frame = openFrame(projectedFrame(system, 'ellipsoidal'));
  if (!placeEcef) return;
  const { name, metresPerUnit } = frame.description;
  const scales = scalesAt(frame, placeEcef);
  if (!scales.every((scale) => Math.abs(scale / metresPerUnit - 1) < SCALE_ERROR_MOST))
    throw new CrsError(systemTooFarText(name));
}

/** How points of a cloud are written in other coordinates. */
export interface TargetSystem {
  /** Absent for that of the cloud. */
  readonly coordinateSystem?: PointFileFacts['coordinateSystem'];
  readonly grid: PointGrid;
  /** Converts coordinates of the cloud, in place. */
  readonly convert: (point: Float64Array) => void;
}

/**
 * The system that an export is written in; null for that of the cloud. Heights stay above what they are above in the cloud;
 * those of a local frame are above the ellipsoid.
 */
export function targetSystem(
  coordinates: ExportCoordinates,
  frame: PointFrame,
  { centerX, centerY, centerZ }: ExportBox,
): TargetSystem | null {
  if (coordinates === 'site') return null;
  const center = Float64Array.of(centerX, centerY, centerZ);
  if (coordinates === 'ecef')
    return {
      coordinateSystem: ECEF_SYSTEM,
      grid: gridAbout(center, 1),
      convert: (point) => frame.toEcef(point, point),
    };
  const { description: own } = frame;
  const description = projectedFrame(coordinates, own.kind === 'projected' ? own.heights : 'ellipsoidal');
  if (own.kind === 'projected' && own.grids?.geoid) description.grids = { geoid: own.grids.geoid };
  const target = openFrame(description);
  target.fromEcef(center, center);
  return {
    coordinateSystem: { name: description.name, wkt: wktOf(description) },
    grid: gridAbout(center, description.metresPerUnit),
    convert(point) {
      frame.toEcef(point, point);
      target.fromEcef(point, point);
    },
  };
}

/** How points that lie at another place than they were delivered are written in the cloud's own system, `own`. */
export function movedInOwn(
  moved: PointFrame,
  own: PointFrame,
  { scale, offset, minimum, maximum }: PointGrid & Pick<StoreDescription, 'minimum' | 'maximum'>,
): TargetSystem {
  const convert = (point: Float64Array) => {
    moved.toEcef(point, point);
    own.fromEcef(point, point);
  };
  const middle = Float64Array.from(
    scale,
    (step, axis) => ((minimum[axis]! + maximum[axis]!) / 2) * step + offset[axis]!,
  );
  const after = Float64Array.from(middle);
  convert(after);
  // Integers of 32 bits reach as far about the new middle as about the old one.
  const at = (axis: 0 | 1 | 2) => offset[axis] + Math.round(after[axis]! - middle[axis]!);
  return { grid: { scale, offset: [at(0), at(1), at(2)] }, convert };
}

/** Heights without a stated reference are read as above the sea by EGM96. */
export function wktOf({ wkt, heights, grids }: Projected): string | null {
  if (wkt === null) return null;
  if (heights === 'ellipsoidal') return withEllipsoidalHeights(wkt);
  const system = grids?.geoid?.system;
  return system ? withHeightsOf(system, wkt) : wkt;
}
