import { expect, it } from 'vitest';
import { MAX_IN_FLIGHT, RequestWindow } from './request-window.ts';

it('grows to 16 with fast answers, shrinks to 4 with slow ones, and stays as it is between', () => {
  const window = new RequestWindow();
  expect(window.size).toBe(6);
  window.answered(1000);
  expect(window.size).toBe(6);
  for (let i = 0; i < 20; i++) window.answered(100);
  expect(window.size).toBe(MAX_IN_FLIGHT);
  for (let i = 0; i < 20; i++) window.answered(3000);
  expect(window.size).toBe(4);
});
