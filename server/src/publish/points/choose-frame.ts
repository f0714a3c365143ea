import { numberText } from '@overlook/shared/format';
import { llaFromEcef, multiply, placementMatrix, translation, type Vec3 } from '@overlook/shared/maths';
import { resolveCrs, type SourceCrs, type SystemGrids, utmAt } from '../../pointclouds/crs/index.ts';
import type { FrameDescription } from '../../pointclouds/frame.ts';
import { type PlaceAt, poseAt } from '../check/placement.ts';
import { ImportRefusedError } from '../../errors/import-refused.ts';
import type { BuildRules } from './build-rules.ts';
import { ecefOfFirst, sourceFrame } from './first-place.ts';
import type { ProbedFile } from './probe-file.ts';

/** A file that has points. */
export type PlacedFile = ProbedFile & { readonly first: NonNullable<ProbedFile['first']> };

/** The position of data as an operator states it. */
export interface PlaceOptions {
  readonly at?: PlaceAt | undefined;
  readonly replacePosition?: boolean | undefined;
}

export type ChosenFrame = Pick<BuildRules, 'frame' | 'reprojectedFrom'>;

/**
 * The frame of a cloud, by its first file: its own projection where that has the same metres on all axes, the UTM
 * zone of its first point otherwise; or a frame at the place that the operator gives. Throws `ImportRefusedError`
 * where no source states it, or two contradict each other.
 */
export function chooseFrame(file: PlacedFile, { at, replacePosition = false }: PlaceOptions): ChosenFrame {
  const { crs, name } = file;
  if (crs && at && !replacePosition)
    throw new ImportRefusedError(
      name,
      '',
      `has a position of its own, by its coordinate system ${crs.name}. Omit --at, or add --replace-position to put its first point there.`,
    );
  if (at) return { frame: localFrame(file, at, replacePosition), reprojectedFrom: null };
  if (!crs)
    throw new ImportRefusedError(
      name,
      '',
      'states no coordinate system. Say it with --crs EPSG:n, or say where its origin is with --at longitude,latitude,height[,heading].',
    );
  return frameOfCrs(file, crs);
}

/** Metres: coordinates farther from their origin are those of a map, not of a scanner. */
const LOCAL_MOST_M = 10_000;

function localFrame({ name, first, crs }: PlacedFile, at: PlaceAt, isReplaced: boolean): FrameDescription {
  const metresPerUnit = crs?.metresPerUnit ?? 1;
  if (!isReplaced && Math.hypot(...first) > LOCAL_MOST_M)
    throw new ImportRefusedError(
      name,
      '',
      `has coordinates that are ${numberText(Math.hypot(...first) / 1000, 0)} km from their origin, as those of a map are. Say their system with --crs instead of --at, or add --replace-position to put the first point there.`,
    );
  if (isReplaced && crs && (crs.kind !== 'projected' || !hasOneUnit(crs)))
    throw new ImportRefusedError(
      name,
      '',
      `cannot be moved by --replace-position, because ${crs.name} is no plan with one unit.`,
    );
  const { position, orientation } = poseAt(at);
  const placed = placementMatrix([position.x, position.y, position.z], [orientation.heading, 0, 0]);
  const origin = first.map((value) => -Math.floor(value) * metresPerUnit) as Vec3;
  return {
    kind: 'local',
    name: `local, at ${at.longitude.toFixed(6)}, ${at.latitude.toFixed(6)}`,
    toEcef: Array.from(isReplaced ? multiply(placed, translation(origin)) : placed),
    metresPerUnit,
  };
}

/** Units that differ by less are one: the survey foot's 2 in a million are a millimetre in the height of a mountain. */
const SAME_UNIT = 3e-6;

const hasOneUnit = ({ metresPerUnit, metresPerHeightUnit }: SourceCrs): boolean =>
  Math.abs(metresPerHeightUnit / metresPerUnit - 1) < SAME_UNIT;

function frameOfCrs(file: PlacedFile, crs: SourceCrs): ChosenFrame {
  const pointEcef = ecefOfFirst(file, crs);
  if (crs.kind === 'projected' && hasOneUnit(crs)) return { frame: projectedFrame(crs), reprojectedFrom: null };
  const { longitude, latitude } = llaFromEcef(pointEcef);
  const { epsg } = utmAt(longitude, latitude);
  const utm = resolveCrs(null, { crs: `EPSG:${epsg}`, altitudes: crs.heights })!;
  // The datum of the UTM zone is WGS84; heights stay above the surface that they are above.
  const grids: SystemGrids = crs.grids?.geoid ? { geoid: crs.grids.geoid } : {};
  return { frame: projectedFrame({ ...utm, grids }), reprojectedFrom: sourceFrame(crs) };
}

const projectedFrame = ({
  name,
  proj4,
  epsg,
  wkt,
  metresPerUnit,
  heights,
  grids = {},
}: SourceCrs): FrameDescription => ({
  kind: 'projected',
  name,
  proj4,
  epsg,
  wkt,
  metresPerUnit,
  heights,
  ...(grids.geoid || grids.datum ? { grids } : {}),
});
