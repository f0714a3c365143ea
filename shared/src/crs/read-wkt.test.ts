import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { epsgOf, findNode, metresPerUnitOf, nameOf, parseWkt, WktError, type WktNode } from './read-wkt.ts';

type Value = string | number | { keyword: string; values: Value[] };

/** A text is quoted, as names are; words without quotes are the directions of axes. */
const text = fc.string({ maxLength: 8 });
// −0 is written as 0.
const number = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true })).map((value) => value || 0);
const { node } = fc.letrec<{ node: Exclude<Value, string | number> }>((tie) => ({
  node: fc.record({
    keyword: fc.stringMatching(/^[A-Z_][A-Z0-9_]{0,9}$/),
    values: fc.array(fc.oneof({ maxDepth: 4 }, text, number, tie('node')), { maxLength: 5 }),
  }),
}));

function written(value: Value, brackets: string, space: string): string {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return `"${value.replaceAll('"', '""')}"`;
  const inside = value.values.map((one) => written(one, brackets, space)).join(`${space},${space}`);
  return `${value.keyword}${brackets[0]}${space}${inside}${space}${brackets[1]}`;
}

const plain = (value: string | number | WktNode): Value =>
  typeof value === 'object' ? { keyword: value.keyword, values: value.values.map(plain) } : value;

describe('a WKT text', () => {
  it('has the nodes that were written, in both kinds of brackets, with and without spaces', () => {
    fc.assert(
      fc.property(node, fc.constantFrom('[]', '()'), fc.constantFrom('', ' ', '\n\t'), (tree, brackets, space) => {
        const wkt = written(tree, brackets, space);
        const read = parseWkt(wkt);
        expect(plain(read)).toEqual(tree);
        expect(read.text).toBe(wkt);
      }),
      { numRuns: 500 },
    );
  });

  it('that is cut off anywhere, or goes on, is refused', () => {
    fc.assert(
      fc.property(node, fc.nat(), fc.constantFrom(']', ',', 'A[1]', '1'), (tree, at, more) => {
        const wkt = written(tree, '[]', '');
        expect(() => parseWkt(wkt.slice(0, at % wkt.length))).toThrow(WktError);
        expect(() => parseWkt(wkt + more)).toThrow(WktError);
      }),
    );
  });

  it.each([
    ['PROJCS["a","b" "c"]', 'lacks a comma at character 16.'],
    ['PROJCS["a",]', 'cannot be read at character 12.'],
    ['PROJCS["a")', 'lacks a comma at character 11.'],
    ['"a"["b"]', 'cannot be read at character 1.'],
    ['PROJCS[§]', 'cannot be read at character 8.'],
    [`${'A['.repeat(40)}1${']'.repeat(40)}`, 'is nested deeper than 32 levels.'],
    [`A["${'x'.repeat(70_000)}"]`, 'is longer than 65536 characters.'],
  ])('%.40s is refused with its place', (wkt, message) => {
    expect(() => parseWkt(wkt)).toThrow(message);
  });

  it('has words without brackets as values', () => {
    expect(plain(parseWkt('AXIS["Easting", EAST]'))).toEqual({ keyword: 'AXIS', values: ['Easting', 'EAST'] });
  });
});

describe('the parts of a system', () => {
  const PROJECTED = parseWkt(`PROJCRS["Zone", BASEGEOGCRS["Base", ID["EPSG",4326]],
    CS[Cartesian,2], AXIS["e",east, LENGTHUNIT["foot",0.3048]], AXIS["n",north], LENGTHUNIT["metre",1], id["epsg","32633"]]`);

  it('are found at any depth, the node itself included', () => {
    expect(findNode(PROJECTED, 'PROJCRS')).toBe(PROJECTED);
    expect(nameOf(findNode(PROJECTED, 'GEOGCRS', 'BASEGEOGCRS')!)).toBe('Base');
    expect(findNode(PROJECTED, 'VERTCRS')).toBeNull();
    expect(nameOf(parseWkt('A[1]'))).toBe('');
  });

  it('have the code of the node itself, not that of a part', () => {
    expect(epsgOf(PROJECTED)).toBe(32_633);
    expect(epsgOf(parseWkt('A["x", B["y", ID["EPSG",1]]]'))).toBeNull();
    expect(epsgOf(parseWkt('A["x", ID["ESRI",102100], AUTHORITY["EPSG","3857"]]'))).toBe(3857);
    expect(epsgOf(parseWkt('A["x", ID["EPSG","none"]]'))).toBeNull();
  });

  it('have the unit of an axis, or else of the system', () => {
    expect([metresPerUnitOf(PROJECTED, 0), metresPerUnitOf(PROJECTED, 1)]).toEqual([0.3048, 1]);
    expect(metresPerUnitOf(parseWkt('A["x"]'))).toBeNull();
    expect(metresPerUnitOf(parseWkt('A["x", UNIT["none",0]]'))).toBeNull();
  });
});
