import { CrsError, planOfDefinition, type PlanSystem } from './plan-system.ts';
import type { HeightDatum } from './projection.ts';
import type { VerticalSystem } from './vertical-system.ts';
import { childrenOf, epsgOf, findNode, metresPerUnitOf, nameOf, parseWkt, type WktNode, WktError } from './read-wkt.ts';

/** The surface above which heights are measured, and their unit; null where none is stated. */
export interface StatedHeights {
  readonly datum: HeightDatum | null;
  /** The system of orthometric heights; null where none is named. */
  readonly vertical: VerticalSystem | null;
  readonly metresPerUnit: number | null;
}

/** The content of a WKT text. */
export interface WktSystem {
  readonly plan: WktNode;
  /** Of the horizontal part. */
  readonly epsg: number | null;
  readonly heights: StatedHeights;
}

const PROJECTED = ['PROJCS', 'PROJCRS', 'PROJECTEDCRS'];
const GEOGRAPHIC = ['GEOGCS', 'GEOGCRS', 'GEOGRAPHICCRS', 'GEODCRS', 'GEODETICCRS'];
const GEOCENTRIC = ['GEOCCS'];
const VERTICAL = ['VERT_CS', 'VERTCRS', 'VERTICALCRS'];
const COMPOUND = ['COMPD_CS', 'COMPOUNDCRS'];
const BOUND = ['BOUNDCRS'];

/** Splits WKT 1 or 2 into plan and heights. Throws `CrsError` for a system that is not on the earth. */
export function wktSystem(wkt: string): WktSystem {
  const root = unbound(parsed(wkt));
  const [first, second] = COMPOUND.includes(root.keyword)
    ? childrenOf(root, ...PROJECTED, ...GEOGRAPHIC, ...GEOCENTRIC, ...VERTICAL, ...BOUND).map(unbound)
    : [root];
  if (!first || ![...PROJECTED, ...GEOGRAPHIC, ...GEOCENTRIC].includes(first.keyword))
    throw new CrsError(`is “${root.keyword}”, which has no place on the earth.`);
  const vertical = second && VERTICAL.includes(second.keyword) ? second : null;
  return { plan: first, epsg: epsgOf(first), heights: vertical ? verticalOf(vertical) : spatialOf(first) };
}

function parsed(wkt: string): WktNode {
  try {
    return parseWkt(wkt);
  } catch (error) {
    if (error instanceof WktError) throw new CrsError(`is a WKT text that ${error.message}`, { cause: error });
    throw error;
  }
}

/** WKT 2 wraps a system that comes with a transformation. */
function unbound(node: WktNode): WktNode {
  const source = BOUND.includes(node.keyword) ? childrenOf(node, 'SOURCECRS')[0] : undefined;
  return source ? (source.values.find((value): value is WktNode => typeof value === 'object') ?? node) : node;
}

/** Ellipsoidal heights have type 2002 in WKT 1. */
const ELLIPSOIDAL_TYPE = 2002;

function verticalOf(node: WktNode): StatedHeights {
  const datum = childrenOf(node, 'VERT_DATUM', 'VDATUM', 'VRF', 'VERTICALDATUM')[0];
  const isEllipsoidal = datum?.values[1] === ELLIPSOIDAL_TYPE || /ellipsoid/i.test(nameOf(node));
  const vertical = isEllipsoidal ? null : { epsg: epsgOf(node), name: nameOf(node) };
  return { datum: isEllipsoidal ? 'ellipsoidal' : 'orthometric', vertical, metresPerUnit: metresPerUnitOf(node) };
}

/** A system of three axes has ellipsoidal heights. */
function spatialOf(node: WktNode): StatedHeights {
  if (GEOCENTRIC.includes(node.keyword) || isCartesian(node)) return { ...ELLIPSOIDAL, metresPerUnit: null };
  const isSpatial = childrenOf(node, 'AXIS').length === 3;
  return isSpatial ? { ...ELLIPSOIDAL, metresPerUnit: metresPerUnitOf(node, 2) } : NOTHING;
}

