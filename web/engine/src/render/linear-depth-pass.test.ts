import { normalize, type Vec3 } from '@overlook/shared/maths';
import { describe, expect, it } from 'vitest';
import { cameraFrame, shiftedCamera, withOrthoDepths } from '../view/camera-frame.ts';
import { depthOfDistance } from './linear-depth-pass.ts';

describe('depthOfDistance', () => {
  it('matches the projected depth of a point for any camera orientation', () => {
    for (const [direction, up] of [
      [
        [0, 1, 0],
        [0, 0, 1],
      ],
      [
        [0, 0, -1],
        [0, 1, 0],
      ],
      [
        [0.6, 0, -0.8],
        [0.8, 0, 0.6],
      ],
    ] as const) {
      const camera = cameraFrame(
        { positionEnu: [5, 6, 7], direction: [...direction], up: [...up] },
        640,
        400,
        2,
        50_000,
      );
      const [a, b] = depthOfDistance(camera.clipFromEnuAxes);
      for (const distance of [2, 30, 4000, 50_000]) {
        // A point beside the view axis; `distance` is measured along the axis.
        const aside = normalize(camera.right);
        const p = [0, 1, 2].map((k) => direction[k]! * distance + aside[k]! * distance * 0.3);
        const row = (i: number) => [0, 1, 2].reduce((sum, k) => sum + camera.clipFromEnuAxes[4 * k + i]! * p[k]!, 0);
        const depth = (row(2) + camera.clipFromEnuAxes[14]) / (row(3) + camera.clipFromEnuAxes[15]) / 2 + 0.5;
        expect(a + b / distance).toBeCloseTo(depth, 9);
      }
    }
  });

  it('is linear from the near plane in an orthographic view, which it tells by its scale', () => {
    const pose = { positionEnu: [5, 6, 7] as Vec3, direction: normalize([2, 1, -1]), up: normalize([1, 1, 3]) };
    const frame = cameraFrame({ ...pose, orthoHeightM: 60 }, 640, 400, 2, 50_000);
    const camera = shiftedCamera(withOrthoDepths(frame, [-50, 800]), [0.01, 0.02]);
    const [a, b, reach] = depthOfDistance(camera.clipFromEnuAxes);
    expect(a).toBe(0);
    expect(b * (camera.far - camera.depthNear)).toBeCloseTo(1, 9);
    expect(reach).toBeCloseTo(30 * Math.sqrt(3), 6);
  });
});
