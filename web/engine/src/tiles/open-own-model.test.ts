import { IDENTITY } from '@overlook/shared/maths';
import { afterEach, expect, it, vi } from 'vitest';
import { openOwnModel } from './open-own-model.ts';

const workers: SilentWorker[] = [];

/** Reads without an end. */
class SilentWorker extends EventTarget {
  isEnded = false;
  constructor() {
    super();
    workers.push(this);
  }
  postMessage(): void {}
  terminate(): void {
    this.isEnded = true;
  }
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  workers.length = 0;
});

function open() {
  vi.useFakeTimers();
  vi.stubGlobal('Worker', SilentWorker);
  vi.stubGlobal('location', { origin: 'null' });
  const settled: string[] = [];
  const { model, stop } = openOwnModel(new File([], 'plant.3tz'), IDENTITY);
  model.then(
    () => settled.push('read'),
    (error: Error) => settled.push(error.message),
  );
  return { settled, stop };
}

it('gives up an archive that is not read in time', async () => {
  const { settled } = open();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(settled).toEqual(['plant.3tz: It was not read within 120 s.']);
  expect(workers.map(({ isEnded }) => isEnded)).toEqual([true]);
});

it('says nothing of an archive after it was stopped', async () => {
  const { settled, stop } = open();
  stop();
  await vi.advanceTimersByTimeAsync(120_000);
  expect([settled, vi.getTimerCount()]).toEqual([[], 0]);
  expect(workers.map(({ isEnded }) => isEnded)).toEqual([true]);
});
