import { describe, expect, it } from 'vitest';
import type { Vec3 } from '@overlook/shared/maths';
import { FEATURES_AT_MOST, VERTICES_AT_MOST } from './file-content.ts';
import { contentOfGeoJson, statedCrs } from './geojson-content.ts';

/** Keeps coordinates as they are. */
const placeOf = ([x, y, z]: readonly unknown[]): Vec3 => [Number(x), Number(y), Number(z ?? 0)];
const featuresOf = (parsed: unknown) => contentOfGeoJson(parsed, placeOf, 'test').features;
const shapesOf = (parsed: unknown) =>
  featuresOf(parsed).map(({ kind, positionsEnu, holes }) => [kind, Array.from(positionsEnu), holes]);

const RING = [[0, 0], [4, 0], [0, 4], [0, 0]]; // prettier-ignore
const HOLE = [[1, 1], [2, 1], [1, 2], [1, 1]]; // prettier-ignore
const FLAT_RING = [0, 0, 0, 4, 0, 0, 0, 4, 0, 0, 0, 0];
const FLAT_HOLE = [1, 1, 0, 2, 1, 0, 1, 2, 0, 1, 1, 0];

describe('the features of GeoJSON', () => {
  it.each<[string, unknown, unknown]>([
    ['Point', [1, 2, 3], [['point', [1, 2, 3], []]]],
    [
      'MultiPoint',
      [
        [1, 2],
        [3, 4],
      ],
      [
        ['point', [1, 2, 0], []],
        ['point', [3, 4, 0], []],
      ],
    ],
    [
      'LineString',
      [
        [1, 2],
        [3, 4, 5],
      ],
      [['line', [1, 2, 0, 3, 4, 5], []]],
    ],
    [
      'MultiLineString',
      [
        [
          [1, 2],
          [3, 4],
        ],
        [
          [5, 6],
          [7, 8],
        ],
      ],
      [
        ['line', [1, 2, 0, 3, 4, 0], []],
        ['line', [5, 6, 0, 7, 8, 0], []],
      ],
    ],
    ['Polygon', [RING, HOLE], [['area', [...FLAT_RING, ...FLAT_HOLE], [12]]]],
    [
      'MultiPolygon',
      [[RING], [RING, HOLE, HOLE]],
      [
        ['area', FLAT_RING, []],
        ['area', [...FLAT_RING, ...FLAT_HOLE, ...FLAT_HOLE], [12, 24]],
      ],
    ],
  ])('a %s is one feature for each of its parts', (type, coordinates, shapes) => {
    expect(shapesOf({ type, coordinates })).toEqual(shapes);
  });

  it('of a collection of geometries all have the properties of their feature', () => {
    const point = { type: 'Point', coordinates: [1, 2] };
    const inner = { type: 'GeometryCollection', geometries: [point] };
    const geometry = { type: 'GeometryCollection', geometries: [point, inner] };
    const found = featuresOf({ type: 'Feature', properties: { tag: 'P-101' }, geometry });
    expect(found.map(({ properties }) => properties)).toEqual([{ tag: 'P-101' }, { tag: 'P-101' }]);
  });

  it('are without those that have no geometry or no positions', () => {
    const feature = (geometry: unknown) => ({ type: 'Feature', properties: null, geometry });
    const features = [
      feature(null),
      { type: 'Feature' },
      feature({ type: 'LineString', coordinates: [] }),
      feature({ type: 'Polygon', coordinates: [] }),
      feature({ type: 'Point', coordinates: [1, 2] }),
    ];
    const found = featuresOf({ type: 'FeatureCollection', features });
    expect(found.map(({ kind, properties }) => [kind, properties])).toEqual([['point', {}]]);
    expect(() => featuresOf({ type: 'FeatureCollection', features: features.slice(0, 4) })).toThrow('It has no place.');
    const { leftOutCount, notes } = contentOfGeoJson({ type: 'FeatureCollection', features }, placeOf, 'test');
    expect([leftOutCount, notes]).toEqual([4, ['Feature 1 and 3 more are left out: It has no place.']]);
  });

  it.each<[unknown, string]>([
    [null, 'It is no GeoJSON.'],
    [{ coordinates: [1, 2] }, 'It is no GeoJSON.'],
    [{ features: [7] }, 'It is no feature.'],
    [{ type: 'Feature', geometry: [] }, 'It has a geometry that is none.'],
    [{ type: 'MultiPolygon', coordinates: [[7]] }, 'A geometry in it has no list of positions.'],
    [{ type: 'GeometryCollection' }, 'A geometry in it has no geometries.'],
  ])('%j is refused', (parsed, reason) => {
    expect(() => featuresOf(parsed)).toThrow(reason);
  });

  it('may be in collections that are nested eight deep, and no deeper', () => {
    const nested = (depth: number): object =>
      depth === 0
        ? { type: 'Point', coordinates: [1, 2] }
        : { type: 'GeometryCollection', geometries: [nested(depth - 1)] };
    expect(featuresOf(nested(8))).toHaveLength(1);
    expect(() => featuresOf(nested(9))).toThrow('It has a geometry that is none.');
  });

  it('are refused above the limits of features and of points', () => {
    const points = (count: number) => ({
      type: 'MultiPoint',
      coordinates: Array.from({ length: count }, () => [1, 2]),
    });
    expect(featuresOf(points(FEATURES_AT_MOST))).toHaveLength(FEATURES_AT_MOST);
    expect(() => featuresOf(points(FEATURES_AT_MOST + 1))).toThrow(`more than ${FEATURES_AT_MOST} features`);
    const line = { type: 'LineString', coordinates: Array<unknown>(VERTICES_AT_MOST + 1) };
    expect(() => featuresOf(line)).toThrow(`more than ${VERTICES_AT_MOST} points`);
  });
});

it.each([
  ['urn:ogc:def:crs:EPSG::32754', 'EPSG:32754'],
  ['urn:ogc:def:crs:EPSG:9.1:7854', 'EPSG:7854'],
  ['epsg:28354', 'EPSG:28354'],
  ['urn:ogc:def:crs:OGC:1.3:CRS84', 'urn:ogc:def:crs:OGC:1.3:CRS84'],
])('the coordinate system %s is read as %s', (name, crs) => {
  expect(statedCrs({ crs: { type: 'name', properties: { name } } })).toBe(crs);
});

it.each([null, [], {}, { crs: null }, { crs: { type: 'link', properties: { href: 'a' } } }])(
  '%j names no coordinate system',
  (parsed) => {
    expect(statedCrs(parsed)).toBeNull();
  },
);

it('leaves a feature out whose properties are nested deeper than the stack', () => {
  const deep = JSON.parse(`${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`) as unknown;
  const geometry = { type: 'Point', coordinates: [1, 2] };
  const features = [{}, { a: [{ b: [1] }] }, deep].map((properties) => ({ type: 'Feature', properties, geometry }));
  const content = contentOfGeoJson({ type: 'FeatureCollection', features }, placeOf, 'test');
  expect([content.features.length, content.leftOutCount]).toEqual([2, 1]);
  expect(content.notes).toEqual([expect.stringContaining('Its properties are nested too deeply.')]);
  expect(() => featuresOf({ type: 'Feature', properties: deep, geometry })).toThrow('nested too deeply');
});
