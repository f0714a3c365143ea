import { RAD_PER_DEG, type Vec3, anglesOf, axesForVertical, distance, orientationOf } from '@overlook/shared/maths';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numberBetween } from '@overlook/shared/maths/testing';
import type { EnuPose } from '../view/enu-pose.ts';
import { driveCamera } from './testing/gesture-driver.ts';
import { type Perspective, type ScreenXy, screenRay } from '../view/screen-ray.ts';
import { worldToScreen } from '../view/testing/world-to-screen.ts';

const PERSPECTIVE: Perspective = { width: 800, height: 600, fovYRad: Math.PI / 3 };
const AXES = axesForVertical([0, 0, 1]);

const angles = fc.record({
  headingRad: numberBetween(-3.1, 3.1),
  pitchRad: numberBetween(-89.5 * RAD_PER_DEG, 60 * RAD_PER_DEG),
  rollRad: fc.oneof(fc.constant(0), numberBetween(-0.5, 0.5)),
});
const anyPose = fc
  .record({ angles, x: fc.integer({ min: -500, max: 500 }), height: fc.double({ min: 2, max: 3000, noNaN: true }) })
  .map((seed): EnuPose => ({ positionEnu: [seed.x, 40, seed.height], ...orientationOf(seed.angles, AXES) }));
const anyPixel = fc.tuple(fc.integer({ min: 0, max: 800 }), fc.integer({ min: 0, max: 600 }));
const anyReach = fc.double({ min: 1, max: 2000, noNaN: true });

/** A point this far along the ray of a pixel: the result of a pick there. */
function pointUnder(pose: EnuPose, screenXy: ScreenXy, reach: number): Vec3 {
  const ray = screenRay(pose, screenXy, PERSPECTIVE);
  return [0, 1, 2].map((i) => pose.positionEnu[i]! + ray[i]! * reach) as Vec3;
}
function offBy(pose: EnuPose, point: Vec3, screenXy: ScreenXy): number {
  const at = worldToScreen(pose, point, PERSPECTIVE);
  return at ? Math.hypot(at[0] - screenXy[0], at[1] - screenXy[1]) : Number.POSITIVE_INFINITY;
}
const sineBelow = (pose: EnuPose, screenXy: ScreenXy): number => -screenRay(pose, screenXy, PERSPECTIVE)[2];

describe('pan', () => {
  it('keeps the grabbed point under the cursor', () => {
    fc.assert(
      fc.property(anyPose, anyPixel, anyPixel, anyReach, (pose, from, to, reach) => {
        const grabbed = pointUnder(pose, from, reach);
        const driver = driveCamera({ pose, pickWorld: () => grabbed });
        driver.drag(from, to, { steps: 7 });
        fc.pre(Math.hypot(to[0] - from[0], to[1] - from[1]) > 6);
        // Near the horizon the ground no longer follows the cursor.
        fc.pre(
          sineBelow(pose, from) < Math.sin(5 * RAD_PER_DEG) ||
            sineBelow(driver.pose(), to) > Math.sin(3 * RAD_PER_DEG) + 1e-9,
        );
        expect(offBy(driver.pose(), grabbed, to)).toBeLessThan(0.5);
      }),
      { numRuns: 500 },
    );
  });

  it('over the ground keeps the height of the camera, and near the horizon its distance is bounded', () => {
    const pose: EnuPose = {
      positionEnu: [0, 0, 100],
      ...orientationOf({ headingRad: 0, pitchRad: -0.3, rollRad: 0 }, AXES),
    };
    const driver = driveCamera({ pose });
    driver.drag([400, 500], [400, 10]);
    expect(driver.pose().positionEnu[2]).toBeCloseTo(100, 9);
    expect(distance(driver.pose().positionEnu, pose.positionEnu)).toBeLessThan(100 * 20);
  });

  it('levels a rolled camera', () => {
    const pose: EnuPose = {
      positionEnu: [0, 0, 100],
      ...orientationOf({ headingRad: 1, pitchRad: -0.7, rollRad: 0.4 }, AXES),
    };
    const driver = driveCamera({ pose });
    driver.drag([100, 300], [700, 300], { steps: 60 });
    expect(anglesOf(driver.pose(), AXES).rollRad).toBeCloseTo(0, 4);
  });

  it('glides after a quick touch and stops; a mouse stops where it is released', () => {
    const pose: EnuPose = {
      positionEnu: [0, 0, 100],
      ...orientationOf({ headingRad: 0, pitchRad: -1, rollRad: 0 }, AXES),
    };
    const touch = driveCamera({ pose });
    touch.drag([400, 300], [460, 300], { pointerType: 'touch' });
    const released = touch.pose();
    expect(touch.run()).toBeLessThan(90);
    expect(distance(touch.pose().positionEnu, released.positionEnu)).toBeGreaterThan(5);
    expect(touch.controller.isMoving()).toBe(false);
    const mouse = driveCamera({ pose });
    mouse.drag([400, 300], [460, 300]);
    expect(mouse.run()).toBe(1);
  });
});

