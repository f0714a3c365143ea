import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boxCorners, numberBetween } from './testing/index.ts';
import { filledShare, fitView, viewExtent } from './fit-view.ts';
import { llaFromEcef, enuFrame } from './geodesy.ts';
import { transformPoint } from './matrix.ts';
import { dot, length, type Vec3 } from './vector.ts';

const VIEW = viewExtent(60, 1440 / 900);
const GROUND = { longitude: 138.5, latitude: -35, height: 30 };

/** Corners of a box on the ground, ECEF. */
const boxOnGround = (size: Vec3, headingRad = 0): Vec3[] => {
  const { ecefFromEnu } = enuFrame(GROUND);
  return boxCorners({ centerEnu: [0, 0, size[2] / 2], size, headingRad }).map((corner) =>
    transformPoint(ecefFromEnu, corner),
  );
};

describe('a view that is fitted to points', () => {
  it.each<[string, Vec3]>([
    ['a duck', [1.2, 0.8, 1]],
    ['a deck of 20 m', [20, 12, 6]],
    ['a tower', [10, 10, 180]],
    ['a pipeline', [4000, 3, 3]],
    ['a mine of 10 km', [10_000, 8000, 400]],
    ['a flat plate', [50, 50, 0]],
  ])('is filled by %s, seen from above the ground', (_, size) => {
    const points = boxOnGround(size);
    const pose = fitView(points, VIEW, 0.85);
    const share = filledShare(pose, points, VIEW)!;
    expect(share.outermost).toBeLessThanOrEqual(0.85 + 1e-6);
    expect(Math.max(share.width, share.height)).toBeGreaterThan(0.84);
    expect(llaFromEcef(pose.position).height).toBeGreaterThan(GROUND.height);
  });

  it('holds for boxes of any size and heading', () => {
    const side = fc.double({ min: 0.1, max: 20_000, noNaN: true });
    fc.assert(
      fc.property(side, side, numberBetween(0, 1), numberBetween(0, 7), (east, north, ratio, headingRad) => {
        const points = boxOnGround([east, north, ratio * Math.max(east, north)], headingRad);
        const pose = fitView(points, VIEW, 0.85);
        const share = filledShare(pose, points, VIEW)!;
        expect(share.outermost).toBeLessThanOrEqual(0.85 + 1e-6);
        expect(length(pose.direction)).toBeCloseTo(1, 9);
        expect(dot(pose.direction, pose.up)).toBeCloseTo(0, 9);
        expect(llaFromEcef(pose.position).height).toBeGreaterThan(GROUND.height);
      }),
    );
  });

  it('looks across the longer side', () => {
    const { enuFromEcef } = enuFrame(GROUND);
    for (const headingRad of [0, 0.4, -0.7, 1.3]) {
      const points = boxOnGround([400, 40, 20], headingRad);
      const position = transformPoint(enuFromEcef, fitView(points, VIEW, 0.85).position);
      // East of the box itself, along its longer side.
      const along = position[0] * Math.cos(headingRad) - position[1] * Math.sin(headingRad);
      const across = position[0] * Math.sin(headingRad) + position[1] * Math.cos(headingRad);
      expect(Math.abs(across)).toBeGreaterThan(Math.abs(along));
    }
  });

  it('keeps its distance from a single point', () => {
    const [point] = boxOnGround([0, 0, 0]);
    const { position } = fitView([point!], VIEW, 0.85);
    expect(length([position[0] - point![0], position[1] - point![1], position[2] - point![2]])).toBeCloseTo(0.5, 6);
  });
});
