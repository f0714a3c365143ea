import { anglesOf, axesForVertical, distance, enuFrame, orientationOf, type Vec3 } from '@overlook/shared/maths';
import { describe, expect, it, vi } from 'vitest';
import type { EnuPose } from '../view/enu-pose.ts';
import { driveCamera } from './testing/gesture-driver.ts';
import { homePose } from './home-pose.ts';
import { screenRay } from '../view/screen-ray.ts';
import { worldToScreen } from '../view/testing/world-to-screen.ts';
import { ellipsoidGround } from './ground-model.ts';

const AXES = axesForVertical([0, 0, 1]);
const look = (positionEnu: Vec3, headingRad: number, pitchRad: number): EnuPose => ({
  positionEnu,
  ...orientationOf({ headingRad, pitchRad, rollRad: 0 }, AXES),
});
const START = look([0, -100, 60], 0, -0.6);

describe('wheel', () => {
  it('zooms to the point under the cursor, converges and stops', () => {
    const driver = driveCamera({ pose: START });
    const ray = screenRay(START, [600, 450], driver.perspective);
    const point = [0, 1, 2].map((i) => START.positionEnu[i]! - (ray[i]! / ray[2]) * 60) as Vec3;
    const event = driver.wheel([600, 450], -100);
    expect(event.defaultPrevented).toBe(true);
    expect(driver.run()).toBeLessThan(40);
    expect(driver.controller.isMoving()).toBe(false);
    expect(distance(driver.pose().positionEnu, point)).toBeCloseTo(distance(START.positionEnu, point) * 0.8, 6);
    const at = worldToScreen(driver.pose(), point, driver.perspective)!;
    expect(Math.hypot(at[0] - 600, at[1] - 450)).toBeLessThan(0.01);
    driver.wheel([600, 450], 100);
    driver.run();
    expect(distance(driver.pose().positionEnu, START.positionEnu)).toBeLessThan(0.01);
  });

  it('moves by the same distance at any frame rate', () => {
    const ends = [30, 60, 144].map((hz) => {
      const driver = driveCamera({ pose: START });
      driver.wheel([400, 300], -300);
      driver.run({ hz });
      return driver.pose().positionEnu;
    });
    expect(distance(ends[0]!, ends[2]!)).toBeLessThan(1e-6);
    expect(distance(ends[1]!, ends[2]!)).toBeLessThan(1e-6);
  });

  it('passes through a surface that is very near', () => {
    const wall: Vec3 = [0, 10, 2];
    const driver = driveCamera({ pose: look([0, 9.9, 2], 0, 0), pickWorld: () => wall });
    driver.wheel([400, 300], -100);
    driver.run();
    expect(driver.pose().positionEnu[1]).toBeCloseTo(10.15, 6);
  });

  it('never leaves the neighbourhood of the earth, and ignores invalid input', () => {
    const driver = driveCamera({ pose: look([0, 0, 1.5e7], 0, -Math.PI / 2) });
    for (let i = 0; i < 40; i++) {
      driver.wheel([400, 300], 300);
      driver.run();
    }
    expect(driver.pose().positionEnu[2]).toBeLessThanOrEqual(2e7);
    const before = driver.pose();
    driver.wheel([400, 300], Number.NaN);
    driver.run();
    expect(driver.pose()).toBe(before);
  });

  it('is immediate under reduced motion', () => {
    const driver = driveCamera({ pose: START, reducedMotion: () => true });
    driver.wheel([400, 300], -100);
    expect(driver.run()).toBe(1);
  });
});

describe('taps', () => {
  it('reports a click and does not move, however long it lasts; a wider press is not a click', () => {
    const onTap = vi.fn();
    const driver = driveCamera({ pose: START, onTap });
    driver.click([200, 300]);
    expect(onTap).toHaveBeenCalledExactlyOnceWith(200, 300, expect.any(Event));
    driver.wait(1000);
    driver.pointer('pointerdown', [100, 100]);
    driver.wait(2000);
    driver.pointer('pointerup', [100, 100]);
    expect(onTap).toHaveBeenCalledTimes(2);
    driver.drag([100, 100], [104, 104]);
    driver.click([200, 300], { button: 2 });
    expect(onTap).toHaveBeenCalledTimes(2);
  });

  it('a second press that lasts is a click of its own, and no double click', () => {
    const onTap = vi.fn();
    const driver = driveCamera({ pose: START, onTap });
    driver.click([500, 320]);
    driver.wait(100);
    driver.pointer('pointerdown', [500, 320]);
    driver.wait(500);
    driver.pointer('pointerup', [500, 320]);
    expect(onTap).toHaveBeenCalledTimes(2);
    expect(driver.controller.isMoving()).toBe(false);
  });

  it('a double click flies half a second to a quarter of the distance', () => {
    const target: Vec3 = [20, 0, 5];
    const driver = driveCamera({ pose: START, pickWorld: () => target });
    driver.click([500, 320]);
    driver.wait(100);
    driver.click([500, 320]);
    expect(driver.run({ forMs: 490 })).toBeGreaterThan(20);
    expect(driver.controller.isMoving()).toBe(true);
    driver.run({ forMs: 20 });
    expect(driver.controller.isMoving()).toBe(false);
    expect(distance(driver.pose().positionEnu, target)).toBeCloseTo(distance(START.positionEnu, target) / 4, 9);
    expect(driver.pose().direction).toEqual(START.direction);
  });

  it('a tool that used the first click gets the second one too', () => {
    const onTap = vi.fn(() => true);
    const driver = driveCamera({ pose: START, onTap });
    driver.click([500, 320]);
    driver.wait(100);
    driver.click([500, 320]);
    expect(onTap).toHaveBeenCalledTimes(2);
    expect(driver.controller.isMoving()).toBe(false);
  });
});

