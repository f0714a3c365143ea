import { expect, it } from 'vitest';
import { STILL_SAMPLES } from '../view/sub-pixel.ts';
import { Graphics } from './graphics.ts';
import { StageStill } from './stage-still.ts';

function openStill() {
  const device = { isOn: true, isBusy: false };
  const samples: number[] = [];
  const still = new StageStill({
    isOn: () => device.isOn,
    mayDraw: () => !device.isBusy,
    draw: (sample) => samples.push(sample),
  });
  let isTold = false;
  void still.refined().then(() => (isTold = true));
  /** A frame of a view at rest. */
  const frame = async () => {
    still.frame(0);
    still.settled(() => Promise.resolve());
    await Promise.resolve();
    await Promise.resolve();
  };
  return { still, device, samples, frame, isTold: () => isTold };
}

it('frames follow each other after the view has settled, and end', async () => {
  const { still, samples, frame, isTold } = openStill();
  still.frame(0);
  expect(samples).toEqual([]);
  for (let n = 0; n < STILL_SAMPLES; n++) await frame();
  expect(isTold()).toBe(false);
  for (let n = 0; n < 5; n++) await frame();
  expect(samples).toEqual(Array.from({ length: STILL_SAMPLES }, (_, sample) => sample));
  expect(still.isDone).toBe(true);
  expect(isTold()).toBe(true);
});

it('a change ends the still; it restarts when the view has settled again', async () => {
  const { still, samples, frame } = openStill();
  for (let n = 0; n < 4; n++) await frame();
  still.restart();
  expect(still.isUnderWay).toBe(false);
  still.frame(0);
  expect(samples).toEqual([0, 1, 2]);
  await frame();
  await frame();
  expect(samples).toEqual([0, 1, 2, 0]);
});

it('waits for a busy device', async () => {
  const { device, samples, frame, still } = openStill();
  device.isBusy = true;
  for (let n = 0; n < 4; n++) await frame();
  expect(samples).toEqual([]);
  expect(still.isUnderWay).toBe(true);
});

it('without stills, a settled view is the final image', async () => {
  const { device, samples, frame, isTold } = openStill();
  device.isOn = false;
  for (let n = 0; n < 4; n++) await frame();
  expect(samples).toEqual([]);
  expect(isTold()).toBe(true);
});

it('a picture is read in the task in which it was drawn, even when its code has to be loaded', async () => {
  const order: string[] = [];
  const picture = () => {
    order.push('read');
    throw new Error('nothing to encode');
  };
  const graphics = { isGlobeShown: false, canvas: { picture }, state: () => ({ swipe: null }), attributions: () => [] };
  const draw = () => {
    order.push('drawn');
    queueMicrotask(() => order.push('later'));
  };
  const captured = Graphics.prototype.capture.call(graphics as unknown as Graphics, draw, []);
  await expect(captured).rejects.toThrow('nothing to encode');
  expect(order.slice(0, 2)).toEqual(['drawn', 'read']);
});
