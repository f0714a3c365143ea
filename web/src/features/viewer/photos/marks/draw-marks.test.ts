// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Stage } from '@overlook/engine';
import type { MarksPart } from '../load-engine.ts';
import type { PhotoFrame } from '../photo-frame.ts';
import { resetScreen, stageOpened } from '../../../../state/screens.ts';
import { drawMarks } from './draw-marks.ts';
import { aNearbyPhoto } from '../testing/a-nearby-photo.ts';

const frame: PhotoFrame = {
  photo: aNearbyPhoto(),
  sizeCss: { width: 400, height: 300 },
  toView: ({ x, y }) => ({ x: x / 10, y: y / 10 }),
  toPixel: (x, y) => ({ x: 10 * x, y: 10 * y }),
  subscribe: () => () => undefined,
};

const marks = {
  show: vi.fn(),
  draw: vi.fn(),
  pinsAt: () => null,
  refreshHidden: vi.fn(() => true),
  clearHidden: vi.fn(),
  destroy: vi.fn(),
};
const part = {
  PhotoMarks: vi.fn(function made() {
    return marks;
  }),
} as unknown as MarksPart;
const listeners = new Map<string, () => void>();
const stage = {
  progress: () => ({ settled: true }),
  isHiddenFrom: () => false,
  on: (event: string, handler: () => void) => {
    listeners.set(event, handler);
    return () => listeners.delete(event);
  },
};
const ending = new AbortController();

beforeEach(() => {
  vi.useFakeTimers();
  stageOpened(0, stage as unknown as Stage);
});
afterEach(() => {
  vi.useRealTimers();
  resetScreen(0);
});

it('tests again what the model hides after the model has changed, without a movement of the view', () => {
  drawMarks(part, frame, document.createElement('div'), ending.signal);
  vi.runAllTimers();
  expect(marks.refreshHidden).toHaveBeenCalledOnce();
  listeners.get('sightChange')!();
  expect(marks.clearHidden).toHaveBeenCalledOnce();
  vi.runAllTimers();
  expect(marks.refreshHidden).toHaveBeenCalledTimes(2);
  ending.abort();
  expect(listeners.size).toBe(0);
  expect(marks.destroy).toHaveBeenCalled();
});
