import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { RECONNECT_FIRST_MS, RECONNECT_LONGEST_MS } from '@overlook/shared/config';
import { queryClient } from '../api/queries.ts';
import { reportReachable, reportUnreachable } from '../state/connection.ts';
import { answerCalls } from '../testing/in-page.tsx';
import { watchConnection } from './connection-watch.ts';

let stop: () => void = () => undefined;
beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  stop();
  vi.useRealTimers();
  reportReachable();
});

it('a server that was away before the page opened is asked again', async () => {
  const calls = answerCalls({ 'auth.check': () => ({}) });
  reportUnreachable();
  stop = watchConnection(queryClient);
  // Calls are sent a moment later, those of one moment together.
  await vi.advanceTimersByTimeAsync(RECONNECT_FIRST_MS + 100);
  expect(calls.map(({ name }) => name)).toEqual(['auth.check']);
});

it('a server that answers is not asked', async () => {
  const calls = answerCalls({ 'auth.check': () => ({}) });
  reportReachable();
  stop = watchConnection(queryClient);
  await vi.advanceTimersByTimeAsync(2 * RECONNECT_LONGEST_MS);
  expect(calls).toEqual([]);
});
