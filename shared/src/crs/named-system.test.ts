import { expect, it, test } from 'vitest';
import { isTypedSystem, namedSystem } from './named-system.ts';

it('names the system of a file without a library that computes', () => {
  expect(namedSystem({ kind: 'epsg', horizontal: 7854, vertical: null })).toEqual({
    name: 'GDA2020 / MGA zone 54',
    epsg: 7854,
    heights: null,
    vertical: null,
  });
  expect(namedSystem({ kind: 'epsg', horizontal: 25_832, vertical: 5783 })).toMatchObject({
    heights: 'orthometric',
    vertical: { epsg: 5783 },
  });
  expect(namedSystem({ kind: 'epsg', horizontal: 25_832, vertical: 5030 })?.heights).toBe('ellipsoidal');
  expect(namedSystem({ kind: 'epsg', horizontal: 2, vertical: null })?.name).toBe('EPSG:2');
  const wkt = (name: string) => `PROJCS["${name}",GEOGCS["x",DATUM["y",SPHEROID["z",6378137,298.257222101]]]]`;
  expect(namedSystem({ kind: 'wkt', wkt: wkt('ETRS_1989_UTM_Zone_32N') })?.epsg).toBe(25_832);
  expect(namedSystem({ kind: 'wkt', wkt: wkt('Plant grid') })).toEqual({
    name: 'Plant grid',
    epsg: null,
    heights: null,
    vertical: null,
  });
  expect(namedSystem({ kind: 'wkt', wkt: 'LOCAL_CS["Plant"]' })).toBeNull();
});

test.each([
  ['EPSG:7854', true],
  [' epsg:25832+7837 ', true],
  ['+proj=utm +zone=54 +south', true],
  ['EPSG:2', false],
  ['7854', false],
  ['MGA zone 54', false],
])('“%s” may be typed: %s', (text, isRight) => expect(isTypedSystem(text)).toBe(isRight));
