import { expect, it } from 'vitest';
import { RequestWindow } from './request-window.ts';
import { TILE_OPTIONS } from './tile-options.ts';

it('starts with one request, grows to 4 with any response, to 16 with fast ones, and shrinks to 4 with slow ones', () => {
  const window = new RequestWindow();
  expect(window.size).toBe(1);
  for (let i = 0; i < 5; i++) window.answered(1000);
  expect(window.size).toBe(4);
  for (let i = 0; i < 20; i++) window.answered(100);
  expect(window.size).toBe(TILE_OPTIONS.mostRequests);
  for (let i = 0; i < 20; i++) window.answered(3000);
  expect(window.size).toBe(4);
});
