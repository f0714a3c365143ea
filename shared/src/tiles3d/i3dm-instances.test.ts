import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numberBetween } from '../maths/testing/index.ts';
import { enuFrame } from '../maths/geodesy.ts';
import { transformDirection } from '../maths/matrix.ts';
import { axisAngle, rotate } from '../maths/quaternion.ts';
import { cross, dot, length, normalize, type Vec3 } from '../maths/vector.ts';
import { readInstanceMatrices } from './i3dm-instances.ts';
import { readTable } from './tile-tables.ts';

const PLACE = { longitude: 138.4932, latitude: -35.0789, height: 30 };

/** A feature table whose arrays lie one after another in the body, each aligned to 4 bytes. */
function tableOf(json: object, arrays: Record<string, Float32Array | Uint16Array> = {}) {
  let bytes = 0;
  const entries = Object.entries(arrays).map(([name, array]) => {
    const byteOffset = bytes;
    bytes += Math.ceil(array.byteLength / 4) * 4;
    return { name, array, byteOffset };
  });
  const binary = new Uint8Array(bytes);
  for (const { array, byteOffset } of entries)
    binary.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), byteOffset);
  const all = { ...json, ...Object.fromEntries(entries.map(({ name, byteOffset }) => [name, { byteOffset }])) };
  const text = Uint8Array.from([...JSON.stringify(all)], (letter) => letter.charCodeAt(0));
  return readTable({ json: text, jsonOffset: 32, binary, binaryOffset: 32 + text.length }, 'feature table', 'byte 32');
}

const columnOf = (matrices: Float64Array, instance: number, column: number): Vec3 => {
  const at = instance * 16 + column * 4;
  return [matrices[at]!, matrices[at + 1]!, matrices[at + 2]!];
};
const expectClose = (actual: ArrayLike<number>, expected: ArrayLike<number>, digits: number) =>
  Array.from(actual).forEach((value, i) => expect(value).toBeCloseTo(expected[i]!, digits));

const coordinate = numberBetween(-1, 1);
const direction = fc
  .tuple(coordinate, coordinate, coordinate)
  .filter(([x, y, z]) => Math.hypot(x, y, z) > 1e-2)
  .map((v): Vec3 => normalize(v));

describe('the placing of instances', () => {
  it('is relative to the first one, whose position is the centre, in doubles', () => {
    const positions = Float32Array.of(1, 2, 3, 1.5, 4, -3);
    const { matrices, centre } = readInstanceMatrices(tableOf({ RTC_CENTER: [-3.9e6, 3.4e6, -3.6e6] }, { POSITION: positions }), 2); // prettier-ignore
    expect(centre).toEqual([-3_899_999, 3_400_002, -3_599_997]);
    expect([...matrices.subarray(0, 16)]).toEqual([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);
    expect([...matrices.subarray(16)]).toEqual([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.5, 2, -6, 1]);
  });

  it('multiplies both scales, each of them of an axis of the model', () => {
    const arrays = {
      POSITION: new Float32Array(3),
      SCALE: Float32Array.of(2),
      SCALE_NON_UNIFORM: Float32Array.of(1, 3, 5),
    };
    const { matrices } = readInstanceMatrices(tableOf({}, arrays), 1);
    expect([0, 1, 2].map((column) => columnOf(matrices, 0, column))).toEqual([[2, 0, 0], [0, 6, 0], [0, 0, 10]]); // prettier-ignore
  });

  it('spreads 16-bit positions over the quantized volume', () => {
    const steps = Uint16Array.of(0, 65535, 32768, 65535, 0, 0);
    const json = { QUANTIZED_VOLUME_OFFSET: [-3.9e6, 0, 10], QUANTIZED_VOLUME_SCALE: [65535, 131070, 6553.5] };
    const { matrices, centre } = readInstanceMatrices(tableOf(json, { POSITION_QUANTIZED: steps }), 2);
    expectClose(centre, [-3.9e6, 131070, 10 + 3276.8], 6);
    expectClose(columnOf(matrices, 1, 3), [65535, -131070, -3276.8], 6);
  });

  it('turns the x and y axis to right and up, and z to their product', () => {
    fc.assert(
      fc.property(direction, direction, numberBetween(0, 6), (up, other, angle) => {
        const across = cross(other, up);
        if (length(across) < 0.05) return;
        const right = rotate(axisAngle(up, angle), normalize(across));
        const arrays = {
          POSITION: new Float32Array(3),
          NORMAL_UP: Float32Array.from(up),
          NORMAL_RIGHT: Float32Array.from(right),
        };
        const { matrices } = readInstanceMatrices(tableOf({}, arrays), 1);
        expectClose(columnOf(matrices, 0, 0), right, 6);
        expectClose(columnOf(matrices, 0, 1), up, 6);
        expectClose(columnOf(matrices, 0, 2), cross(right, up), 6);
      }),
    );
  });

  it('reads octahedral directions', () => {
    // (1, 0) and (0, 1) of the octahedron: the axes x and y.
    const arrays = {
      POSITION: new Float32Array(3),
      NORMAL_UP_OCT32P: Uint16Array.of(65535, 32768),
      NORMAL_RIGHT_OCT32P: Uint16Array.of(32768, 65535),
    };
    const { matrices } = readInstanceMatrices(tableOf({}, arrays), 1);
    expectClose(columnOf(matrices, 0, 0), [0, 1, 0], 4);
    expectClose(columnOf(matrices, 0, 1), [1, 0, 0], 4);
    expectClose(columnOf(matrices, 0, 2), [0, 0, -1], 4);
  });

  it('turns to east, north and up at each position on the earth', () => {
    const { ecefFromEnu } = enuFrame(PLACE);
    const origin: Vec3 = [ecefFromEnu[12], ecefFromEnu[13], ecefFromEnu[14]];
    // Two kilometres apart: the verticals differ by a third of a milliradian.
    const positions = Float32Array.of(0, 0, 0, ...transformDirection(ecefFromEnu, [0, 2000, 0]));
    const json = { RTC_CENTER: origin, EAST_NORTH_UP: true };
    const { matrices } = readInstanceMatrices(tableOf(json, { POSITION: positions }), 2);
    for (const [column, axis] of (
      [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ] as Vec3[]
    ).entries())
      // prettier-ignore
      expectClose(columnOf(matrices, 0, column), transformDirection(ecefFromEnu, axis), 9);
    const lean = Math.acos(dot(columnOf(matrices, 0, 2), columnOf(matrices, 1, 2)));
    expect(lean).toBeCloseTo(2000 / 6_358_000, 6);
  });

  it.each([
    ['no position', {}, {}, 'feature table.POSITION'],
    ['a body that is too short', {}, { POSITION: new Float32Array(5) }, 'feature table.POSITION'],
    ['no volume', {}, { POSITION_QUANTIZED: new Uint16Array(6) }, 'feature table.QUANTIZED_VOLUME_OFFSET'],
  ])('is refused with %s', (_, json, arrays, place) => {
    expect(() => readInstanceMatrices(tableOf(json, arrays), 2)).toThrow(expect.objectContaining({ place }));
  });
});