describe('flights', () => {
  it('end exactly at the goal and stop at any input', () => {
    const goal = homePose(0);
    const driver = driveCamera({ pose: START });
    driver.controller.flyTo(goal, { durationMs: 800 });
    driver.run();
    expect(driver.pose()).toBe(goal);
    for (const input of [
      () => driver.pointer('pointerdown', [10, 10]),
      () => driver.wheel([10, 10], -100),
      () => driver.key('keydown', 'KeyW'),
    ]) {
      driver.controller.flyTo(START, { durationMs: 800 });
      driver.run({ forMs: 200 });
      input();
      driver.pointer('pointerup', [10, 10]);
      driver.key('keyup', 'KeyW');
      driver.run();
      expect(distance(driver.pose().positionEnu, START.positionEnu)).toBeGreaterThan(1);
    }
  });

  it('give their target until they end', () => {
    const goal = homePose(0);
    const driver = driveCamera({ pose: START });
    expect(driver.controller.flightEnd()).toBeNull();
    driver.controller.flyTo(goal, { durationMs: 800 });
    expect(driver.controller.flightEnd()).toBe(goal);
    driver.run({ forMs: 200 });
    expect(driver.controller.flightEnd()).toBe(goal);
    driver.run();
    expect(driver.controller.flightEnd()).toBeNull();
  });

  it('are instant under reduced motion', () => {
    const driver = driveCamera({ pose: START, reducedMotion: () => true });
    const goal = homePose(0);
    driver.controller.flyTo(goal, { durationMs: 800 });
    expect(driver.pose()).toBe(goal);
    expect(driver.controller.isMoving()).toBe(false);
  });
});

describe('the globe', () => {
  const frame = enuFrame({ longitude: 115.9, latitude: -31.95, height: 30 });

  it('turns under the cursor and keeps the height', () => {
    const pose = look([0, 0, 8e6], 0, -Math.PI / 2);
    const driver = driveCamera({ pose, frame: () => frame });
    const ground = ellipsoidGround(frame, 0);
    const grabbed = ground.intersect(pose.positionEnu, screenRay(pose, [350, 250], driver.perspective))!;
    driver.drag([350, 250], [450, 330]);
    const at = worldToScreen(driver.pose(), grabbed, driver.perspective)!;
    expect(Math.hypot(at[0] - 450, at[1] - 330)).toBeLessThan(0.5);
    expect(ground.heightAt(driver.pose().positionEnu) / 8e6).toBeCloseTo(1, 2);
    const level = anglesOf(driver.pose(), axesForVertical(ground.verticalAt(driver.pose().positionEnu)));
    expect(level.pitchRad).toBeLessThan(-1.55);
  });

  it('can be dragged past its limb, and the camera remains valid', () => {
    const driver = driveCamera({ pose: look([0, 0, 15e6], 0, -Math.PI / 2), frame: () => frame });
    driver.drag([400, 300], [5, 5], { steps: 30 });
    expect(driver.pose().positionEnu.every(Number.isFinite)).toBe(true);
    expect(driver.poses.length).toBeGreaterThan(20);
  });
});

it('gives everything back on destroy', () => {
  const driver = driveCamera({ pose: START });
  expect(driver.element.style.touchAction).toBe('none');
  expect(driver.pointer('contextmenu', [1, 1]).defaultPrevented).toBe(true);
  driver.controller.destroy();
  driver.controller.destroy();
  expect(driver.element.style.touchAction).toBe('');
  expect(driver.pointer('contextmenu', [1, 1]).defaultPrevented).toBe(false);
  driver.drag([100, 100], [300, 300]);
  driver.wheel([10, 10], -100);
  driver.key('keydown', 'KeyW');
  driver.run();
  expect(driver.pose()).toBe(START);
});

it('keeps the camera when a pick gives invalid values', () => {
  const driver = driveCamera({ pose: START, pickWorld: () => [Number.NaN, 0, 0] });
  driver.drag([100, 100], [300, 300]);
  driver.drag([100, 100], [300, 300], { button: 2 });
  driver.wheel([10, 10], -100);
  driver.run();
  for (const pose of driver.poses) expect(pose.positionEnu.every(Number.isFinite)).toBe(true);
});
