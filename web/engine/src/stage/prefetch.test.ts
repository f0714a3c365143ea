import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { EnuPose } from '../view/enu-pose.ts';
import type { CameraFrame } from '../view/camera-frame.ts';
import { Prefetch } from './prefetch.ts';
import type { Scene } from './scene.ts';

const poseAt = (x: number): EnuPose => ({ positionEnu: [x, 0, 50], direction: [0, 1, 0], up: [0, 0, 1] });
const END = poseAt(900);
const EXPECTED = poseAt(300);
const SIZE = { width: 400, height: 300 };
const ROOM = { neededBytes: 1, capBytes: 1000 };

const asked = vi.fn();
const side = { prefetch: asked, hasNext: false };
const scene = { sides: { first: side, second: side }, section: null } as unknown as Scene;
const camera = {
  enuPose: poseAt(0),
  isMoving: false,
  flightEnd: null as EnuPose | null,
  frameFor: (_: unknown, pose?: EnuPose) => ({ x: pose!.positionEnu[0] }) as CameraFrame,
};
const quality = { chosenErrorPxOf: () => 16, errorPxOf: () => 20, mayRefineFurther: true };
let prefetch: Prefetch;
let nowMs = 0;

/** The requests to the sides in a frame: their position and order. */
function askedFor(sizePx = SIZE): unknown {
  asked.mockClear();
  prefetch.frame(scene, sizePx, (nowMs += 16));
  expect(asked).toHaveBeenCalledTimes(2);
  return asked.mock.calls[0]![0];
}

beforeEach(() => {
  Object.assign(camera, { flightEnd: null, isMoving: false, enuPose: poseAt(0) });
  side.hasNext = false;
  quality.mayRefineFurther = true;
  prefetch = new Prefetch(camera, quality);
});

it('nothing is requested without a flight or an expected view', () => {
  expect(askedFor()).toBeNull();
});

it('the end of a flight has priority over an expected view', () => {
  prefetch.expected = EXPECTED;
  camera.flightEnd = END;
  expect(askedFor()).toEqual({ view: { x: 900 }, isFirst: true, errorFactor: 1 });
  camera.flightEnd = null;
  expect(askedFor()).toEqual({ view: { x: 300 }, isFirst: false, errorFactor: 1 });
});

it('the same view is requested once, until the size of the stage changes', () => {
  prefetch.expected = EXPECTED;
  const first = askedFor();
  expect(askedFor()).toBe(first);
  expect(askedFor({ ...SIZE })).not.toBe(first);
});

it('while input moves the camera, the predicted view is requested after the visible tiles', () => {
  camera.isMoving = true;
  for (let x = 0; x <= 320; x += 16) {
    camera.enuPose = poseAt(x);
    askedFor();
  }
  const next = askedFor() as { view: { x: number; isMoving?: boolean }; isFirst: boolean };
  // At one metre a millisecond, from a pose that is a quarter of a second old at most.
  expect(next.view.x).toBeGreaterThan(1000);
  expect(next.isFirst).toBe(false);
  // As after the arrival: far tiles and those at the edge wait for the end of the movement.
  expect(next.view.isMoving).toBe(true);
  camera.isMoving = false;
  expect(askedFor()).toBeNull();
});

describe('a view at rest', () => {
  it('is fetched at half the error, drawn when all tiles have arrived, then at a quarter', () => {
    expect(prefetch.settled(ROOM)).toBe(true);
    expect(askedFor()).toEqual({ view: { x: 0 }, isFirst: false, errorFactor: 0.5 });
    expect(prefetch.errorPxOf(3)).toBe(20);
    side.hasNext = true;
    expect(prefetch.frame(scene, SIZE, 0)).toBe(true);
    expect(prefetch.errorPxOf(3)).toBe(10);
    expect(askedFor()).toBeNull();
    expect(prefetch.settled(ROOM)).toBe(true);
    expect(askedFor()).toMatchObject({ errorFactor: 0.25 });
  });

  it('returns to the chosen quality as soon as it moves', () => {
    prefetch.settled(ROOM);
    side.hasNext = true;
    prefetch.frame(scene, SIZE, 0);
    prefetch.restart();
    expect(prefetch.errorPxOf(3)).toBe(20);
    expect(askedFor()).toBeNull();
  });

  it('is not refined where the quality does not allow it', () => {
    quality.mayRefineFurther = false;
    expect(prefetch.settled(ROOM)).toBe(false);
    expect(askedFor()).toBeNull();
  });

  it('is not refined while the page expects another view', () => {
    prefetch.settled(ROOM);
    prefetch.expected = EXPECTED;
    side.hasNext = true;
    expect(prefetch.frame(scene, SIZE, 0)).toBe(false);
    expect(askedFor()).toMatchObject({ view: { x: 300 }, errorFactor: 1 });
  });
});
