import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ComponentArray } from '@overlook/shared/tiles3d';
import type { PointsPrimitive } from '../content.ts';
import type { Attribute } from './scan-values.ts';
import { contentOf, parseBytes } from '../testing/node-platform.ts';
import { type Accessors, glbWith } from '../testing/make-files.ts';
import { samplePoints } from './point-sample.ts';
import { packScanValues, SCAN_BITS, type ScanValueName, scanValueOf } from './scan-values.ts';

const scalar = (value: ComponentArray, normalized = false): Attribute => ({ value, size: 1, normalized });
const unpacked = (packed: Uint32Array, name: ScanValueName) =>
  Array.from(packed, (one) => (one >>> SCAN_BITS[name].shift) & SCAN_BITS[name].most);

describe('values of a scan in four bytes a point', () => {
  it('are unpacked unchanged, and are counted', () => {
    const point = fc.tuple(fc.nat(0xffff), fc.nat(0xff), fc.nat(0xff));
    fc.assert(
      fc.property(fc.array(point, { minLength: 1, maxLength: 50 }), (points) => {
        const column = (at: 0 | 1 | 2) => points.map((one) => one[at]);
        const scan = packScanValues(
          {
            intensity: scalar(Uint16Array.from(column(0))),
            classification: scalar(Uint8Array.from(column(1))),
            returnNumber: scalar(Uint8Array.from(column(2))),
          },
          points.length,
        )!;
        expect(unpacked(scan.packed, 'intensity')).toEqual(column(0));
        expect(unpacked(scan.packed, 'classification')).toEqual(column(1));
        expect(unpacked(scan.packed, 'returnNumber')).toEqual(column(2));
        const classes = column(1);
        expect(scan.classCounts).toEqual(
          [...new Set(classes)].sort((a, b) => a - b).map((code) => [code, classes.filter((c) => c === code).length]),
        );
      }),
    );
  });

  it.each([
    ['whole numbers', scalar(Float32Array.of(0, 1, 4095)), [0, 1, 4095]],
    ['shares of the largest', scalar(Float32Array.of(0, 0.5, 1)), [0, 32768, 65535]],
    ['bytes that are shares', scalar(Uint8Array.of(0, 1, 255), true), [0, 257, 65535]],
    ['bytes', scalar(Uint8Array.of(0, 1, 255)), [0, 1, 255]],
    ['what does not fit', scalar(Float32Array.of(-5, 1e6, Number.NaN)), [0, 65535, 0]],
  ])('intensities as %s', (_, intensity, wanted) => {
    expect(unpacked(packScanValues({ intensity }, 3)!.packed, 'intensity')).toEqual(wanted);
  });

  it('are null where no column fits the points', () => {
    expect(packScanValues({}, 3)).toBeNull();
    expect(packScanValues({ intensity: scalar(Uint16Array.of(1, 2)) }, 3)).toBeNull();
    expect(packScanValues({ intensity: { value: new Uint16Array(9), size: 3, normalized: false } }, 3)).toBeNull();
  });

  it.each([
    ['INTENSITY', 'intensity'],
    ['_INTENSITY', 'intensity'],
    ['Classification', 'classification'],
    ['return_number', 'returnNumber'],
    ['ReturnNumber', 'returnNumber'],
    ['_RETURN', 'returnNumber'],
    ['number_of_returns', null],
    ['_BATCHID', null],
  ])('%s is %s', (name, value) => expect(scanValueOf(name)).toBe(value));
});

const PLACES = Float32Array.of(0, 0, 0, 1, 0, 0, 2, 0, 0);
const VALUES: Accessors = {
  POSITION: { data: PLACES, type: 'VEC3' },
  _INTENSITY: { data: Uint16Array.of(10, 20, 30), type: 'SCALAR' },
  _CLASSIFICATION: { data: Uint8Array.of(2, 6, 2), type: 'SCALAR' },
  _RETURN: { data: Uint8Array.of(1, 2, 3), type: 'SCALAR' },
  _KIND: { data: Uint8Array.of(9, 9, 5), type: 'SCALAR' },
  order: { data: Uint16Array.of(2, 0), type: 'SCALAR' },
};
type Json = ReturnType<Parameters<typeof glbWith>[1]>;

async function pointsOf(json: (attributes: Record<string, number>) => Json): Promise<PointsPrimitive> {
  const content = contentOf(await parseBytes(glbWith(VALUES, json), 'cloud.glb'));
  return content.primitives[0] as PointsPrimitive;
}

describe('points of a glTF', () => {
  it('have the values of attributes by their names', async () => {
    const { scan } = await pointsOf(({ order: _unused, ...attributes }) => ({
      meshes: [{ primitives: [{ mode: 0, attributes }] }],
    }));
    expect(unpacked(scan!.packed, 'intensity')).toEqual([10, 20, 30]);
    expect(unpacked(scan!.packed, 'classification')).toEqual([2, 6, 2]);
    expect(scan).toMatchObject({ returnCounts: [1, 2, 3].map((number) => [number, 1]) });
  });

  it('have those that property attributes name before those of the same name, also where they are drawn by index', async () => {
    const metadata = { propertyAttributes: [{ class: 'p', properties: { classification: { attribute: '_KIND' } } }] };
    const { scan, sample } = await pointsOf(({ order, ...attributes }) => ({
      extensions: { EXT_structural_metadata: metadata },
      meshes: [
        {
          primitives: [
            {
              mode: 0,
              attributes,
              indices: order!,
              extensions: { EXT_structural_metadata: { propertyAttributes: [0] } },
            },
          ],
        },
      ],
    }));
    expect(unpacked(scan!.packed, 'classification')).toEqual([5, 9]);
    expect(unpacked(scan!.packed, 'intensity')).toEqual([30, 10]);
    expect(Array.from(sample.positions)).toEqual([2, 0, 0, 0, 0, 0]);
  });
});

describe('the points that are kept in memory', () => {
  it('are all of a small cloud and 256 of a large one, spread over it, as the GPU reads them', () => {
    const small = samplePoints({ value: Uint16Array.of(0, 65535, 32768), size: 3, normalized: true }, null);
    expect([...small.positions].map((value) => Math.round(value * 1000))).toEqual([0, 1000, 500]);
    const value = Float32Array.from({ length: 3 * 10_000 }, (_, i) => Math.floor(i / 3));
    const { positions } = samplePoints({ value, size: 3, normalized: false }, null);
    expect(positions).toHaveLength(3 * 256);
    expect(positions[0]).toBe(0);
    expect(positions.at(-1)).toBeGreaterThan(9900);
  });
});
