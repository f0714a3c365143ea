import { anglesOf, axesForVertical, distance, orientationOf, type Vec3 } from '@overlook/shared/maths';
import { describe, expect, it } from 'vitest';
import type { EnuPose } from '../view/enu-pose.ts';
import { type GestureDriver, driveCamera } from './testing/gesture-driver.ts';

const AXES = axesForVertical([0, 0, 1]);
const look = (positionEnu: Vec3, headingRad = 0, pitchRad = 0): EnuPose => ({
  positionEnu,
  ...orientationOf({ headingRad, pitchRad, rollRad: 0 }, AXES),
});

function hold(
  driver: GestureDriver,
  codes: string[],
  forMs: number,
  { hz = 60, ...fields }: { hz?: number; shiftKey?: boolean } = {},
): void {
  for (const code of codes) driver.key('keydown', code, fields);
  driver.run({ hz, forMs });
  for (const code of codes) driver.key('keyup', code, fields);
  driver.run({ hz });
}

describe('keyboard flight', () => {
  it('steps height/150 per 1/60 s, height/10 when fast', () => {
    const driver = driveCamera({ pose: look([0, 0, 150]) });
    hold(driver, ['KeyW'], 1000);
    expect(driver.pose().positionEnu[1]).toBeCloseTo(60, 6);
    const fast = driveCamera({ pose: look([0, 0, 150]) });
    hold(fast, ['KeyS'], 1000, { shiftKey: true });
    expect(fast.pose().positionEnu[1]).toBeCloseTo(-900, 6);
  });

  it('uses at least one metre of height, also below the ground', () => {
    const driver = driveCamera({ pose: look([0, 0, -5]) });
    hold(driver, ['KeyD'], 1000);
    expect(driver.pose().positionEnu[0]).toBeCloseTo(60 / 150, 6);
  });

  it.each([
    [['KeyW', 'KeyQ'], false],
    [['KeyW', 'ArrowLeft', 'KeyQ'], false],
    [['KeyW', 'ArrowRight', 'ArrowDown', 'KeyE'], true],
    [['PageDown', 'KeyA'], true],
    [['PageUp'], true],
  ])('%j (fast: %s) is the same path at 30, 60 and 144 Hz', (codes, shiftKey) => {
    const ends = [30, 60, 144].map((hz) => {
      const driver = driveCamera({ pose: look([0, 0, 40], 0.3, -0.2) });
      hold(driver, codes, 900, { hz, shiftKey });
      return driver.pose();
    });
    const way = distance(ends[1]!.positionEnu, [0, 0, 40]);
    for (const end of [ends[0]!, ends[2]!]) {
      expect(distance(end.positionEnu, ends[1]!.positionEnu)).toBeLessThan(way * 0.01);
      expect(distance(end.direction, ends[1]!.direction)).toBeLessThan(1e-9);
    }
  });

  it('looks 0.04 rad per 1/60 s, up over the horizon and no further than straight up', () => {
    const driver = driveCamera({ pose: look([0, 0, 10]) });
    hold(driver, ['ArrowRight'], 500);
    expect(anglesOf(driver.pose(), AXES).headingRad).toBeCloseTo(0.04 * 30, 6);
    hold(driver, ['ArrowUp'], 2000);
    expect(anglesOf(driver.pose(), AXES).pitchRad).toBeCloseTo(Math.PI / 2, 6);
    expect(driver.pose().positionEnu).toEqual([0, 0, 10]);
    hold(driver, ['ArrowDown'], 300);
    expect(anglesOf(driver.pose(), AXES).headingRad).toBeCloseTo(0.04 * 30, 6);
  });

  it('counts a key that was pressed and released between two frames as one step', () => {
    const driver = driveCamera({ pose: look([0, 0, 150]) });
    driver.key('keydown', 'KeyW');
    driver.key('keyup', 'KeyW');
    driver.run();
    expect(driver.pose().positionEnu[1]).toBeCloseTo(1, 6);
  });

  it('stops with the focus, the page, the window, the key and a modifier', () => {
    const stops: ((driver: GestureDriver) => void)[] = [
      (driver) => driver.element.dispatchEvent(new Event('blur')),
      (driver) => driver.element.ownerDocument.dispatchEvent(new Event('visibilitychange')),
      (driver) => driver.element.ownerDocument.defaultView!.dispatchEvent(new Event('blur')),
      (driver) => driver.key('keyup', 'KeyW'),
      (driver) => driver.key('keydown', 'MetaLeft', { metaKey: true }),
    ];
    for (const stop of stops) {
      const driver = driveCamera({ pose: look([0, 0, 150]) });
      driver.key('keydown', 'KeyW');
      driver.run({ forMs: 100 });
      stop(driver);
      expect(driver.controller.isMoving()).toBe(false);
      const there = driver.pose();
      expect(driver.run()).toBe(1);
      expect(driver.pose()).toBe(there);
    }
  });

  it('ignores keys with modifiers and other keys', () => {
    const driver = driveCamera({ pose: look([0, 0, 150]) });
    for (const fields of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }]) {
      expect(driver.key('keydown', 'KeyS', fields).defaultPrevented).toBe(false);
    }
    expect(driver.key('keydown', 'KeyH').defaultPrevented).toBe(false);
    expect(driver.controller.isMoving()).toBe(false);
    expect(driver.key('keydown', 'ArrowUp').defaultPrevented).toBe(true);
  });

  it('makes no leap after a stall', () => {
    const driver = driveCamera({ pose: look([0, 0, 150]) });
    driver.key('keydown', 'KeyW');
    driver.controller.update(1000);
    driver.controller.update(60_000);
    expect(driver.pose().positionEnu[1]).toBeCloseTo(6, 6);
  });
});
