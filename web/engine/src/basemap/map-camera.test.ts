import { RAD_PER_DEG, axesForVertical, enuFrame, orientationOf, type Vec3 } from '@overlook/shared/maths';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numberBetween } from '@overlook/shared/maths/testing';
import type { EnuPose } from '../view/enu-pose.ts';
import { earthCamera, globeCamera, heightOverMap, looksAtGround, planeCamera } from './map-camera.ts';

const frame = enuFrame({ longitude: 116.2, latitude: -31.95, height: 30 });
const PERSPECTIVE = { height: 640, fovYRad: 60 * RAD_PER_DEG };
const view = (positionEnu: Vec3, headingDeg: number, pitchDeg: number, rollDeg = 0) => {
  const angles = {
    headingRad: headingDeg * RAD_PER_DEG,
    pitchRad: pitchDeg * RAD_PER_DEG,
    rollRad: rollDeg * RAD_PER_DEG,
  };
  const pose: EnuPose = { positionEnu, ...orientationOf(angles, axesForVertical([0, 0, 1])) };
  return earthCamera(pose, frame, 30, PERSPECTIVE);
};

/** Metres of the map from camera to centre, by MapLibre's own rule for zoom. */
const reachOf = (zoom: number, latitude: number): number =>
  ((PERSPECTIVE.height / 2 / Math.tan(PERSPECTIVE.fovYRad / 2)) *
    2 *
    Math.PI *
    6371008.8 *
    Math.cos(latitude * RAD_PER_DEG)) /
  (512 * 2 ** zoom);

describe('planeCamera', () => {
  it('straight down has the site in the middle at the height of the camera, with the heading as bearing', () => {
    const camera = planeCamera(view([0, 0, 150], 40, -90));
    expect(camera.center[0]).toBeCloseTo(116.2, 9);
    expect(camera.center[1]).toBeCloseTo(-31.95, 9);
    expect(camera.pitch).toBeCloseTo(0, 6);
    expect(camera.bearing).toBeCloseTo(40, 6);
    expect(camera.elevation).toBeCloseTo(0, 6);
    expect(reachOf(camera.zoom, camera.center[1])).toBeCloseTo(150, 0);
  });

  it('has pitch from the nadir and roll clockwise', () => {
    const camera = planeCamera(view([0, 0, 150], -70, 20, 15));
    expect(camera.pitch).toBeCloseTo(110, 2);
    expect(camera.bearing).toBeCloseTo(-70, 2);
    expect(camera.roll).toBeCloseTo(15, 2);
  });

  it('puts the camera where it is with any centre, and keeps the ground before the near plane', () => {
    fc.assert(
      fc.property(
        numberBetween(2, 20_000),
        numberBetween(-179, 179),
        numberBetween(-89, 89),
        (height, heading, pitch) => {
          const camera = planeCamera(view([0, 0, height], heading, pitch));
          const reach = reachOf(camera.zoom, camera.center[1]);
          const altitude = camera.elevation + reach * Math.cos(camera.pitch * RAD_PER_DEG);
          // The plane touches the earth up to three heights ahead, (3h)²/2R lower; the map's metre differs by its scale.
          const curvature = (4.5 * height) / 6.37e6;
          expect(Math.abs(altitude / height - 1)).toBeLessThan(curvature + 5e-4);
          const nearPlane = (reach * 2 * Math.tan(PERSPECTIVE.fovYRad / 2)) / 50;
          expect(nearPlane).toBeLessThan(height * 0.87);
          expect(camera.zoom).toBeLessThanOrEqual(22 + 1e-6);
        },
      ),
    );
  });

  it('in a pit looks from just over the map, with the same angles', () => {
    const camera = planeCamera(view([0, 0, -40], 10, 12));
    const reach = reachOf(camera.zoom, camera.center[1]);
    expect(camera.pitch).toBeCloseTo(102, 3);
    expect(camera.elevation + reach * Math.cos(camera.pitch * RAD_PER_DEG)).toBeCloseTo(0.5, 2);
  });
});

describe('globeCamera', () => {
  it('looks at the ground on its axis with the angles of that place', () => {
    const camera = globeCamera(view([0, 0, 1e6], 0, -60));
    // 1,000 km up and 60 degrees down: the view axis meets the ground farther north, at a flatter angle than at the
    // camera.
    expect(camera.center[1]).toBeGreaterThan(-27.5);
    expect(camera.center[1]).toBeLessThan(-25);
    expect(camera.center[0]).toBeCloseTo(116.2, 6);
    expect(camera.pitch).toBeGreaterThan(34);
    expect(camera.elevation).toBe(0);
  });

  it('past the limb looks at the limb', () => {
    const away = view([0, 0, 1e6], 0, 10);
    expect(looksAtGround(away)).toBe(false);
    const camera = globeCamera(away);
    expect(Object.values(camera).flat().every(Number.isFinite)).toBe(true);
  });
});

it('counts heights from the ground of the site', () => {
  expect(heightOverMap(view([0, 0, 150], 0, 0))).toBeCloseTo(150, 6);
  expect(looksAtGround(view([0, 0, 150], 0, -30))).toBe(true);
});
