import { describe, expect, it, vi } from 'vitest';
import { RAD_PER_DEG, axesForVertical, orientationOf } from '@overlook/shared/maths';
import { cameraFrame } from '../view/camera-frame.ts';
import { HorizonHaze, hazeBand } from './horizon-haze.ts';

function camera(pitchDeg: number, rollDeg = 0, height = 100) {
  const angles = { headingRad: 1, pitchRad: pitchDeg * RAD_PER_DEG, rollRad: rollDeg * RAD_PER_DEG };
  const orientation = orientationOf(angles, axesForVertical([0, 0, 1]));
  return cameraFrame({ positionEnu: [0, 0, height], ...orientation }, 800, 600, 1, 1e5);
}

describe('haze along the horizon', () => {
  it('lies in the middle of a level view', () => {
    expect(hazeBand(camera(0))!.horizonPx).toBeCloseTo(0, 9);
  });

  it('lies above the middle when the camera looks down, where the perspective puts it', () => {
    // tan(20°) of a 60° lens over 300 px of half height.
    expect(hazeBand(camera(-20))!.horizonPx).toBeCloseTo(
      (-300 * Math.tan(20 * RAD_PER_DEG)) / Math.tan(30 * RAD_PER_DEG),
      6,
    );
    expect(hazeBand(camera(20))!.horizonPx).toBeGreaterThan(0);
  });

  it('rotates with a rolled camera', () => {
    expect(Math.abs(hazeBand(camera(-5, 30))!.turnDeg)).toBeCloseTo(30, 6);
    expect(hazeBand(camera(-5, 0))!.turnDeg).toBeCloseTo(0, 6);
  });

  it('is absent straight down, far above the horizon, and from orbit', () => {
    expect(hazeBand(camera(-89))).toBeNull();
    expect(hazeBand(camera(80))).toBeNull();
    expect(hazeBand(camera(-10, 0, 100_000))).toBeNull();
  });

  it('thins out with height', () => {
    expect(hazeBand(camera(-10, 0, 30_000))!.alpha).toBeCloseTo(2 / 3, 6);
  });
});

it('the band of an unchanged view is not written again', () => {
  const written: string[] = [];
  const style = new Proxy({}, { set: (_, name) => written.push(String(name)) > 0 });
  vi.stubGlobal('document', { createElement: () => ({ style }) });
  const haze = new HorizonHaze();
  vi.unstubAllGlobals();
  const writtenBy = (pitchDeg: number) => {
    written.length = 0;
    haze.setCamera(camera(pitchDeg));
    return [...written];
  };
  expect(writtenBy(-5)).toEqual(['display', 'width', 'height', 'opacity', 'transform']);
  expect(writtenBy(-5)).toEqual([]);
  expect(writtenBy(-6)).toEqual(['height', 'transform']);
});
