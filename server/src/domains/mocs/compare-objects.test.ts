import { describe, expect, it } from 'vitest';
import { enuFrame, transformDirection, transformPoint, type Vec3 } from '@overlook/shared/maths';
import { areaPrism } from '@overlook/shared/mocs';
import { compareObjects, type Comparison, costOf, OBJECT_BYTES } from './compare-objects.ts';
import { touchedIds } from './touched-ids.ts';

const FRAME = enuFrame({ longitude: 138.5, latitude: -35, height: 30 });
const AXES = (
  [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ] as Vec3[]
).map((axis) => transformDirection(FRAME.ecefFromEnu, axis)) as [Vec3, Vec3, Vec3];

/** A star with this many corners, 20 m to its points and 10 m to its notches, from 0 to 5 m above the ground. */
function aStar(corners: number) {
  const points = Array.from({ length: corners }, (_, position) => {
    const [bearing, far] = [(position / corners) * 2 * Math.PI, position % 2 ? 20 : 10];
    const [x, y, z] = transformPoint(FRAME.ecefFromEnu, [far * Math.cos(bearing), far * Math.sin(bearing), 0]);
    return { position, x, y, z };
  });
  return areaPrism({ points, bottomHeight: 0, topHeight: 5 });
}

/** Cubes of 1 m in a row to the east, from the middle on, 2 m apart: ids from 1. */
function cubes(count: number): Uint8Array {
  const bytes = Buffer.alloc(count * OBJECT_BYTES);
  for (let n = 0; n < count; n++) {
    bytes.writeInt32BE(n + 1, n * OBJECT_BYTES);
    const center = transformPoint(FRAME.ecefFromEnu, [2 * n, 0, 2]);
    [...center, 1, 1, 1].forEach((value, k) => bytes.writeDoubleBE(value, n * OBJECT_BYTES + 4 + 8 * k));
  }
  return bytes;
}

const aComparison = (corners: number, count: number): Comparison => ({
  prism: aStar(corners),
  objects: cubes(count),
  axesEcef: AXES,
});

describe('objects that are compared with an area', () => {
  it('are inside, cross it or are left out', () => {
    // The first corner, to the east, is a notch 10 m from the middle; the cubes end half a metre beside their centres.
    const touched = [...compareObjects(aComparison(8, 20))].filter((one) => one !== null);
    expect(touched).toEqual([
      [1, true],
      [2, true],
      [3, true],
      [4, true],
      [5, true],
      [6, false],
    ]);
  });

  it('are the same in a thread, where there are many', async () => {
    const never = new AbortController().signal;
    const large = aComparison(1000, 4000);
    expect(costOf(large)).toBe(4_000_000);
    const here = [...compareObjects(large)].filter((one) => one !== null);
    expect(here.length).toBeGreaterThan(5);
    // Twice, as two areas that hold the same objects.
    expect(await touchedIds([large, large], never)).toEqual({
      ids: Int32Array.from(here, ([id]) => id),
      isInside: Uint8Array.from(here, ([, isInside]) => Number(isInside)),
    });
  });

  it('end with their request, here and in a thread', async () => {
    const gone = AbortSignal.abort(new Error('The client has gone.'));
    for (const corners of [8, 1000])
      await expect(touchedIds([aComparison(corners, 4000)], gone)).rejects.toThrow('The client has gone.');
    const later = new AbortController();
    const running = touchedIds([aComparison(1000, 400_000)], later.signal);
    later.abort();
    await expect(running).rejects.toThrow(/abort/i);
  });
});
