import { expect, it } from 'vitest';
import { blinkUntilReleased, moveDivider, shownFraction, swipe } from './swipe.ts';

it.each(['keyup', 'pointerup', 'pointercancel', 'blur'])('a blink shows the first side until %s', (event) => {
  moveDivider(0.25);
  blinkUntilReleased();
  expect(shownFraction(swipe)).toBe(1);
  window.dispatchEvent(new Event(event));
  expect(shownFraction(swipe)).toBe(0.25);
});
