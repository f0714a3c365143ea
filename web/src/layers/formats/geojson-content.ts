/**
 * Converts GeoJSON (RFC 7946), the result of most map loaders, to features of a file. Features and vertices are counted during
 * the traversal.
 */
import { type FeatureContent, type FileFeature, FEATURES_AT_MOST, VERTICES_AT_MOST } from './file-content.ts';
import type { PlaceOf } from './file-places.ts';

type Json = Readonly<Record<string, unknown>>;
const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Maximum nesting of collections; deeper ones are rejected. */
const DEEPEST = 8;

/** Returns the features of a GeoJSON object of any type. Throws an Error for invalid GeoJSON and above the limits. */
export function contentOfGeoJson(parsed: unknown, placeOf: PlaceOf, crsName: string): FeatureContent {
  const features: FileFeature[] = [];
  let vertices = 0;
  const add = (kind: FileFeature['kind'], rings: readonly unknown[], properties: Json) => {
    const flat: number[] = [];
    const holes: number[] = [];
    for (const ring of rings) {
      if (!Array.isArray(ring)) throw new Error('A geometry in it has no list of positions.');
      vertices += ring.length;
      if (vertices > VERTICES_AT_MOST) throw new Error(`It has more than ${VERTICES_AT_MOST} points.`);
      if (flat.length > 0) holes.push(flat.length);
      for (const position of ring) flat.push(...placeOf(Array.isArray(position) ? position : []));
    }
    if (flat.length === 0) return;
    if (features.length >= FEATURES_AT_MOST) throw new Error(`It has more than ${FEATURES_AT_MOST} features.`);
    features.push({ kind, positionsEnu: Float64Array.from(flat), holes, properties });
  };
  const walk = (geometry: unknown, properties: Json, depth: number): void => {
    if (geometry === null) return;
    if (!isJson(geometry) || depth > DEEPEST) throw new Error('It has a geometry that is none.');
    const list = (name: string): readonly unknown[] => {
      if (!Array.isArray(geometry[name])) throw new Error(`A geometry in it has no ${name}.`);
      return geometry[name];
    };
    switch (geometry['type']) {
      case 'Point':
        return add('point', [[list('coordinates')]], properties);
      case 'MultiPoint':
        return list('coordinates').forEach((position) => add('point', [[position]], properties));
      case 'LineString':
        return add('line', [list('coordinates')], properties);
      case 'MultiLineString':
        return list('coordinates').forEach((line) => add('line', [line], properties));
      case 'Polygon':
        return add('area', list('coordinates'), properties);
      case 'MultiPolygon':
        return list('coordinates').forEach((rings) => add('area', Array.isArray(rings) ? rings : [], properties));
      case 'GeometryCollection':
        return list('geometries').forEach((part) => walk(part, properties, depth + 1));
      default:
        throw new Error('It has a geometry of an unknown type.');
    }
  };
  for (const feature of featuresOf(parsed)) {
    if (!isJson(feature)) throw new Error('One of its features is none.');
    const properties = isJson(feature['properties']) ? feature['properties'] : {};
    walk(feature['type'] === 'Feature' ? (feature['geometry'] ?? null) : feature, properties, 0);
  }
  if (features.length === 0) throw new Error('It has no features.');
  return { kind: 'features', features, crsName };
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
