import type { StatedCrs } from '../point-files/index.ts';
import { crsOfName } from './crs-by-name.ts';
import { type KnownCrs, crsOfEpsg, partsOfEpsg } from './epsg-codes.ts';
import { proj4Degrees, proj4Text, projectionWkt } from './map-projection.ts';
import { CrsError, planOfDefinition, type PlanSystem } from './plan-system.ts';
import type { SystemGrids } from './grid-patch.ts';
import type { HeightDatum } from './projection.ts';
import { childrenOf, metresPerUnitOf, nameOf, type WktNode } from './read-wkt.ts';
import type { VerticalSystem } from './vertical-system.ts';
import { planOfWkt, type StatedHeights, wktSystem } from './wkt-system.ts';

/** A coordinate system of points in space. */
export interface SourceCrs extends PlanSystem {
  readonly heights: HeightDatum;
  /** Neither source says what heights are above. */
  readonly areHeightsAssumed: boolean;
  /** The system of orthometric heights; null where none is named. */
  readonly vertical: VerticalSystem | null;
  readonly metresPerHeightUnit: number;
  /** By which it is computed; without them by EGM96 and the parameters of its datum. */
  readonly grids?: SystemGrids;
}

/** What an operator says of coordinates. */
export interface CrsOptions {
  /** `EPSG:n`, `EPSG:n+m` with the code of the heights, or a proj4 string. */
  readonly crs?: string | undefined;
  readonly altitudes?: HeightDatum | undefined;
}

interface Found {
  readonly plan: PlanSystem;
  readonly heights: StatedHeights;
}

/**
 * The coordinate system that a file or an operator states; null where neither does. The operator's statement has
 * priority; heights without a statement are above the sea. Throws `CrsError` for one that is not known or cannot be
 * computed.
 */
export function resolveCrs(stated: StatedCrs | null, { crs, altitudes }: CrsOptions): SourceCrs | null {
  const found = crs === undefined ? stated && ofFile(stated) : ofOperator(crs);
  if (!found) return null;
  const { plan, heights } = found;
  const datum = altitudes ?? heights.datum;
  return {
    ...plan,
    heights: datum ?? 'orthometric',
    areHeightsAssumed: datum === null,
    vertical: datum === 'ellipsoidal' ? null : heights.vertical,
    metresPerHeightUnit: heights.metresPerUnit ?? plan.metresPerUnit,
  };
}

function ofFile(stated: StatedCrs): Found {
  if (stated.kind === 'wkt') return ofWkt(stated.wkt);
  const [horizontal, vertical] = partsOfEpsg(stated.horizontal);
  return ofCodes(horizontal, stated.vertical ?? vertical, stated.metresPerHeightUnit);
}

function ofCodes(horizontal: number, vertical: number | null, metresPerHeightUnit?: number): Found {
  const known = crsOfEpsg(horizontal);
  if (!known) throw new CrsError(`EPSG:${horizontal} is not a coordinate system that is known here.`);
  const heights = heightsOf(known, vertical);
  return {
    plan: planOf(known),
    heights: { ...heights, metresPerUnit: metresPerHeightUnit ?? heights.metresPerUnit },
  };
}

function ofWkt(wkt: string): Found {
  const { plan, epsg, heights } = wktSystem(wkt);
  const known = epsg === null ? namedPlan(plan) : crsOfEpsg(epsg);
  if (!known) return { plan: planOfWkt(plan, wkt), heights };
  const { datum } = heightsOf(known, null);
  return { plan: { ...planOf(known), wkt }, heights: { ...heights, datum: heights.datum ?? datum } };
}

/** Largest difference of a false easting that is one of rounding, metres. */
const SAME_EASTING_M = 0.01;

/**
 * The system that a plan without a code names, as ESRI writes it: without the transformation of its datum. Null where it has
 * another unit or another origin than the system of that name.
 */
function namedPlan(plan: WktNode): KnownCrs | null {
  const known = crsOfName(nameOf(plan));
  if (!known || metresPerUnitOf(plan) !== 1) return null;
  const easting = childrenOf(plan, 'PARAMETER').find(({ values: [name] }) => /^false_?easting$/i.test(String(name)));
  const said = Number(easting?.values[1] ?? 0);
  const expected = known.kind === 'projected' ? known.projection.falseEastingM : 0;
  return Math.abs(said - expected) <= SAME_EASTING_M ? known : null;
}

function ofOperator(crs: string): Found {
  const text = crs.trim();
  const code = /^EPSG:(\d{1,6})(?:\+(\d{1,6}))?$/i.exec(text);
  if (code) {
    const [horizontal, vertical] = partsOfEpsg(Number(code[1]));
    return ofCodes(horizontal, code[2] === undefined ? vertical : Number(code[2]));
  }
  if (!text.startsWith('+proj='))
    throw new CrsError(`“${text.slice(0, 60)}” is neither EPSG:n nor a proj4 string that begins with +proj=.`);
  return { plan: planOfDefinition(text, text, null), heights: { datum: null, vertical: null, metresPerUnit: null } };
}

function planOf(known: KnownCrs): PlanSystem {
  const { epsg, datum } = known;
  const named = {
    name: `${known.name} (EPSG:${epsg})`,
    epsg,
    wkt: null,
    metresPerUnit: 1,
    accuracyM: datum.accuracyM > 2 ? datum.accuracyM : null,
  };
  if (known.kind === 'geographic') return { ...named, kind: 'geographic', proj4: proj4Degrees(datum) };
  if (known.kind === 'geocentric') return { ...named, kind: 'geocentric', proj4: '' };
  if (known.kind === 'web mercator') return { ...named, kind: 'web mercator', proj4: WEB_MERCATOR };
  return {
    ...named,
    kind: 'projected',
    wkt: projectionWkt(known.name, epsg, known.projection, datum),
    proj4: proj4Text(known.projection, datum),
  };
}

/** A sphere of the equator's radius, whose degrees are those of WGS84. */
const WEB_MERCATOR =
  '+proj=merc +a=6378137 +b=6378137 +lat_ts=0 +lon_0=0 +x_0=0 +y_0=0 +k=1 +units=m +nadgrids=@null +no_defs';

/** GeoTIFF's codes of heights above an ellipsoid (GeoTIFF 1.0, §6.3.4.1). */
const isEllipsoid = (code: number): boolean => code >= 5001 && code <= 5033;

/** Systems of heights in feet: those of NAVD88. */
const FEET: Readonly<Record<number, number>> = { 6360: 1200 / 3937, 8228: 0.3048 };

function heightsOf(known: KnownCrs, vertical: number | null): StatedHeights {
  if (vertical !== null) {
    const metresPerUnit = FEET[vertical] ?? null;
    if (isEllipsoid(vertical)) return { datum: 'ellipsoidal', vertical: null, metresPerUnit };
    return { datum: 'orthometric', vertical: { epsg: vertical, name: `EPSG:${vertical}` }, metresPerUnit };
  }
  const isSpatial = known.kind === 'geocentric' || (known.kind === 'geographic' && known.is3d);
  return { datum: isSpatial ? 'ellipsoidal' : null, vertical: null, metresPerUnit: null };
}
