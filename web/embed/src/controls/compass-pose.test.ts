import { describe, expect, it } from 'vitest';
import {
  RAD_PER_DEG,
  distance,
  dot,
  ecefFromLla,
  orientationOf,
  type Pose,
  subtract,
  normalize,
} from '@overlook/shared/maths';
import { axesAt, headingDegOf, northUp, zoomed } from './compass-pose.ts';

const place = ecefFromLla({ longitude: 138.49, latitude: -35.08, height: 180 });

function poseLooking(headingDeg: number, pitchDeg: number): Pose {
  const angles = { headingRad: headingDeg * RAD_PER_DEG, pitchRad: pitchDeg * RAD_PER_DEG, rollRad: 0 };
  return { position: place, ...orientationOf(angles, axesAt(place)) };
}

describe('the compass', () => {
  it.each([0, 32, 180, 271.5, 359.9])('reads a heading of %d degrees', (heading) => {
    expect(headingDegOf(poseLooking(heading, -30))).toBeCloseTo(heading, 6);
  });

  it('reads the heading of a camera that looks straight down', () => {
    expect(headingDegOf(poseLooking(90, -90))).toBeCloseTo(90, 4);
  });

  it('keeps its heading where the camera is slightly past straight down', () => {
    expect(headingDegOf(poseLooking(0, -90.18))).toBeCloseTo(0, 4);
    expect(headingDegOf(poseLooking(120, -90.18))).toBeCloseTo(120, 4);
  });

  it('turns to north on the spot and keeps the pitch', () => {
    const turned = northUp(poseLooking(120, -25), null);
    expect(turned.position).toEqual(place);
    expect(headingDegOf(turned) % 360).toBeCloseTo(0, 6);
    expect(dot(turned.direction, axesAt(place).vertical)).toBeCloseTo(Math.sin(-25 * RAD_PER_DEG), 9);
  });

  it('turns around a point, which keeps its distance and its place in the middle', () => {
    const pose = poseLooking(75, -40);
    const pivot = zoomed(pose, 300, 1).position;
    const turned = northUp(pose, pivot);
    expect(distance(turned.position, pivot)).toBeCloseTo(300, 6);
    expect(dot(normalize(subtract(pivot, turned.position)), turned.direction)).toBeCloseTo(1, 12);
    expect(headingDegOf(turned) % 360).toBeCloseTo(0, 2);
  });
});

describe('an orthographic view', () => {
  const ortho = { ...poseLooking(75, -40), orthoHeightM: 120 };

  it('turns to north around a point, also one behind its camera, and around its middle without one', () => {
    const middle = 120 / 2 / Math.tan(30 * RAD_PER_DEG);
    for (const along of [300, -50, null]) {
      const pivot = zoomed(poseLooking(75, -40), along ?? middle, 1).position;
      const turned = northUp(ortho, along === null ? null : pivot);
      expect(turned.orthoHeightM).toBe(120);
      expect(headingDegOf(turned) % 360).toBeCloseTo(0, 2);
      const away = subtract(pivot, turned.position);
      expect(dot(away, turned.direction)).toBeCloseTo(along ?? middle, 6);
      expect(Math.hypot(...away)).toBeCloseTo(Math.abs(along ?? middle), 6);
    }
  });

  it('zooms by its height about its middle, and back again', () => {
    const nearer = zoomed(ortho, 1e9, 0.25);
    expect(nearer.orthoHeightM).toBe(90);
    expect(zoomed(nearer, 1e9, -0.25 / 0.75).orthoHeightM).toBeCloseTo(120, 9);
    expect(distance(zoomed(nearer, 1e9, -0.25 / 0.75).position, ortho.position)).toBeCloseTo(0, 6);
  });
});

describe('a zoom step', () => {
  it('moves by a share of the distance along the view axis, and back again', () => {
    const pose = poseLooking(10, -20);
    const nearer = zoomed(pose, 100, 0.25);
    expect(distance(pose.position, nearer.position)).toBeCloseTo(25, 6);
    expect(distance(zoomed(nearer, 75, -0.25 / 0.75).position, pose.position)).toBeCloseTo(0, 6);
  });
});
