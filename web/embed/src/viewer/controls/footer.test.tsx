import { afterEach, expect, it, vi } from 'vitest';
import { GOVERNOR } from '@overlook/shared/config';
import { footer } from './footer.ts';

const REPORT = {
  reasons: [] as string[],
  frameMs: 80,
  pixelRatio: { chosen: 1, now: 1 },
  mapPixelRatioFactor: 1,
  hasEffects: true,
  hasShadows: true,
  isSmoothed: true,
  memory: { lostContexts: 0 },
};

afterEach(() => void vi.useRealTimers());

it('keeps the note of reduced quality for a while after the movement, and its text until it is closed', () => {
  vi.useFakeTimers();
  let report = (_quality: typeof REPORT): void => {};
  const stage = {
    qualityReport: () => REPORT,
    on: (_name: string, listener: typeof report) => ((report = listener), () => {}),
  };
  const { element, end } = footer({ viewed: { stage } } as never, new Set(['progress']), null)!;
  const button = element.querySelector('button')!;
  const isThere = () => button.closest('[hidden]') === null;
  expect(isThere()).toBe(false);
  report({ ...REPORT, reasons: ['frameTime'] });
  report(REPORT);
  vi.advanceTimersByTime(GOVERNOR.readableMs - 1);
  expect(isThere()).toBe(true);
  button.click();
  vi.advanceTimersByTime(3 * GOVERNOR.readableMs);
  expect(element.querySelector('.reason:not([hidden])')!.textContent).toContain('Frames took 80 ms');
  button.click();
  vi.advanceTimersByTime(GOVERNOR.readableMs);
  expect(isThere()).toBe(false);
  end();
  expect(vi.getTimerCount()).toBe(0);
});