describe('orbit', () => {
  it('keeps the pivot where it is on screen, at its distance, level, and never passes over a pole', () => {
    fc.assert(
      fc.property(anyPose, anyPixel, anyPixel, anyReach, (pose, from, to, reach) => {
        fc.pre(Math.hypot(to[0] - from[0], to[1] - from[1]) > 6);
        const pivot = pointUnder(pose, from, reach);
        const driver = driveCamera({ pose, pickWorld: () => pivot });
        driver.drag(from, to, { button: 2, steps: 4, hold: true });
        expect(driver.controller.pivot()).toEqual(pivot);
        for (const each of driver.poses) {
          expect(offBy(each, pivot, from)).toBeLessThan(0.01);
          expect(distance(each.positionEnu, pivot)).toBeCloseTo(reach, 6);
          expect(each.up[2]).toBeGreaterThan(-1e-9);
        }
        driver.pointer('pointerup', to);
        expect(driver.controller.pivot()).toBeNull();
      }),
      { numRuns: 200 },
    );
  });

  it('follows the hand: right turns clockwise, down looks steeper; looks up from below', () => {
    const pose: EnuPose = {
      positionEnu: [0, -100, 50],
      ...orientationOf({ headingRad: 0, pitchRad: -0.5, rollRad: 0 }, AXES),
    };
    const driver = driveCamera({ pose });
    driver.drag([400, 300], [500, 350], { button: 2 });
    const after = anglesOf(driver.pose(), AXES);
    expect(after.headingRad).toBeGreaterThan(0.4);
    expect(after.pitchRad).toBeLessThan(-0.7);
    driver.drag([400, 300], [400, -100], { button: 2, steps: 20 });
    expect(anglesOf(driver.pose(), AXES).pitchRad).toBeGreaterThan(0.5);
    expect(driver.pose().positionEnu[2]).toBeLessThan(0);
  });

  it('answers to modifiers, the middle button and the CAD preset', () => {
    const pose: EnuPose = {
      positionEnu: [0, -100, 50],
      ...orientationOf({ headingRad: 0, pitchRad: -0.5, rollRad: 0 }, AXES),
    };
    const turns = (fields: Record<string, unknown>, preset: 'map' | 'cad' = 'map'): boolean => {
      const driver = driveCamera({ pose, preset: () => preset });
      driver.drag([400, 300], [500, 300], fields);
      return Math.abs(anglesOf(driver.pose(), AXES).headingRad) > 0.1;
    };
    expect(turns({})).toBe(false);
    expect([{ button: 1 }, { button: 2 }, { ctrlKey: true }, { shiftKey: true }].map((f) => turns(f))).toEqual(
      Array(4).fill(true),
    );
    expect(turns({}, 'cad')).toBe(true);
    expect(turns({ button: 2 }, 'cad')).toBe(false);
  });
});

describe('two fingers', () => {
  const pose: EnuPose = {
    positionEnu: [0, 0, 200],
    ...orientationOf({ headingRad: 0, pitchRad: -1.2, rollRad: 0 }, AXES),
  };
  const centre: ScreenXy = [400, 300];

  it('pinch zooms to its centre, which follows the fingers', () => {
    const grabbed = pointUnder(pose, centre, 210);
    const driver = driveCamera({ pose, pickWorld: () => grabbed });
    driver.pinch(
      [
        [300, 300],
        [500, 300],
      ],
      [
        [250, 340],
        [650, 340],
      ],
    );
    expect(offBy(driver.pose(), grabbed, [450, 340])).toBeLessThan(0.5);
    expect(driver.pose().positionEnu[2] - grabbed[2]).toBeCloseTo((200 - grabbed[2]) / 2, 6);
  });

  it('twist turns the image with the fingers', () => {
    const driver = driveCamera({ pose });
    driver.pinch(
      [
        [300, 300],
        [500, 300],
      ],
      [
        [400, 200],
        [400, 400],
      ],
      20,
    );
    // A quarter turn clockwise on screen, less the threshold, turns the camera the other way.
    expect(anglesOf(driver.pose(), AXES).headingRad).toBeCloseTo(-(Math.PI / 2 - 0.12), 6);
  });

  it('both fingers up or down tilt and nothing else', () => {
    const driver = driveCamera({ pose });
    driver.pinch(
      [
        [300, 300],
        [500, 300],
      ],
      [
        [300, 200],
        [500, 200],
      ],
    );
    const after = anglesOf(driver.pose(), AXES);
    expect(after.pitchRad).toBeGreaterThan(-1.2 + 0.4);
    expect(after.headingRad).toBeCloseTo(0, 9);
  });

  it('tilt also where a frame takes so long that each finger has moved far when it is reported', () => {
    for (const steps of [1, 2, 4, 8]) {
      const driver = driveCamera({ pose });
      driver.pinch(
        [
          [300, 300],
          [500, 300],
        ],
        [
          [302, 200],
          [498, 200],
        ],
        steps,
      );
      expect(driver.pose().positionEnu[0]).toBeCloseTo(0, 6);
      expect(anglesOf(driver.pose(), AXES).pitchRad).toBeGreaterThan(-1.2 + 0.4);
    }
  });

  it('lifting one continues as a pan without a jump', () => {
    const driver = driveCamera({ pose });
    const finger = (id: number) => ({ pointerType: 'touch', pointerId: id });
    driver.pointer('pointerdown', [300, 300], finger(1));
    driver.pointer('pointerdown', [500, 300], finger(2));
    driver.pointer('pointermove', [200, 300], finger(1));
    driver.pointer('pointermove', [600, 300], finger(2));
    driver.run();
    driver.pointer('pointerup', [600, 300], finger(2));
    const before = driver.pose();
    driver.pointer('pointermove', [203, 300], finger(1));
    expect(driver.pose()).toBe(before);
    driver.pointer('pointermove', [220, 300], finger(1));
    expect(driver.pose().direction).toEqual(before.direction);
    expect(driver.pose().positionEnu[2]).toBeCloseTo(before.positionEnu[2], 6);
    expect(driver.pose().positionEnu[0]).toBeLessThan(before.positionEnu[0]);
  });
});
