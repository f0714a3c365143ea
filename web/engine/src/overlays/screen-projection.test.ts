import { type Vec3, axesForVertical, mix, orientationOf } from '@overlook/shared/maths';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numberBetween } from '@overlook/shared/maths/testing';
import type { EnuPose } from '../view/enu-pose.ts';
import { worldToScreen } from '../view/testing/world-to-screen.ts';
import { cameraFrame, shareInSpace } from '../view/camera-frame.ts';
import { SEGMENT_STRIDE, clipPolygon, clipSegment, isOnScreen, screenX, screenY, toClip } from './screen-projection.ts';

const PERSPECTIVE = { width: 800, height: 600, fovYRad: Math.PI / 3 };
const NORTH: EnuPose = { positionEnu: [0, -100, 0], direction: [0, 1, 0], up: [0, 0, 1] };
const frameOf = (pose: EnuPose, near = 1) => cameraFrame(pose, PERSPECTIVE.width, PERSPECTIVE.height, near, 50_000);

/** A view at 60° high and 600 px: 300 / tan 30° pixels for each unit of slope. */
const PX_PER_SLOPE = 300 * Math.sqrt(3);

const coordinate = numberBetween(-500, 500);
const anyPoint = fc.tuple(coordinate, coordinate, coordinate) as fc.Arbitrary<Vec3>;
const anyPose = fc
  .record({
    positionEnu: anyPoint,
    headingRad: numberBetween(-3, 3),
    pitchRad: numberBetween(-1.5, 1.2),
    rollRad: numberBetween(-0.5, 0.5),
  })
  .map(({ positionEnu, ...angles }): EnuPose => ({
    positionEnu,
    ...orientationOf(angles, axesForVertical([0, 0, 1])),
  }));

function clipOf(pose: EnuPose, points: readonly Vec3[]): Float64Array {
  const out = new Float64Array(3 * points.length);
  toClip(frameOf(pose), new Float64Array(points.flat()), out);
  return out;
}

function segment(pose: EnuPose, a: Vec3, b: Vec3, near = 1, marginPx = 0): Float64Array | null {
  const out = new Float64Array(SEGMENT_STRIDE);
  return clipSegment(clipOf(pose, [a, b]), 0, 1, frameOf(pose, near), marginPx, out, 0) ? out : null;
}

describe('projection', () => {
  it('puts a point 10 m to the east and 5 m up, 100 m ahead, where the slope says', () => {
    const clip = clipOf(NORTH, [[10, 0, 5]]);
    const view = frameOf(NORTH);
    expect(screenX(clip[0]!, clip[2]!, view)).toBeCloseTo(400 + 0.1 * PX_PER_SLOPE, 9);
    expect(screenY(clip[1]!, clip[2]!, view)).toBeCloseTo(300 - 0.05 * PX_PER_SLOPE, 9);
    expect(clip[2]).toBeCloseTo(100, 12);
  });

  it('agrees with the camera, from any pose', () => {
    fc.assert(
      fc.property(anyPose, anyPoint, (pose, point) => {
        const expected = worldToScreen(pose, point, PERSPECTIVE);
        const clip = clipOf(pose, [point]);
        fc.pre(expected !== null && clip[2]! > 1);
        expect(screenX(clip[0]!, clip[2]!, frameOf(pose))).toBeCloseTo(expected![0], 5);
        expect(screenY(clip[1]!, clip[2]!, frameOf(pose))).toBeCloseTo(expected![1], 5);
      }),
    );
  });
});

