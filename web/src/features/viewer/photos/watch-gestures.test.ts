// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DOUBLE_TAP } from '@overlook/shared/config';
import { watchGestures } from './watch-gestures.ts';

const gestures = { move: vi.fn(), zoom: vi.fn(), press: vi.fn(), doublePress: vi.fn(), swipe: vi.fn() };
let element: HTMLElement;
let end: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  element = document.createElement('div');
  element.setPointerCapture = () => undefined;
  document.body.append(element);
  end = watchGestures(element, gestures);
});
afterEach(() => {
  end();
  element.remove();
  vi.useRealTimers();
  vi.clearAllMocks();
});

const pointer = (type: string, x: number, y: number) =>
  element.dispatchEvent(new PointerEvent(type, { clientX: x, clientY: y, pointerId: 1, button: 0 }));
function click(x: number, y: number): void {
  pointer('pointerdown', x, y);
  pointer('pointerup', x, y);
  element.dispatchEvent(new MouseEvent('click', { clientX: x, clientY: y }));
}

it('presses once for a click, when no second one can come any more', () => {
  click(40, 50);
  expect(gestures.press).not.toHaveBeenCalled();
  vi.advanceTimersByTime(DOUBLE_TAP.maxPauseMs);
  expect(gestures.press.mock.calls).toEqual([[{ x: 40, y: 50 }]]);
  expect(gestures.doublePress).not.toHaveBeenCalled();
});

it('fits after a double click, and presses nowhere', () => {
  click(40, 50);
  vi.advanceTimersByTime(DOUBLE_TAP.maxPauseMs - 1);
  pointer('pointerdown', 42, 50);
  vi.advanceTimersByTime(DOUBLE_TAP.maxPressMs - 1);
  pointer('pointerup', 42, 50);
  element.dispatchEvent(new MouseEvent('click', { clientX: 42, clientY: 50, detail: 2 }));
  vi.runAllTimers();
  expect(gestures.doublePress).toHaveBeenCalledOnce();
  expect(gestures.press).not.toHaveBeenCalled();
});

it('presses twice for clicks at two places, however quick', () => {
  click(40, 50);
  click(40 + DOUBLE_TAP.maxDistancePx + 1, 50);
  vi.runAllTimers();
  expect(gestures.press).toHaveBeenCalledTimes(2);
  expect(gestures.doublePress).not.toHaveBeenCalled();
});

it('presses where the click was before the view moves or zooms under it', () => {
  click(40, 50);
  pointer('pointerdown', 40, 50);
  pointer('pointermove', 60, 50);
  expect(gestures.press.mock.invocationCallOrder[0]).toBeLessThan(gestures.move.mock.invocationCallOrder[0]!);
  pointer('pointerup', 60, 50);
  click(40, 50);
  element.dispatchEvent(new WheelEvent('wheel', { deltaY: -100, clientX: 40, clientY: 50 }));
  expect(gestures.press.mock.invocationCallOrder[1]).toBeLessThan(gestures.zoom.mock.invocationCallOrder[0]!);
});

it('presses no more once it has ended', () => {
  click(40, 50);
  end();
  vi.runAllTimers();
  expect(gestures.press).not.toHaveBeenCalled();
});
