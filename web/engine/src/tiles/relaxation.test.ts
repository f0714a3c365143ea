import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numberBetween } from '@overlook/shared/maths/testing';
import { OrientedBox } from '../geometry/oriented-box.ts';
import { cameraFrame } from '../view/camera-frame.ts';
import { relaxation } from './relaxation.ts';

const boxAt = (x: number, y: number, z = 0) => new OrientedBox([x, y, z], [1, 0, 0, 0, 1, 0, 0, 0, 1]);
const LEVEL = cameraFrame({ positionEnu: [0, 0, 2], direction: [0, 1, 0], up: [0, 0, 1] }, 800, 500, 1, 1e5);
const DOWN = cameraFrame({ positionEnu: [0, 0, 500], direction: [0, 0, -1], up: [0, 1, 0] }, 800, 500, 1, 1e5);

describe('the relaxation of the error', () => {
  it.each([
    ['near, in the middle', boxAt(0, 20), LEVEL, 1, 1.1],
    ['near, at 45 degrees', boxAt(20, 20), LEVEL, 1.9, 2.4],
    ['far, in the middle of a level view', boxAt(0, 400), LEVEL, 2.9, 3.1],
    ['straight down from a height', boxAt(0, 0), DOWN, 1, 1.01],
    ['down from a height, at 45 degrees', boxAt(500, 0), DOWN, 2, 2.3],
  ])('%s', (_, box, view, least, most) => {
    const factor = relaxation(box, box.distanceTo(view.x, view.y, view.z), view);
    expect(factor).toBeGreaterThanOrEqual(least);
    expect(factor).toBeLessThanOrEqual(most);
  });

  it('is between 1 and 15 for any box and camera', () => {
    const metres = numberBetween(-5000, 5000);
    fc.assert(
      fc.property(metres, metres, metres, fc.constantFrom(LEVEL, DOWN), (x, y, z, view) => {
        const box = boxAt(x, y, z);
        const factor = relaxation(box, box.distanceTo(view.x, view.y, view.z), view);
        expect(factor).toBeGreaterThanOrEqual(1);
        expect(factor).toBeLessThanOrEqual(15);
      }),
    );
  });
});
