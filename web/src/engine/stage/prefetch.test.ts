import { beforeEach, expect, it, vi } from 'vitest';
import type { EnuPose } from '../view/enu-pose.ts';
import type { CameraFrame } from '../view/camera-frame.ts';
import { Prefetch } from './prefetch.ts';
import type { Scene } from './scene.ts';

const poseAt = (x: number): EnuPose => ({ positionEnu: [x, 0, 50], direction: [0, 1, 0], up: [0, 0, 1] });
const END = poseAt(900);
const EXPECTED = poseAt(300);
const SIZE = { width: 400, height: 300 };

const asked = vi.fn();
const side = { prefetch: asked };
const scene = { sides: { first: side, second: side }, section: null } as unknown as Scene;
const camera = {
  flightEnd: null as EnuPose | null,
  frameFor: (_: unknown, pose?: EnuPose) => ({ x: pose!.positionEnu[0] }) as CameraFrame,
};
let prefetch: Prefetch;

/** What the sides are asked for in a frame: the place and the order. */
function askedFor(sizePx = SIZE): unknown {
  asked.mockClear();
  prefetch.frame(scene, sizePx);
  expect(asked).toHaveBeenCalledTimes(2);
  return asked.mock.calls[0]![0];
}

beforeEach(() => {
  camera.flightEnd = null;
  prefetch = new Prefetch(camera, { chosenErrorPxOf: () => 16 });
});

it('nothing is asked for while nothing is flown or expected', () => {
  expect(askedFor()).toBeNull();
});

it('the end of a flight comes first, also before an expected view', () => {
  prefetch.expected = EXPECTED;
  camera.flightEnd = END;
  expect(askedFor()).toEqual({ view: { x: 900 }, isFirst: true });
  camera.flightEnd = null;
  expect(askedFor()).toEqual({ view: { x: 300 }, isFirst: false });
});

it('the same view is asked for once, until the stage has another size', () => {
  prefetch.expected = EXPECTED;
  const first = askedFor();
  expect(askedFor()).toBe(first);
  expect(askedFor({ ...SIZE })).not.toBe(first);
});
