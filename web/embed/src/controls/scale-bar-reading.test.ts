import { describe, expect, it } from 'vitest';
import { type Pose, type Vec3, distance, ecefFromLla } from '@overlook/shared/maths';
import { groundInTheMiddle, inFront, metresPerPixel } from './scale-bar-reading.ts';

/** Above the equator at longitude 0, where the vertical is the earth's x axis; pitch in degrees, looking east. */
function poseAt(height: number, pitchDeg: number): Pose {
  const pitch = (pitchDeg * Math.PI) / 180;
  return {
    position: ecefFromLla({ longitude: 0, latitude: 0, height }),
    direction: [Math.sin(pitch), Math.cos(pitch), 0],
    up: [Math.cos(pitch), -Math.sin(pitch), 0],
  };
}

const ahead = ({ position: p, direction: d }: Pose, metres: number): Vec3 => [
  p[0] + d[0] * metres,
  p[1] + d[1] * metres,
  p[2] + d[2] * metres,
];

describe('the scale of the middle of the view', () => {
  it('is the height of the picture over its pixels', () => {
    const pose = poseAt(500, -30);
    // 60° over 900 px: at 100 m the picture is 200 · tan 30° = 115.47 m high.
    expect(metresPerPixel(pose, ahead(pose, 100), 900, 60)).toBeCloseTo(115.4701 / 900, 6);
    // 90°: the picture is twice as high as its distance.
    expect(metresPerPixel(pose, ahead(pose, 100), 900, 90)).toBeCloseTo(200 / 900, 9);
  });

  it('is null for a point behind the camera, and without a screen', () => {
    const pose = poseAt(500, -30);
    expect(metresPerPixel(pose, ahead(pose, -1), 900, 60)).toBeNull();
    expect(metresPerPixel(pose, ahead(pose, 100), 0, 60)).toBeNull();
  });
});

describe('the earlier point in the middle', () => {
  it('counts while the camera looks towards it', () => {
    const pose = poseAt(500, -30);
    const point = ahead(pose, 100);
    expect(inFront(pose, point)).toBe(point);
    expect(inFront(poseAt(500, -45), point)).toBe(point);
    expect(inFront(poseAt(500, -90), point)).toBeNull();
    expect(inFront(pose, ahead(pose, -100))).toBeNull();
    expect(inFront(pose, null)).toBeNull();
  });
});

describe('the ground in the middle of the view', () => {
  it('is the intersection with the view axis', () => {
    const pose = poseAt(230, -90);
    expect(distance(groundInTheMiddle(pose, 30)!, ecefFromLla({ longitude: 0, latitude: 0, height: 30 }))).toBeLessThan(
      1e-3,
    );
    const slanting = poseAt(130, -30);
    expect(distance(groundInTheMiddle(slanting, 30)!, slanting.position)).toBeCloseTo(200, 1);
  });

  it('is null for the sky and from under the ground', () => {
    expect(groundInTheMiddle(poseAt(200, 10), 30)).toBeNull();
    expect(groundInTheMiddle(poseAt(20, -80), 30)).toBeNull();
  });
});
