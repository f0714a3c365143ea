import { describe, expect, it } from 'vitest';
import {
  type Pose,
  RAD_PER_DEG,
  type Vec3,
  add,
  distance,
  dot,
  ecefFromLla,
  orientationOf,
  rightOf,
  scale,
  subtract,
} from '@overlook/shared/maths';
import { AXIS_VIEWS, type AxisView, boxView, faceView, middleOf, siteView } from './axis-views.ts';
import { axesAt } from './compass-pose.ts';

const MIDDLE = ecefFromLla({ longitude: 138.49, latitude: -35.08, height: 60 });
const AXES = axesAt(MIDDLE);
const { east, north, vertical } = AXES;
const AWAY = 90;
const direction = orientationOf({ headingRad: 1, pitchRad: -0.5, rollRad: 0 }, AXES);
const POSE: Pose = { position: subtract(MIDDLE, scale(direction.direction, AWAY)), ...direction };
const down = scale(vertical, -1);

/** The direction of the camera and the upper edge of its picture. */
const SEEN: Readonly<Record<Exclude<AxisView, 'isometric'>, readonly [Vec3, Vec3]>> = {
  top: [down, north],
  bottom: [vertical, scale(north, -1)],
  front: [north, vertical],
  back: [scale(north, -1), vertical],
  left: [east, vertical],
  right: [scale(east, -1), vertical],
};

function expectAlong(a: Vec3, b: Vec3): void {
  expect(distance(a, b)).toBeLessThan(1e-7);
}

describe('a view along an axis of the site', () => {
  it.each(Object.entries(SEEN))('%s: along the axis, upright, with the point in the middle', (view, [towards, up]) => {
    const pose = siteView(POSE, view as AxisView, MIDDLE);
    expectAlong(pose.direction, towards);
    expectAlong(pose.up, up);
    expect(distance(add(pose.position, scale(pose.direction, AWAY)), MIDDLE)).toBeLessThan(1e-6);
  });

  it('keeps the scale of the middle, also of an orthographic view', () => {
    expect(siteView(POSE, 'top', MIDDLE).orthoHeightM).toBeCloseTo(2 * AWAY * Math.tan(30 * RAD_PER_DEG), 9);
    expect(siteView({ ...POSE, orthoHeightM: 12.5 }, 'left', MIDDLE).orthoHeightM).toBe(12.5);
  });

  it('turns about the same point again where something far before it is in the middle', () => {
    const front = siteView(POSE, 'front', MIDDLE);
    const far = subtract(MIDDLE, scale(front.direction, 500));
    expect(distance(middleOf(front, far), MIDDLE)).toBeLessThan(1e-6);
    expect(distance(middleOf(front, null), MIDDLE)).toBeLessThan(1e-6);
    const near = subtract(MIDDLE, scale(front.direction, 5));
    expect(middleOf(front, near)).toBe(near);
    expect(middleOf(POSE, far)).toBe(far);
  });

  it('isometric: the three axes are equally short', () => {
    const pose = siteView(POSE, 'isometric', MIDDLE);
    for (const axis of [east, north, vertical])
      expect(Math.abs(dot(axis, pose.direction))).toBeCloseTo(1 / Math.sqrt(3), 12);
    expect(dot(pose.up, vertical)).toBeGreaterThan(0);
  });
});

describe('a view along an axis of the section box', () => {
  const headingRad = 0.4;
  const box = { centerEcef: MIDDLE, size: [40, 10, 6] as Vec3, headingRad };

  it('is turned with the box, and shows all of it on wide and on narrow screens', () => {
    for (const view of AXIS_VIEWS)
      for (const aspect of [2.2, 1, 0.45]) {
        const pose = boxView(box, view, aspect);
        const { direction: ahead } = orientationOf({ headingRad, pitchRad: 0, rollRad: 0 }, AXES);
        const aside = rightOf({ direction: ahead, up: vertical });
        for (const share of [0, 1, 2, 3, 4, 5, 6, 7]) {
          const sign = (bit: number) => ((share >> bit) & 1) - 0.5;
          const corner = add(
            add(scale(aside, sign(0) * 40), scale(ahead, sign(1) * 10)),
            add(scale(vertical, sign(2) * 6), MIDDLE),
          );
          const to = subtract(corner, pose.position);
          expect(Math.abs(dot(to, pose.up))).toBeLessThan(pose.orthoHeightM! / 2);
          expect(Math.abs(dot(to, rightOf(pose)))).toBeLessThan((pose.orthoHeightM! / 2) * aspect);
        }
      }
    expectAlong(
      boxView(box, 'front', 1).direction,
      orientationOf({ headingRad, pitchRad: 0, rollRad: 0 }, AXES).direction,
    );
  });
});

describe('a view square to a face', () => {
  const at = (a: Vec3, b: Vec3, bulge = 0) => ({
    middle: add(MIDDLE, scale(vertical, bulge)),
    left: subtract(MIDDLE, scale(a, 0.3)),
    right: add(MIDDLE, scale(a, 0.3)),
    above: add(MIDDLE, scale(b, 0.3)),
    below: subtract(MIDDLE, scale(b, 0.3)),
  });

  it('looks against the side that was seen, upright at a wall, with north at the top of a floor', () => {
    const wall = faceView(POSE, at(north, vertical))!;
    expectAlong(wall.direction, east);
    expectAlong(wall.up, vertical);
    const floor = faceView(POSE, at(east, north))!;
    expectAlong(floor.direction, down);
    expectAlong(floor.up, north);
    expect(floor.orthoHeightM).toBeCloseTo(2 * AWAY * Math.tan(30 * RAD_PER_DEG), 9);
  });

  it('is none at an edge, or where the points are one', () => {
    expect(faceView(POSE, at(east, north, 0.2))).toBeNull();
    expect(faceView(POSE, at([0, 0, 0], north))).toBeNull();
  });
});
