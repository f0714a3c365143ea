import { describe, expect, it } from 'vitest';
import { roughCountText } from './count.ts';
import {
  densityText,
  angleText,
  areaText,
  deltaNumber,
  deltaText,
  errorText,
  fileSizeText,
  lengthNumber,
  lengthText,
  llaTexts,
  numberText,
  utmTexts,
  volumeText,
} from './index.ts';

/** Tests are written with plain spaces and hyphens; the texts have thin gaps and real minus signs. */
const typeset = (text: string) => text.replaceAll(' ', '\u202F').replaceAll('-', '\u2212');

it('measured lengths stay in metres, or feet, to 2 decimals', () => {
  expect(lengthText(0.004)).toBe(typeset('0.00 m'));
  expect(lengthText(39.171)).toBe(typeset('39.17 m'));
  expect(lengthText(12_345.678)).toBe(typeset('12,345.68 m'));
  expect(lengthText(3.048, 'imperial')).toBe(typeset('10.00 ft'));
  expect(lengthNumber(16.6)).toBe('16.60');
  expect(errorText(0.02)).toBe(typeset('± 0.02 m'));
});

it('differences carry their sign, zero none', () => {
  expect(['10', '-12.9', '0', '0.004', '-0.004'].map((it) => deltaNumber(Number(it)))).toEqual([
    '+10.00',
    '\u221212.90',
    '0.00',
    '0.00',
    '0.00',
  ]);
  expect(deltaText(-0.3048, 'imperial')).toBe(typeset('-1.00 ft'));
});

it('US survey feet are 2 parts in a million longer than feet', () => {
  expect(lengthText(500_000, 'imperial')).toBe(typeset('1,640,419.95 ft'));
  expect(lengthText(500_000, 'surveyFeet')).toBe(typeset('1,640,416.67 ftUS'));
  expect(areaText(0.09290304, 'surveyFeet')).toBe(typeset('1.00 ftUS²'));
  expect(volumeText(0.028316846592, 'surveyFeet')).toBe(typeset('1.00 ftUS³'));
});

it.each([
  [0, '0″'],
  [0.0007, '0″'],
  [0.0254, '1″'],
  [0.0254 / 16, '1/16″'],
  [0.0254 * 3.625, '3\u00A05/8″'],
  [0.3048 * 12 + 0.0254 * 3.625, '12′ 3\u00A05/8″'],
  // The nearest sixteenth is a whole foot.
  [0.30475, '1′'],
  [-1.2192, '-4′'],
  [1234.5, '4,050′ 2\u00A03/8″'],
  [Number.NaN, '–'],
])('%d m in feet and inches is %s', (metres, text) => expect(lengthText(metres, 'feetInches')).toBe(typeset(text)));

it('differences and errors have feet and inches too', () => {
  expect([0.3048, -0.3048, 0, 0.0001].map((it) => deltaText(it, 'feetInches'))).toEqual([
    '+1′',
    '\u22121′',
    '0″',
    '0″',
  ]);
  expect(errorText(0.02, 'feetInches')).toBe(typeset('± 13/16″'));
  expect(areaText(0.09290304, 'feetInches')).toBe(typeset('1.00 ft²'));
});

it('gradians: a right angle has 100', () => {
  expect(angleText(90, 'gradians')).toBe(typeset('100.0 gon'));
  expect(angleText(-180, 'gradians')).toBe(typeset('-200.0 gon'));
});

it('angles to 1 decimal, volumes to 2', () => {
  expect(angleText(89.96)).toBe('90.0°');
  expect(angleText(-0.04)).toBe('0.0°');
  expect(volumeText(2880)).toBe(typeset('2,880.00 m³'));
  expect(volumeText(0.028316846592, 'imperial')).toBe(typeset('1.00 ft³'));
});

it.each([
  [485.75, 'metric', '485.75 m²'],
  [9999.994, 'metric', '9,999.99 m²'],
  [9999.999, 'metric', '1.00 ha'],
  [25_000, 'metric', '2.50 ha'],
  [0.09290304, 'imperial', '1.00 ft²'],
  [4046.8564224, 'imperial', '1.00 ac'],
] as const)('%d m² in %s reads %s', (area, units, text) => expect(areaText(area, units)).toBe(typeset(text)));

it.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1.0 kB'],
  [999_949, '999.9 kB'],
  [999_951, '1.0 MB'],
  [48_900_000, '48.9 MB'],
  [1.5e9, '1.5 GB'],
  [2e12, '2.0 TB'],
  [3.4e16, '34,000.0 TB'],
])('%d bytes read %s', (size, text) => expect(fileSizeText(size)).toBe(typeset(text)));

it('coordinates: degrees to 6 decimals, height to 2', () => {
  expect(llaTexts({ longitude: 138.4932141, latitude: -35.0789009, height: 31.419 })).toEqual({
    longitude: '138.493214°',
    latitude: '\u221235.078901°',
    height: typeset('31.42 m'),
  });
  const nearZero = llaTexts({ longitude: -0.0000001, latitude: 0, height: -0.001 });
  expect(Object.values(nearZero)).toEqual(['0.000000°', '0.000000°', typeset('0.00 m')]);
});

it('UTM: zone and band, easting, northing, height', () => {
  expect(utmTexts({ longitude: 138.4932, latitude: -35.0789, height: 64.85 })).toEqual({
    zone: '54H',
    easting: typeset('271,445.188 m'),
    northing: typeset('6,115,332.650 m'),
    height: typeset('64.85 m'),
  });
  expect(utmTexts({ longitude: 10, latitude: -85, height: 0 }).zone).toBe('32S');
});

it('what is not a number reads as a dash', () => {
  for (const value of [Number.NaN, Infinity, -Infinity]) expect(numberText(value, 2)).toBe('–');
});

describe('large numbers', () => {
  it.each([
    [0, '0'],
    [870, '870'],
    [41_234, '41,200'],
    [999_999, '1 million'],
    [4_087_654, '4.1 million'],
    [50_000_000, '50 million'],
    [123_456_789, '123 million'],
    [1_240_000_000, '1.2 billion'],
  ])('%d reads %s', (count, text) => expect(roughCountText(count)).toBe(text));
});

describe('densities: specification §9', () => {
  it.each([
    [0.0025, '2.5mm'],
    [0.07, '70mm'],
    [1, '1000mm'],
  ])('%d m reads %s', (metres, text) => expect(densityText(metres)).toBe(text));
});
