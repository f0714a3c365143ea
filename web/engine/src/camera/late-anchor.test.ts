import { type Vec3, axesForVertical, distance, orientationOf } from '@overlook/shared/maths';
import { describe, expect, it } from 'vitest';
import type { EnuPose } from '../view/enu-pose.ts';
import { type ScreenXy, screenRay } from '../view/screen-ray.ts';
import { worldToScreen } from '../view/testing/world-to-screen.ts';
import { type GestureDriver, driveCamera } from './testing/gesture-driver.ts';
import { ANCHOR_WAIT_MS } from './sought-anchor.ts';

const AXES = axesForVertical([0, 0, 1]);
/** The ground is far behind the wall that the camera looks at. */
const POSE: EnuPose = {
  positionEnu: [0, 0, 20],
  ...orientationOf({ headingRad: 0, pitchRad: -0.2, rollRad: 0 }, AXES),
};
const FROM: ScreenXy = [400, 330];
const TO: ScreenXy = [520, 330];
const WALL_M = 30;

/** A wall across the view, of which nothing is known until `arrive` is called. */
function facingWall() {
  let isKnown = false;
  const driver: GestureDriver = driveCamera({
    pose: POSE,
    pickWorld: (x, y) => (isKnown ? onWall(driver, [x, y]) : undefined),
  });
  return { driver, arrive: () => (isKnown = true) };
}

function onWall(driver: GestureDriver, screenXy: ScreenXy): Vec3 {
  const { positionEnu: eye } = driver.pose();
  const ray = screenRay(driver.pose(), screenXy, driver.perspective);
  const reach = (WALL_M - eye[1]) / ray[1];
  return [0, 1, 2].map((k) => eye[k]! + ray[k]! * reach) as Vec3;
}

const place = (driver: GestureDriver, point: Vec3) => worldToScreen(driver.pose(), point, driver.perspective)!;

describe('a gesture on a model that must be read from the GPU first', () => {
  it('as a drag begins when that has arrived, and then holds the point of the press', () => {
    const { driver, arrive } = facingWall();
    const pressed = onWall(driver, FROM);
    driver.drag(FROM, TO, { hold: true });
    expect(driver.poses).toEqual([]);
    expect(driver.controller.isMoving()).toBe(true);
    arrive();
    driver.run({ forMs: 20 });
    const [x, y] = place(driver, pressed);
    expect(x).toBeCloseTo(TO[0], 6);
    expect(y).toBeCloseTo(TO[1], 6);
  });

  it('as a drag that is released before that ends where it was released', () => {
    const { driver, arrive } = facingWall();
    const pressed = onWall(driver, FROM);
    driver.drag(FROM, TO, { steps: 2 });
    expect(driver.controller.isMoving()).toBe(true);
    arrive();
    driver.run();
    expect(place(driver, pressed)[0]).toBeCloseTo(TO[0], 6);
    expect(driver.controller.isMoving()).toBe(false);
  });

  it('as a drag goes on without it after a moment, and takes hold of it without a jump', () => {
    const { driver, arrive } = facingWall();
    driver.drag(FROM, TO, { hold: true });
    driver.run({ forMs: ANCHOR_WAIT_MS });
    expect(driver.poses.length).toBeGreaterThan(0);
    arrive();
    const before = driver.pose();
    driver.wait(16);
    driver.pointer('pointermove', TO);
    expect(distance(driver.pose().positionEnu, before.positionEnu)).toBeLessThan(1e-9);
    const held = onWall(driver, TO);
    driver.wait(16);
    driver.pointer('pointermove', [TO[0] + 50, TO[1]]);
    expect(place(driver, held)[0]).toBeCloseTo(TO[0] + 50, 6);
  });

  it('as a pinch does so too', () => {
    const { driver, arrive } = facingWall();
    const fingers = (spread: number): [ScreenXy, ScreenXy] => [
      [400 - spread, 330],
      [400 + spread, 330],
    ];
    const finger = (i: 0 | 1) => ({ pointerType: 'touch', pointerId: 10 + i });
    const move = (spread: number) => {
      driver.wait(16);
      for (const i of [0, 1] as const) driver.pointer('pointermove', fingers(spread)[i], finger(i));
      driver.run({ forMs: 1 });
    };
    for (const i of [0, 1] as const) driver.pointer('pointerdown', fingers(160)[i], finger(i));
    move(180);
    driver.wait(ANCHOR_WAIT_MS);
    move(180);
    arrive();
    move(180);
    const middle = onWall(driver, [400, 330]);
    const away = distance(middle, driver.pose().positionEnu);
    move(360);
    expect(distance(middle, driver.pose().positionEnu)).toBeCloseTo(away / 2, 6);
  });

  it('as a turn of the wheel begins when that has arrived, or after a moment', () => {
    const { driver, arrive } = facingWall();
    driver.wheel(FROM, -100);
    driver.run({ forMs: ANCHOR_WAIT_MS / 2 });
    expect(driver.poses).toEqual([]);
    arrive();
    const before = distance(onWall(driver, FROM), POSE.positionEnu);
    driver.run();
    const after = distance(onWall(driver, FROM), driver.pose().positionEnu);
    expect(after).toBeLessThan(before);
    expect(after).toBeGreaterThan(before / 2);

    const late = facingWall();
    late.driver.wheel(FROM, -100);
    late.driver.run({ forMs: ANCHOR_WAIT_MS + 20 });
    expect(late.driver.poses.length).toBeGreaterThan(0);
  });

  it('as a double click flies there when that has arrived', () => {
    const { driver, arrive } = facingWall();
    driver.click(FROM);
    driver.wait(60);
    driver.click(FROM);
    driver.run({ forMs: 500 });
    expect(driver.poses).toEqual([]);
    arrive();
    const target = onWall(driver, FROM);
    driver.run();
    expect(driver.pose().positionEnu[1]).toBeGreaterThan(0);
    expect(driver.pose().positionEnu[1]).toBeLessThan(target[1]);
  });
});
