import { describe, expect, it } from 'vitest';
import { llaFromUtm } from '@overlook/shared/maths/testing';
import { type PointGrid, RECORD_BYTES } from '../../pointclouds/record.ts';
import { openRecordMover } from './move-records.ts';
import { UTM_32 } from './testing/utm-32.ts';

const gridOf = (scale: number, ...offset: [number, number, number]): PointGrid => ({
  scale: [scale, scale, scale],
  offset,
});

function records(...points: [number, number, number][]): Uint8Array {
  const bytes = new Uint8Array(points.length * RECORD_BYTES).fill(7);
  const view = new DataView(bytes.buffer);
  points.forEach((point, i) => point.forEach((value, axis) => view.setInt32(i * RECORD_BYTES + axis * 4, value, true)));
  return bytes;
}

const xyzOf = (bytes: Uint8Array, i: number) => {
  const view = new DataView(bytes.buffer);
  return [0, 4, 8].map((at) => view.getInt32(i * RECORD_BYTES + at, true));
};

const none = () => undefined;

describe('records of a file in the grid of the cloud', () => {
  const grid = gridOf(0.001, 400_000, 5_000_000, 0);
  const rules = { frame: UTM_32, grid, reprojectedFrom: null };

  it('do not change where the grid is the same', () => {
    expect(openRecordMover(rules, gridOf(0.001, 400_000, 5_000_000, 0), none)).toBeNull();
  });

  it('move by whole steps without rounding', () => {
    const mover = openRecordMover(rules, gridOf(0.01, 400_000.1, 5_000_000.2, -3.7), none)!;
    const bytes = records([1, 2, 3], [-200_000_000, 17, 0]);
    mover(bytes, 2);
    expect(xyzOf(bytes, 0)).toEqual([110, 220, -3670]);
    expect(xyzOf(bytes, 1)).toEqual([-1_999_999_900, 370, -3700]);
    expect([...bytes.subarray(12, RECORD_BYTES)].every((value) => value === 7)).toBe(true);
  });

  it('are taken out where they do not fit', () => {
    const unplaced: (readonly number[])[] = [];
    const mover = openRecordMover(rules, gridOf(1, 400_000, 5_000_000, 0), (place) => unplaced.push(place))!;
    const bytes = records([1, 2, 3], [3_000_000, 0, 0], [4, 5, 6]);
    expect(mover(bytes, 3)).toBe(2);
    expect([xyzOf(bytes, 0), xyzOf(bytes, 1), unplaced]).toEqual([
      [1000, 2000, 3000],
      [4000, 5000, 6000],
      [[3_000_000_000, 0, 0]],
    ]);
  });

  it('are projected one by one from degrees', () => {
    const { longitude, latitude } = llaFromUtm({ zone: 32, hemisphere: 'N', easting: 400_100, northing: 5_000_050 });
    const degrees: PointGrid = { scale: [1e-8, 1e-8, 0.01], offset: [7, 45, 0] };
    const reprojectedFrom = {
      kind: 'projection',
      proj4: '+proj=longlat +datum=WGS84 +no_defs',
      heights: 'ellipsoidal',
      metresPerHeightUnit: 0.3048,
    } as const;
    const mover = openRecordMover({ ...rules, reprojectedFrom }, degrees, none)!;
    const bytes = records([Math.round((longitude - 7) * 1e8), Math.round((latitude - 45) * 1e8), 1000]);
    mover(bytes, 1);
    const [x, y, z] = xyzOf(bytes, 0);
    expect(Math.abs(x! - 100_000)).toBeLessThanOrEqual(1);
    expect(Math.abs(y! - 50_000)).toBeLessThanOrEqual(1);
    expect(z).toBe(3048);
  });

  it('are taken out where the earth has no such place', () => {
    let unplaced = 0;
    const reprojectedFrom = {
      kind: 'projection',
      proj4: '+proj=longlat +datum=WGS84 +no_defs',
      heights: 'ellipsoidal',
      metresPerHeightUnit: 1,
    } as const;
    const mover = openRecordMover({ ...rules, reprojectedFrom }, gridOf(1, 0, 0, 0), () => void unplaced++)!;
    expect([mover(records([200, 200, 0]), 1), unplaced]).toEqual([0, 1]);
  });
});
