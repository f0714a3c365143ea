import { type Vec3, enuFrame, transformPoint } from '@overlook/shared/maths';
import { describe, expect, it } from 'vitest';
import { pickArea } from './pick-area.ts';
import { placeArea } from './placed-areas.ts';

const FRAME = enuFrame({ longitude: 138.4932, latitude: -35.0789, height: 30 });
const EAST: Vec3 = [1, 0, 0];

/** A box of 4 m by 4 m by 5 m whose south-western corner is at the origin of the site frame. */
const BOX = placeArea(
  {
    id: 'box',
    cornersEcef: (
      [
        [0, 0],
        [4, 0],
        [4, 4],
        [0, 4],
      ] as const
    ).map(([x, y]) => transformPoint(FRAME.ecefFromEnu, [x, y, 0])),
    bottomHeight: 0,
    topHeight: 5,
    isCapped: true,
    color: '#ff5d5d',
    outline: 'solid',
    isSelected: false,
  },
  FRAME,
);

const pickEast = (originEnu: Vec3, near = 0.1) =>
  pickArea([BOX], { frame: FRAME, originEnu, directionEnu: EAST, near, section: null });

describe('a ray meets an area', () => {
  it('at its nearest side', () => {
    const hit = pickEast([-10, 2, 2.5])!;
    expect(hit.area).toBe(BOX.area);
    expect(hit.distance).toBeCloseTo(10, 3);
  });

  it('from within at the side that is ahead, not at the one behind the camera', () => {
    const hit = pickEast([1, 2, 2.5])!;
    expect(hit.distance).toBeCloseTo(3, 3);
    expect(hit.pointEnu[0]).toBeCloseTo(4, 3);
  });

  it('not when all of it is behind the camera', () => {
    expect(pickEast([4.5, 2, 2.5])).toBeNull();
  });

  it('at its far side when the near one is too close to be drawn', () => {
    expect(pickEast([-0.5, 2, 2.5], 1)!.distance).toBeCloseTo(4.5, 3);
  });
});
