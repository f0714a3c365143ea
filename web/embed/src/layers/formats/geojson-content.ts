/**
 * Converts GeoJSON (RFC 7946), the result of most map loaders, to features of a file. Features and vertices are counted during
 * the traversal.
 */
import { type FileFeature, FEATURES_AT_MOST, VERTICES_AT_MOST } from './file-content.ts';
import type { PlaceOf } from './file-places.ts';
import { FarFileError, LeftOut, UnusablePartError } from './left-out.ts';
import { givenName } from './given-name.ts';
import { PlaceNeededError } from './place-question.ts';

type Json = Readonly<Record<string, unknown>>;
const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Maximum nesting of collections; deeper ones are rejected. */
const DEEPEST = 8;
/** The same of properties: what copies and shows them is recursive. */
const PROPERTIES_DEEPEST = 100;

/**
 * Returns the features of a GeoJSON object of any type. Parts that cannot be drawn are counted in `leftOut`. Throws an Error above
 * the limits, and with the first reason if nothing can be drawn.
 */
export function contentOfGeoJson(parsed: unknown, placeOf: PlaceOf, crsName: string, leftOut = new LeftOut()) {
  const features: FileFeature[] = [];
  let vertices = 0;
  const add = (kind: FileFeature['kind'], rings: readonly unknown[], properties: Json, mode: unknown) => {
    const flat: number[] = [];
    const holes: number[] = [];
    for (const ring of rings) {
      if (!Array.isArray(ring)) throw new UnusablePartError('A geometry in it has no list of positions.');
      vertices += ring.length;
      if (vertices > VERTICES_AT_MOST) throw new Error(`It has more than ${VERTICES_AT_MOST} points.`);
      if (ring.length === 0) continue;
      if (flat.length > 0) holes.push(flat.length);
      for (const position of ring) flat.push(...placeOf(Array.isArray(position) ? position : [], mode));
    }
    if (flat.length === 0) throw new UnusablePartError(NO_PLACE);
    if (features.length >= FEATURES_AT_MOST) throw new Error(`It has more than ${FEATURES_AT_MOST} features.`);
    features.push({ kind, positionsEnu: Float64Array.from(flat), holes, properties });
  };
  /** One bad part of a geometry does not affect the other parts. */
  const walk = (geometry: unknown, properties: Json, depth: number, where: () => string): void => {
    if (geometry === null) throw new UnusablePartError(NO_PLACE);
    if (!isJson(geometry) || depth > DEEPEST) throw new UnusablePartError('It has a geometry that is none.');
    const list = (name: string): readonly unknown[] => {
      if (!Array.isArray(geometry[name])) throw new UnusablePartError(`A geometry in it has no ${name}.`);
      return geometry[name];
    };
    const each = (name: string, read: (part: unknown) => void) => {
      const parts = list(name);
      if (parts.length === 0) throw new UnusablePartError(NO_PLACE);
      for (const part of parts) leftOut.attempt(where, () => read(part));
    };
    const { type, altitudeMode: mode } = geometry;
    switch (type) {
      case 'Point': {
        const position = list('coordinates');
        if (position.length === 0) throw new UnusablePartError(NO_PLACE);
        return add('point', [[position]], properties, mode);
      }
      case 'MultiPoint':
        return each('coordinates', (position) => add('point', [[position]], properties, mode));
      case 'LineString':
        return add('line', [list('coordinates')], properties, mode);
      case 'MultiLineString':
        return each('coordinates', (line) => add('line', [line], properties, mode));
      case 'Polygon':
        return add('area', list('coordinates'), properties, mode);
      case 'MultiPolygon':
        return each('coordinates', (rings) => add('area', Array.isArray(rings) ? rings : [], properties, mode));
      case 'GeometryCollection':
        return each('geometries', (part) => walk(part, properties, depth + 1, where));
      default:
        throw new UnusablePartError(unknownType(type));
    }
  };
  for (const [index, feature] of featuresOf(parsed).entries()) {
    const where = () => placeInFile(feature, index);
    leftOut.attempt(where, () => {
      if (!isJson(feature)) throw new UnusablePartError('It is no feature.');
      const properties = isJson(feature['properties']) ? feature['properties'] : {};
      if (isDeeperThan(PROPERTIES_DEEPEST, properties))
        throw new UnusablePartError('Its properties are nested too deeply.');
      walk(feature['type'] === 'Feature' ? (feature['geometry'] ?? null) : feature, properties, 0, where);
    });
  }
  const far = leftOut.mostNeeding('far', features.length);
  if (far) throw new FarFileError(far.reason);
  if (features.length === 0) throw nothingDrawn(leftOut);
  return { kind: 'features' as const, features, crsName, leftOutCount: leftOut.count, notes: leftOut.texts };
}

function nothingDrawn({ first }: LeftOut): Error {
  if (first === null) return new Error('It has no features.');
  return first.remedy === 'crs'
    ? new PlaceNeededError(first.reason, { titles: [], columns: null })
    : new Error(first.reason);
}

const NO_PLACE = 'It has no place.';

/** Level by level, because a file may be nested deeper than the stack. */
function isDeeperThan(most: number, value: Json): boolean {
  const within = (outer: object) => Object.values(outer).filter((one) => typeof one === 'object' && one !== null);
  let level: object[] = within(value);
  for (let depth = 1; level.length > 0; depth++, level = level.flatMap(within)) if (depth > most) return true;
  return false;
}

const unknownType = (type: unknown): string =>
  typeof type === 'string' && /^[A-Za-z]{1,40}$/.test(type)
    ? `Geometries of the type ${type} are not supported.`
    : 'It has a geometry of an unknown type.';

/** For example "Feature 3 (Gate 2)". */
function placeInFile(feature: unknown, index: number): string {
  const name = isJson(feature) && isJson(feature['properties']) ? givenName(feature['properties']) : null;
  return `Feature ${index + 1}${name === null ? '' : ` (${name})`}`;
}

function featuresOf(parsed: unknown): readonly unknown[] {
  if (!isJson(parsed)) throw new Error('It is no GeoJSON.');
  const { features, type } = parsed;
  if (Array.isArray(features)) return features;
  if (typeof type !== 'string') throw new Error('It is no GeoJSON.');
  return [parsed];
}

/** Returns the coordinate system that GeoJSON before RFC 7946 names in `crs`; null for none. */
export function statedCrs(parsed: unknown): string | null {
  const crs = isJson(parsed) ? parsed['crs'] : null;
  const properties = isJson(crs) ? crs['properties'] : null;
  const name = isJson(properties) ? properties['name'] : null;
  if (typeof name !== 'string') return null;
  const code = /EPSG:(?:[\d.]*:)?(\d+)$/i.exec(name)?.[1];
  return code ? `EPSG:${code}` : name;
}
