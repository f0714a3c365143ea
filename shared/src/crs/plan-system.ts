import { crsEngines, type OpenedProjection } from './engines.ts';

/** A coordinate system that cannot be used; the message is a sentence whose subject is the system. */
export class CrsError extends Error {
  override readonly name = 'CrsError';
}

/** The horizontal part of a coordinate system, as needed for computing. */
export interface PlanSystem {
  /** Web Mercator's units are no metres, so its coordinates have to be projected again, like degrees. */
  readonly kind: 'projected' | 'geographic' | 'geocentric' | 'web mercator';
  /** A name for people. */
  readonly name: string;
  readonly epsg: number | null;
  readonly wkt: string | null;
  /** What `proj4` reads; empty for geocentric coordinates. */
  readonly proj4: string;
  /** 1 for degrees. */
  readonly metresPerUnit: number;
  /** Accuracy of the transformation to WGS84 where it is worse than 2 metres; metres. */
  readonly accuracyM: number | null;
}

/** Kinds of datums of proj4: shifted by a grid, and without a transformation to WGS84. */
const GRID_SHIFT = 3;
const NO_DATUM = 5;
const EQUATOR_M = 6_378_137;

/**
 * The plan that a proj4 string or a WKT text defines. Throws `CrsError` where proj4 cannot read it, where its datum has
 * no transformation to WGS84, because points would be wrong by up to hundreds of metres, and where its unit is no
 * length.
 */
export function planOfDefinition(definition: string, name: string, wkt: string | null): PlanSystem {
  const opened = openedBy(definition);
  const { datum } = opened;
  if (datum?.datum_type === GRID_SHIFT && !datum.grids?.every(({ isNull }) => isNull))
    throw new CrsError('needs a file of datum shifts (nadgrids), which is not read here.');
  if (datum?.datum_type === NO_DATUM && Math.abs((opened.a ?? EQUATOR_M) - EQUATOR_M) > 1)
    throw new CrsError('does not say how its datum is tied to WGS84 (towgs84).');
  const kind = kindOf(opened);
  const metresPerUnit = kind === 'geographic' ? 1 : (opened.to_meter ?? 1);
  if (!(metresPerUnit > 0 && metresPerUnit < Infinity))
    throw new CrsError(`has a unit of ${metresPerUnit} metres, which is no length.`);
  return {
    kind,
    name,
    epsg: null,
    wkt,
    proj4: kind === 'geocentric' ? '' : definition,
    metresPerUnit,
    accuracyM: null,
  };
}

function kindOf({ projName = '' }: OpenedProjection): PlanSystem['kind'] {
  if (/^(longlat|latlong|identity)$/i.test(projName)) return 'geographic';
  return /^geocent/i.test(projName) ? 'geocentric' : 'projected';
}

function openedBy(definition: string): OpenedProjection {
  try {
    return new (crsEngines().proj4.Proj)(definition);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CrsError(`cannot be read by proj4 (${reason.slice(0, 120)}).`, { cause: error });
  }
}
