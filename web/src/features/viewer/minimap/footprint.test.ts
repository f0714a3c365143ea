import { describe, expect, it } from 'vitest';
import {
  RAD_PER_DEG,
  type Lla,
  type Pose,
  type Vec3,
  enuFrame,
  ecefFromLla,
  orientationOf,
  transformDirection,
  transformPoint,
} from '@overlook/shared/maths';
import { type LonLat, footprint } from './footprint.ts';

const SITE: Lla = { longitude: 138.49, latitude: -35.08, height: 30 };
const LENS = { fovYDeg: 60, aspect: 1.6 };

/** A camera this many metres above a place, its angles in degrees. */
function poseAbove(place: Lla, height: number, headingDeg: number, pitchDeg: number, rollDeg = 0): Pose {
  const frame = enuFrame(place);
  const angles = {
    headingRad: headingDeg * RAD_PER_DEG,
    pitchRad: pitchDeg * RAD_PER_DEG,
    rollRad: rollDeg * RAD_PER_DEG,
  };
  const flat = orientationOf(angles, { east: [1, 0, 0], north: [0, 1, 0], vertical: [0, 0, 1] });
  const turn = (v: Vec3): Vec3 => transformDirection(frame.ecefFromEnu, v);
  return {
    position: transformPoint(frame.ecefFromEnu, [0, 0, height]),
    direction: turn(flat.direction),
    up: turn(flat.up),
  };
}

/** A corner in metres east and north of the site. */
function metres([longitude, latitude]: LonLat): [number, number] {
  const [east, north] = transformPoint(
    enuFrame(SITE).enuFromEcef,
    ecefFromLla({ longitude, latitude, height: SITE.height }),
  );
  return [east, north];
}

describe('the footprint', () => {
  it('of a camera that looks straight down is the picture itself', () => {
    const corners = footprint(poseAbove(SITE, 100, 0, -90), LENS, SITE.height)!;
    const halfHeight = 100 * Math.tan(30 * RAD_PER_DEG);
    const halfWidth = halfHeight * LENS.aspect;
    const expected = [
      [-halfWidth, halfHeight],
      [halfWidth, halfHeight],
      [halfWidth, -halfHeight],
      [-halfWidth, -halfHeight],
    ];
    corners.map(metres).forEach(([east, north], index) => {
      expect(east).toBeCloseTo(expected[index]![0]!, 1);
      expect(north).toBeCloseTo(expected[index]![1]!, 1);
    });
  });

  it('turns with the heading', () => {
    const corners = footprint(poseAbove(SITE, 100, 90, -90), LENS, SITE.height)!;
    const [east, north] = metres(corners[0]!);
    expect(east).toBeCloseTo(100 * Math.tan(30 * RAD_PER_DEG), 1);
    expect(north).toBeCloseTo(100 * Math.tan(30 * RAD_PER_DEG) * LENS.aspect, 1);
  });

  it('reaches from the near to the far edge of a tilted picture', () => {
    const corners = footprint(poseAbove(SITE, 100, 0, -60), LENS, SITE.height)!.map(metres);
    expect(corners[0]![1]).toBeCloseTo(100 / Math.tan(30 * RAD_PER_DEG), 0);
    expect(corners[2]![1]).toBeCloseTo(0, 1);
    expect(corners[1]![0] - corners[0]![0]).toBeGreaterThan(corners[2]![0] - corners[3]![0]);
  });

  it('ends at the horizon where a corner shows the sky', () => {
    const height = 500;
    const corners = footprint(poseAbove(SITE, height, 0, -46, 80), LENS, SITE.height)!;
    const horizon = Math.sqrt(2 * 6.371e6 * height);
    for (const corner of corners) expect(Math.hypot(...metres(corner))).toBeLessThan(horizon * 1.01);
    expect(Math.max(...corners.map((corner) => Math.hypot(...metres(corner))))).toBeGreaterThan(horizon * 0.9);
  });

  it('closes at every height, heading and roll', () => {
    for (const height of [2, 150, 9000, 400_000, 5_000_000]) {
      for (let angle = 0; angle < 360; angle += 45) {
        for (const pitch of [-90, -75, -60]) {
          const corners = footprint(poseAbove(SITE, height, angle, pitch, angle), LENS, SITE.height);
          for (const corner of corners ?? []) expect(corner.every(Number.isFinite)).toBe(true);
          if (height < 1_000_000) expect(corners).toHaveLength(4);
        }
      }
    }
  });

  it('runs on over the date line', () => {
    const corners = footprint(poseAbove({ longitude: 179.999, latitude: 10, height: 0 }, 2000, 0, -90), LENS, 0)!;
    const longitudes = corners.map(([longitude]) => longitude);
    expect(Math.max(...longitudes)).toBeGreaterThan(180);
    expect(Math.max(...longitudes) - Math.min(...longitudes)).toBeLessThan(0.1);
  });

  it('is none from under the ground, and none of the sky', () => {
    expect(footprint(poseAbove(SITE, -5, 0, -60), LENS, SITE.height)).toBeNull();
    expect(footprint(poseAbove(SITE, 100, 0, 5), LENS, SITE.height)).toBeNull();
  });
});
