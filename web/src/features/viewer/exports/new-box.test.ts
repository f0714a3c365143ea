import { describe, expect, it } from 'vitest';
import {
  distance,
  enuFrame,
  ecefFromLla,
  normalize,
  transformDirection,
  transformPoint,
  type Vec3,
} from '@overlook/shared/maths';
import type { Stage } from '@overlook/engine';
import { boxAt, homeFocus, findSeenPoint, type ScreenSpot } from './new-box.ts';

const GROUND = { longitude: 138.4932, latitude: -35.0789, height: 30 };
const FRAME = enuFrame(GROUND);
const pose = (positionEnu: Vec3, directionEnu: Vec3) => ({
  position: transformPoint(FRAME.ecefFromEnu, positionEnu),
  direction: transformDirection(FRAME.ecefFromEnu, normalize(directionEnu)),
  up: transformDirection(FRAME.ecefFromEnu, [0, 0, 1]),
});

/** Shows something above the given share of its height only. */
const stageThat = (showsFromShare: number) =>
  ({
    size: () => ({ width: 400, height: 800 }),
    pickSoon: (x: number, y: number, onPick: (pick: unknown) => void) =>
      onPick(y >= showsFromShare * 800 ? { pointEcef: [x, y, 0] } : null),
  }) as unknown as Stage;

function seenPoint(stage: Stage, spot?: ScreenSpot): Vec3 | null | undefined {
  let seen: Vec3 | null | undefined;
  findSeenPoint(stage, (pointEcef) => (seen = pointEcef), spot);
  return seen;
}

it('a new box is 2.5 m a side', () => expect(boxAt([1, 2, 3]).size).toEqual([2.5, 2.5, 2.5]));

describe('what is seen', () => {
  it('is the point in the middle of the screen', () => expect(seenPoint(stageThat(0.4))).toEqual([200, 400, 0]));
  it('is nothing under the sky', () => expect(seenPoint(stageThat(0.9))).toBeNull());

  it('is the point at the spot, else in the middle', () => {
    const spot = { xShare: 0.5, yShare: 0.25 };
    expect(seenPoint(stageThat(0.1), spot)).toEqual([200, 200, 0]);
    expect(seenPoint(stageThat(0.4), spot)).toEqual([200, 400, 0]);
  });
});

it('what is seen is asked again when a panel has opened meanwhile', () => {
  let width = 800;
  const asked: [number, number][] = [];
  const stage = {
    size: () => ({ width, height: 800 }),
    pickSoon(x: number, y: number, onPick: (pick: unknown) => void) {
      asked.push([x, y]);
      width = 400;
      onPick({ pointEcef: [x, y, 0] });
    },
  } as unknown as Stage;
  expect(seenPoint(stage)).toEqual([200, 400, 0]);
  expect(asked).toEqual([
    [400, 400],
    [200, 400],
  ]);
});

describe('the target of the home view', () => {
  it('is on the height of the ground, on its line of sight', () => {
    const focus = homeFocus(GROUND, pose([100, 0, 50], [-1, 0, -1]));
    // 50 m of the plane through the ground point; the ellipsoid is 0.1 mm lower there.
    expect(distance(focus, transformPoint(FRAME.ecefFromEnu, [50, 0, 0]))).toBeLessThan(0.01);
  });

  it.each([
    ['looks up', pose([0, 0, 50], [1, 0, 0.2])],
    ['hardly looks down', pose([0, 0, 50], [1, 0, -0.01])],
    ['is below the ground', pose([0, 0, -5], [1, 0, -1])],
  ])('is the ground point of the site where it %s', (_, home) => {
    expect(distance(homeFocus(GROUND, home), ecefFromLla(GROUND))).toBeLessThan(1e-6);
  });

  it('is the ground point of a site without one', () => expect(homeFocus(GROUND, null)).toEqual(ecefFromLla(GROUND)));
});
