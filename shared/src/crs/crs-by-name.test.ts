import { describe, expect, test } from 'vitest';
import { crsOfName, epsgCodesIn } from './crs-by-name.ts';

describe('a projected system is found by its name', () => {
  test.each([
    ['ETRS89 / UTM zone 32N', 25_832],
    ['ETRS_1989_UTM_Zone_32N', 25_832],
    ['WGS_1984_UTM_Zone_56S', 32_756],
    ['NAD_1983_UTM_Zone_10N', 26_910],
    ['GDA2020 / MGA zone 56', 7856],
    ['GDA_1994_MGA_Zone_56', 28_356],
    ['Amersfoort / RD New', 28_992],
    ['RD_New', 28_992],
    ['British_National_Grid', 27_700],
    ['RGF_1993_Lambert_93', 2154],
    ['CH1903+_LV95', 2056],
    ['Belge_Lambert_1972', 31_370],
    ['WGS_1984_Web_Mercator_Auxiliary_Sphere', 3857],
    ['DHDN_3_Degree_Gauss_Zone_3', 31_467],
  ])('%s', (name, epsg) => {
    expect(crsOfName(name)?.epsg).toBe(epsg);
  });

  test.each(['UTM zone 32N', 'MGA zone 56', 'Plant grid', ''])('but not by “%s”', (name) => {
    expect(crsOfName(name)).toBeNull();
  });
});

test.each([
  ['EPSG:7856', 7856, null],
  ['25832', 25_832, null],
  ['EPSG 25832', 25_832, null],
  ['epsg:25832+5783', 25_832, 5783],
  ['urn:ogc:def:crs:EPSG::28992', 28_992, null],
  ['urn:ogc:def:crs:EPSG:9.9:28992', 28_992, null],
  ['ETRS89 / UTM zone 32N (EPSG:25832)', 25_832, null],
])('the codes in “%s”', (text, horizontal, vertical) => {
  expect(epsgCodesIn(text)).toEqual({ horizontal, vertical });
});

test.each(['UTM zone 32', 'Zone 12345 of the plant', '123', '25832 m'])('no code is in “%s”', (text) => {
  expect(epsgCodesIn(text)).toBeNull();
});
