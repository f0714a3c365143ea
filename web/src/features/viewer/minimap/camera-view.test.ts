import { describe, expect, it } from 'vitest';
import { type Pose, ecefFromLla, mercatorMetresPerPx } from '@overlook/shared/maths';
import { boundsOf, cameraView, followZoom } from './camera-view.ts';

/** On the equator at longitude 0: east is +y, north +z and the vertical +x of the earth's axes. */
function poseAtEquator(height: number, pitchDeg: number): Pose {
  const pitch = (pitchDeg * Math.PI) / 180;
  return {
    position: ecefFromLla({ longitude: 0, latitude: 0, height }),
    direction: [Math.sin(pitch), Math.cos(pitch), 0],
    up: [Math.cos(pitch), -Math.sin(pitch), 0],
  };
}

describe('the zoom that follows the camera', () => {
  it.each([
    [1, 17],
    [148, 17],
    [Math.E ** 6, 16],
    [Math.E ** 10, 12],
  ])('is that of the specification at %d m', (height, zoom) => expect(followZoom(height)).toBeCloseTo(zoom, 9));

  it.each([0, -20, -1e6])('stays the nearest at %d m', (height) => expect(followZoom(height)).toBe(17));
});

it('bounds the map at 0.02° from the site', () => {
  const [west, south, east, north] = boundsOf({ longitude: 138.49, latitude: -35.08 });
  expect([west, south, east, north].map((edge) => edge.toFixed(6))).toEqual([
    '138.470000',
    '-35.100000',
    '138.510000',
    '-35.060000',
  ]);
});

const SCREEN = { width: 1500, height: 1000, fovYDeg: 60 };
const MAP = { width: 224, height: 148 };

describe('the camera on the minimap', () => {
  it('is where the camera is, turned to where it looks', () => {
    const view = cameraView(poseAtEquator(430, -10), SCREEN, MAP, 30);
    for (const place of [view.place, view.centre]) {
      expect(place[0]).toBeCloseTo(0, 9);
      expect(place[1]).toBeCloseTo(0, 9);
    }
    expect(view.headingDeg).toBeCloseTo(90, 6);
    expect(view.zoom).toBeCloseTo(22 - Math.log(400), 6);
  });

  it('shows what it sees only below -45°', () => {
    expect(cameraView(poseAtEquator(150, -44.9), SCREEN, MAP, 0).footprint).toBeNull();
    expect(cameraView(poseAtEquator(150, -45.1), SCREEN, MAP, 0).footprint).toHaveLength(4);
    expect(cameraView(poseAtEquator(150, 80), SCREEN, MAP, 0).footprint).toBeNull();
  });
});

describe('a camera that looks straight down', () => {
  it('sees ground as wide as its field of view', () => {
    const heightOf = (fovYDeg: number) => {
      const { footprint } = cameraView(poseAtEquator(100, -90), { ...SCREEN, fovYDeg }, MAP, 0);
      const across = footprint!.map(([longitude]) => longitude);
      return (Math.max(...across) - Math.min(...across)) * 111_320;
    };
    expect(heightOf(60)).toBeCloseTo(200 * Math.tan(Math.PI / 6), 0);
    expect(heightOf(90)).toBeCloseTo(200, 0);
  });

  it.each([20, 57, 150, 400, 1000])('at %d m has all that it sees inside the map', (height) => {
    const view = cameraView(poseAtEquator(height, -90), SCREEN, MAP, 0);
    const perPixel = mercatorMetresPerPx(view.zoom, 0) / 111_320;
    expect(view.footprint).toHaveLength(4);
    for (const [longitude, latitude] of view.footprint!) {
      expect(Math.abs(longitude - view.centre[0]) / perPixel).toBeLessThan(MAP.width / 2);
      expect(Math.abs(latitude - view.centre[1]) / perPixel).toBeLessThan(MAP.height / 2);
    }
    expect(view.zoom).toBeLessThanOrEqual(17);
  });

  it('is no nearer than the specification says, and keeps itself inside when it is tilted', () => {
    const view = cameraView(poseAtEquator(3, -90), SCREEN, MAP, 0);
    expect(view.zoom).toBe(17);
    const tilted = cameraView(poseAtEquator(150, -50), SCREEN, MAP, 0);
    const perPixel = mercatorMetresPerPx(tilted.zoom, 0) / 111_320;
    expect(Math.abs(tilted.place[0] - tilted.centre[0]) / perPixel).toBeLessThan(MAP.width / 2);
    expect(mercatorMetresPerPx(tilted.zoom, 0)).toBeLessThan(6);
  });
});
