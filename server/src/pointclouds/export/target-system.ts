import type { EpsgText, ExportCoordinates } from '@overlook/shared/config';
import { EXPORTS_MESSAGES, systemInexactText, systemTooFarText, systemUnknownText } from '@overlook/shared/messages';
import type { ExportBox } from '@overlook/shared/schemas';
import { CrsError, type HeightDatum, resolveCrs, withEllipsoidalHeights, withHeightsOf } from '../crs/index.ts';
import { ECEF_SYSTEM, gridAbout } from '../formats-out/moved-records.ts';
import type { PointFileFacts } from '../formats-out/point-writer.ts';
import type { FrameDescription, PointFrame } from '../frame.ts';
import { openFrame } from '../open-frame.ts';
import type { PointGrid } from '../record.ts';

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
  if (coordinates === 'site' || coordinates === 'ecef') return;
  const frame = openFrame(projectedFrame(coordinates, 'ellipsoidal'));
  const { name, metresPerUnit } = frame.description;
  const scales = scalesAt(frame, [centerX, centerY, centerZ]);
  if (!scales.every((scale) => Math.abs(scale / metresPerUnit - 1) < SCALE_ERROR_MOST))
    throw new CrsError(systemTooFarText(name));
}

/** How points of a cloud are written in other coordinates. */
export interface TargetSystem {
  readonly coordinateSystem: PointFileFacts['coordinateSystem'];
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

/** Heights without a stated reference are read as above the sea by EGM96. */
export function wktOf({ wkt, heights, grids }: Projected): string | null {
  if (wkt === null) return null;
  if (heights === 'ellipsoidal') return withEllipsoidalHeights(wkt);
  const system = grids?.geoid?.system;
  return system ? withHeightsOf(system, wkt) : wkt;
}