describe('clipSegment', () => {
  it('does not change a segment that is wholly visible', () => {
    const out = segment(NORTH, [-10, 0, 0], [10, 0, 0])!;
    expect(out[0]).toBeCloseTo(400 - 0.1 * PX_PER_SLOPE, 9);
    expect(out[3]).toBeCloseTo(400 + 0.1 * PX_PER_SLOPE, 9);
    expect([out[6], out[7]]).toEqual([0, 1]);
  });

  it('cuts a segment that comes from behind the camera at the near plane, on the right side of the screen', () => {
    // From 100 m ahead to 100 m behind, 1 m to the right all the way: it is 5 m ahead after 95 of 200 m.
    const out = segment(NORTH, [1, 0, 0], [1, -200, 0], 5)!;
    expect(out[7]).toBeCloseTo(95 / 200, 12);
    expect(out[5]).toBeCloseTo(5, 9);
    expect(out[3]).toBeCloseTo(400 + PX_PER_SLOPE / 5, 6);
    // Either way round.
    const back = segment(NORTH, [1, -200, 0], [1, 0, 0], 5)!;
    expect(back[6]).toBeCloseTo(105 / 200, 12);
    expect(back[0]).toBeCloseTo(400 + PX_PER_SLOPE / 5, 6);
  });

  it('drops what is behind, before the near plane, beside the screen, or not a number', () => {
    expect(segment(NORTH, [0, -150, 0], [10, -300, 0])).toBeNull();
    expect(segment(NORTH, [0, -99.5, 0], [0.1, -99.2, 0])).toBeNull();
    expect(segment(NORTH, [500, 0, 0], [500, 50, 0])).toBeNull();
    expect(segment(NORTH, [Number.NaN, 0, 0], [10, 0, 0])).toBeNull();
    expect(segment(NORTH, [0, 0, 0], [Number.POSITIVE_INFINITY, 0, 0])).toBeNull();
  });

  it('never leaves the screen, and its ends lie on the segment', () => {
    fc.assert(
      fc.property(anyPose, anyPoint, anyPoint, (pose, a, b) => {
        const out = segment(pose, a, b, 1, 10);
        fc.pre(out !== null);
        for (const [at, share] of [
          [0, out![6]!],
          [3, out![7]!],
        ] as const) {
          expect(out![at]).toBeGreaterThan(-10.001);
          expect(out![at]).toBeLessThan(810.001);
          expect(out![at + 1]).toBeGreaterThan(-10.001);
          expect(out![at + 1]).toBeLessThan(610.001);
          const expected = worldToScreen(pose, mix(a, b, share), PERSPECTIVE)!;
          expect(out![at]).toBeCloseTo(expected[0], 3);
          expect(out![at + 1]).toBeCloseTo(expected[1], 3);
        }
      }),
    );
  });

  it('keeps every point of a segment that is in sight', () => {
    fc.assert(
      fc.property(anyPose, anyPoint, anyPoint, numberBetween(0, 1), (pose, a, b, share) => {
        const point = mix(a, b, share);
        const at = worldToScreen(pose, point, PERSPECTIVE);
        const depth = clipOf(pose, [point])[2]!;
        fc.pre(at !== null && depth > 1.001 && at[0] > 0.1 && at[0] < 799.9 && at[1] > 0.1 && at[1] < 599.9);
        const out = segment(pose, a, b)!;
        expect(out).not.toBeNull();
        expect(share).toBeGreaterThan(out[6]! - 1e-6);
        expect(share).toBeLessThan(out[7]! + 1e-6);
      }),
    );
  });
});

it('shareInSpace finds the place in space of the middle of the screen', () => {
  // From 10 m to 30 m ahead, straight up the screen: the middle of the image is nearer than 20 m.
  const [a, b]: [Vec3, Vec3] = [
    [0, -90, -5],
    [0, -70, 5],
  ];
  const [ya, yb] = [a, b].map((point) => worldToScreen(NORTH, point, PERSPECTIVE)![1]);
  const middle = worldToScreen(NORTH, mix(a, b, shareInSpace(0.5, 10, 30)), PERSPECTIVE)!;
  expect(middle[1]).toBeCloseTo((ya! + yb!) / 2, 9);
});

describe('clipPolygon', () => {
  it('keeps a visible square, and cuts one that reaches behind the camera', () => {
    const square = (south: number): Vec3[] => [
      [-10, south, -2],
      [10, south, -2],
      [10, 20, -2],
      [-10, 20, -2],
    ];
    const whole = clipPolygon(clipOf(NORTH, square(0)), frameOf(NORTH), 0);
    expect(whole).toHaveLength(8);
    const cut = clipPolygon(clipOf(NORTH, square(-150)), frameOf(NORTH), 0);
    expect(cut.length).toBeGreaterThanOrEqual(6);
    for (let k = 0; k < cut.length; k += 2) {
      expect(cut[k]).toBeGreaterThan(-0.001);
      expect(cut[k]).toBeLessThan(800.001);
      // The ground is below the horizon.
      expect(cut[k + 1]).toBeGreaterThan(300);
      expect(cut[k + 1]).toBeLessThan(600.001);
    }
    const behind = square(-300).map(([x, , z]): Vec3 => [x, -400, z]);
    expect(clipPolygon(clipOf(NORTH, behind), frameOf(NORTH), 0)).toEqual([]);
  });
});

describe('marks of an orthographic view', () => {
  const frame = cameraFrame({ ...NORTH, orthoHeightM: 60 }, PERSPECTIVE.width, PERSPECTIVE.height, 1, 50_000);
  // 600 px show 60 m: 10 px a metre at every distance, also behind the camera.
  const points: Vec3[] = [
    [10, 0, 5],
    [-20, 900, -5],
    [3, -130, 0],
  ];
  const clip = new Float64Array(9);
  toClip(frame, Float64Array.from(points.flat()), clip);

  it('lie at ten pixels a metre, whatever their distance', () => {
    const pixels = points.map((_, i) => [
      screenX(clip[3 * i]!, clip[3 * i + 2]!, frame),
      screenY(clip[3 * i + 1]!, clip[3 * i + 2]!, frame),
    ]);
    for (const [i, expected] of [
      [500, 250],
      [200, 350],
      [430, 300],
    ].entries())
      for (const axis of [0, 1]) expect(pixels[i]![axis]).toBeCloseTo(expected[axis]!, 6);
  });

  it('are on the screen, points and lines', () => {
    const parts = new Float64Array(SEGMENT_STRIDE);
    expect(points.map((_, i) => isOnScreen(clip, i, frame, 0))).toEqual([true, true, true]);
    expect(clipSegment(clip, 0, 1, frame, 0, parts, 0)).toBe(true);
    expect([...parts].slice(6)).toEqual([0, 1]);
    expect(shareInSpace(0.25, parts[2]!, parts[5]!)).toBeCloseTo(0.25, 12);
  });
});