const ELLIPSOIDAL = { datum: 'ellipsoidal', vertical: null } as const;
const NOTHING: StatedHeights = { datum: null, vertical: null, metresPerUnit: null };

/** Geocentric coordinates of WKT 2. */
const isCartesian = (node: WktNode): boolean =>
  GEOGRAPHIC.includes(node.keyword) &&
  childrenOf(node, 'CS').some(({ values: [kind] }) => String(kind).toLowerCase() === 'cartesian');

/**
 * The plan of a WKT text, as proj4 reads it. `wkt` is the whole text. Throws `CrsError`; a datum without a
 * transformation to WGS84 must have the size of today's ellipsoids.
 */
export function planOfWkt(plan: WktNode, wkt: string): PlanSystem {
  const epsg = epsgOf(plan);
  const name = `${nameOf(plan) || 'a system without a name'}${epsg === null ? '' : ` (EPSG:${epsg})`}`;
  if (GEOCENTRIC.includes(plan.keyword) || isCartesian(plan)) {
    assertModern(plan);
    const metresPerUnit = metresPerUnitOf(plan) ?? 1;
    return { kind: 'geocentric', name, epsg, wkt, proj4: '', metresPerUnit, accuracyM: null };
  }
  return { ...planOfDefinition(plan.text, name, wkt), epsg };
}

/** The text of a compound system of WKT 1 with heights in the unit of the plan. */
function withHeights(plan: WktNode, named: string, vertical: (unit: string) => string): string {
  const name = nameOf(plan).replaceAll('"', '""');
  const unit = childrenOf(plan, 'UNIT')[0]?.text ?? 'UNIT["metre",1]';
  return `COMPD_CS["${name} + ${named}",${plan.text},${vertical(unit)}]`;
}

/** Orthometric heights have type 2005 in WKT 1. */
const ORTHOMETRIC_TYPE = 2005;

/**
 * The text of a plan with the statement that heights are those of a system, in the unit of the plan; unchanged where it states
 * heights already and where it is not WKT 1. Throws `CrsError`.
 */
export function withHeightsOf({ name, epsg }: VerticalSystem, wkt: string): string {
  const { plan, heights } = wktSystem(wkt);
  if (heights.datum !== null || plan.keyword !== 'PROJCS') return wkt;
  // The codes are of systems in metres.
  const code = epsg !== null && metresPerUnitOf(plan) === 1 ? `,AUTHORITY["EPSG","${epsg}"]` : '';
  const datum = `VERT_DATUM["${name}",${ORTHOMETRIC_TYPE}]`;
  return withHeights(
    plan,
    `${name} height`,
    (unit) => `VERT_CS["${name} height",${datum},${unit},AXIS["Up",UP]${code}]`,
  );
}

/**
 * The text of a plan with the statement that heights are ellipsoidal, in the unit of the plan; unchanged where it says
 * so already and where it is not WKT 1. Throws `CrsError`.
 */
export function withEllipsoidalHeights(wkt: string): string {
  const { plan, heights } = wktSystem(wkt);
  if (heights.datum === 'ellipsoidal' || plan.keyword !== 'PROJCS') return wkt;
  const datum = `VERT_DATUM["Ellipsoid",${ELLIPSOIDAL_TYPE}]`;
  return withHeights(plan, 'ellipsoid height', (unit) => `VERT_CS["Ellipsoid height",${datum},${unit},AXIS["Up",UP]]`);
}

/** Geocentric coordinates are taken as those of WGS84. */
function assertModern(plan: WktNode): void {
  const semiMajor = Number(findNode(plan, 'SPHEROID', 'ELLIPSOID')?.values[1]);
  if (!(Math.abs(semiMajor - 6_378_137) <= 1)) throw new CrsError('has geocentric coordinates of an old ellipsoid.');
}
