import { expect, it } from 'vitest';
import { ContextLosses } from './context-losses.ts';

it('counts the contexts that are lost in one reset once, and the next reset again', () => {
  const losses = new ContextLosses();
  const first = [losses.watch(), losses.watch(), losses.watch()];
  for (const lose of first) lose();
  expect(losses.count).toBe(1);
  const second = [losses.watch(), losses.watch()];
  for (const lose of second) lose();
  expect(losses.count).toBe(2);
});

it('counts one context once', () => {
  const losses = new ContextLosses();
  const lose = losses.watch();
  lose();
  lose();
  expect(losses.count).toBe(1);
});
