import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LIVE_SILENT_MS } from '@overlook/shared/config';
import { followMocs } from './live-mocs.ts';

/** Replaces the browser's event source; tests decide what arrives. */
class Source extends EventTarget {
  static readonly CLOSED = 2;
  static opened: Source[] = [];
  readyState = 1;
  constructor(readonly url: string) {
    super();
    Source.opened.push(this);
  }
  close(): void {
    this.readyState = Source.CLOSED;
  }
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  Source.opened = [];
});

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('EventSource', Source);
});

/** Follows site 7; `told` has the notices so far. */
function follow() {
  const told: unknown[] = [];
  const end = followMocs(7, { onNotice: (mocIds) => told.push(mocIds), onLive: (isLive) => told.push(isLive) });
  const say = (mocId: number | null) =>
    Source.opened[0]!.dispatchEvent(new MessageEvent('message', { data: JSON.stringify({ siteId: 7, mocId }) }));
  return { told, end, say };
}

it('reports broken streams, and opens a refused one again', () => {
  const { told, end } = follow();
  const [first] = Source.opened;
  expect(decodeURIComponent(first!.url)).toBe('/trpc/mocs.changes?input={"siteId":7}');
  for (const name of ['connected', 'error']) first!.dispatchEvent(new Event(name));
  expect(told).toEqual([true, false]);
  vi.advanceTimersByTime(LIVE_SILENT_MS / 2);
  expect(Source.opened).toHaveLength(1);
  first!.close();
  first!.dispatchEvent(new Event('error'));
  vi.advanceTimersByTime(LIVE_SILENT_MS / 2);
  expect(Source.opened).toHaveLength(2);
  end();
  expect(Source.opened[1]!.readyState).toBe(Source.CLOSED);
});

it('reports saved changes, many of them as "any"', () => {
  const { told, end, say } = follow();
  for (const mocId of [4, 5, 4]) say(mocId);
  vi.advanceTimersByTime(LIVE_SILENT_MS / 2);
  say(null);
  say(4);
  vi.advanceTimersByTime(LIVE_SILENT_MS / 2);
  for (let mocId = 1; mocId <= 11; mocId++) say(mocId);
  vi.advanceTimersByTime(LIVE_SILENT_MS / 2);
  expect(told).toEqual([[4, 5], null, null]);
  say(4);
  end();
  vi.advanceTimersByTime(LIVE_SILENT_MS / 2);
  expect(told).toHaveLength(3);
});

it('opens another stream, and reports it, when nothing was received for too long', () => {
  const { told, end } = follow();
  const [first] = Source.opened;
  first!.dispatchEvent(new Event('connected'));
  for (let i = 0; i < 3; i++) {
    vi.advanceTimersByTime(LIVE_SILENT_MS - 1);
    first!.dispatchEvent(new Event('ping'));
  }
  expect(told).toEqual([true]);
  vi.advanceTimersByTime(LIVE_SILENT_MS);
  expect(told).toEqual([true, false]);
  expect(first!.readyState).toBe(Source.CLOSED);
  expect(Source.opened).toHaveLength(2);
  end();
  vi.advanceTimersByTime(2 * LIVE_SILENT_MS);
  expect(Source.opened).toHaveLength(2);
});

it('reports a stream that never answers', () => {
  const { told, end } = follow();
  vi.advanceTimersByTime(LIVE_SILENT_MS);
  expect(told).toEqual([false]);
  end();
});
