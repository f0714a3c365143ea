import { llaFromEcef, type Vec3 } from '@overlook/shared/maths';
import { ImportRefusedError } from '../../errors/import-refused.ts';
import { openProjection, type SourceCrs } from '../../pointclouds/crs/index.ts';
import { offEarthReason } from '../check/earth.ts';
import type { SourceFrame } from './build-rules.ts';
import { ecefOf } from './move-records.ts';

/** A file with its first point, in the file's own coordinates. */
export interface FirstPoint {
  readonly name: string;
  readonly first: readonly [number, number, number];
}

const OUTSIDE = 'outside its area';

/** ECEF metres of the first point of a file. Throws `ImportRefusedError` where it is nowhere on the earth. */
export function ecefOfFirst({ name, first }: FirstPoint, crs: SourceCrs): Vec3 {
  const point = Float64Array.from(first);
  try {
    ecefOf(sourceFrame(crs))(point);
    const pointEcef: Vec3 = [point[0]!, point[1]!, point[2]!];
    const off = offEarthReason(pointEcef) ?? (isWithinArea(crs, first, pointEcef) ? null : OUTSIDE);
    if (off === null) return pointEcef;
    throw misplaced(name, first, crs, off);
  } catch (error) {
    throw error instanceof RangeError ? misplaced(name, first, crs, OUTSIDE) : error;
  }
}

/**
 * Far outside their area projections still give results, but wrong ones that cannot be inverted. Throws `RangeError`
 * where the inverse differs.
 */
function isWithinArea(
  { kind, proj4, heights, grids }: SourceCrs,
  [x, y]: FirstPoint['first'],
  pointEcef: Vec3,
): boolean {
  if (kind === 'geocentric') return true;
  if (kind === 'geographic') return Math.abs(x) <= 360 && Math.abs(y) <= 90;
  const [xBack, yBack] = openProjection(proj4, heights, grids).fromLla(llaFromEcef(pointEcef));
  return Math.hypot(xBack - x, yBack - y) < 0.01;
}

/** Names that programs write where a system has none. */
const NO_NAME = /^(?:unnamed|unknown|undefined|)$/i;

const misplaced = (name: string, first: readonly number[], crs: SourceCrs, where: string): ImportRefusedError =>
  new ImportRefusedError(
    name,
    '',
    `has its first point, ${first.map((value) => Number(value.toFixed(3))).join(' ')}, nowhere on the Earth in ${NO_NAME.test(crs.name) ? 'the system that it states' : crs.name}: ${where}. Say the system of its coordinates with --crs.`,
  );

/** The system of a file whose points have to be projected. */
export const sourceFrame = ({
  kind,
  proj4,
  heights,
  metresPerUnit,
  metresPerHeightUnit,
  grids,
}: SourceCrs): SourceFrame =>
  kind === 'geocentric' ? { kind, metresPerUnit } : { kind: 'projection', proj4, heights, metresPerHeightUnit, grids };
