import { expect, it } from 'vitest';
import { dot, length, type Vec3 } from '@overlook/shared/maths';
import type { EnuPose } from '../view/enu-pose.ts';
import { Heading } from './heading.ts';

const pose = (x: number, direction: Vec3 = [0, 1, 0]): EnuPose => ({
  positionEnu: [x, 0, 50],
  direction,
  up: [0, 0, 1],
});

it('a camera at 20 metres per second is predicted 20 metres ahead in a second', () => {
  const heading = new Heading();
  expect(heading.frame(pose(0), true, 1000)).toBeNull();
  expect(heading.frame(pose(10), true, 1500)?.positionEnu).toEqual([30, 0, 50]);
});

it('the pose ahead is the same object until a quarter of a second has passed', () => {
  const heading = new Heading();
  heading.frame(pose(0), true, 0);
  const first = heading.frame(pose(5), true, 250);
  expect(heading.frame(pose(6), true, 300)).toBe(first);
  expect(heading.frame(pose(15), true, 500)).not.toBe(first);
});

it('a turn is predicted to the same side, by at most about forty degrees, with orthogonal axes', () => {
  const heading = new Heading();
  heading.frame(pose(0), true, 0);
  const { direction, up } = heading.frame(pose(0, [1, 0, 0]), true, 250)!;
  expect(direction[1]).toBeLessThan(0);
  expect(Math.acos(direction[0])).toBeLessThan(0.75);
  expect(dot(direction, up)).toBeCloseTo(0, 12);
  expect(length(direction)).toBeCloseTo(1, 12);
});

it('there is no prediction for a camera that is held still or at rest', () => {
  const heading = new Heading();
  heading.frame(pose(0), true, 0);
  expect(heading.frame(pose(0), true, 300)).toBeNull();
  heading.frame(pose(10), true, 600);
  expect(heading.frame(pose(10), false, 616)).toBeNull();
  expect(heading.frame(pose(10), true, 632)).toBeNull();
});
