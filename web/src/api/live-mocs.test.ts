import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { followMocs } from './live-mocs.ts';

/** Stands for the browser's event source; tests say what arrives. */
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

/** Follows site 7; `told` is what has been told so far. */
function follow() {
  const told: unknown[] = [];
  const end = followMocs(7, { onNotice: (mocIds) => told.push(mocIds), onLive: (isLive) => told.push(isLive) });
  const say = (mocId: number | null) =>
    Source.opened[0]!.dispatchEvent(new MessageEvent('message', { data: JSON.stringify({ siteId: 7, mocId }) }));
  return { told, end, say };
}

it('tells of broken streams, and opens a refused one again', () => {
  const { told, end } = follow();
  const [first] = Source.opened;
  expect(decodeURIComponent(first!.url)).toBe('/trpc/mocs.changes?input={"siteId":7}');
  for (const name of ['connected', 'error']) first!.dispatchEvent(new Event(name));
  expect(told).toEqual([true, false]);
  vi.runAllTimers();
  expect(Source.opened).toHaveLength(1);
  first!.close();
  first!.dispatchEvent(new Event('error'));
  vi.runAllTimers();
  expect(Source.opened).toHaveLength(2);
  end();
  expect(Source.opened[1]!.readyState).toBe(Source.CLOSED);
});

it('tells which changes were saved, many of them as any', () => {
  const { told, end, say } = follow();
  for (const mocId of [4, 5, 4]) say(mocId);
  vi.runAllTimers();
  say(null);
  say(4);
  vi.runAllTimers();
  for (let mocId = 1; mocId <= 11; mocId++) say(mocId);
  vi.runAllTimers();
  expect(told).toEqual([[4, 5], null, null]);
  say(4);
  end();
  vi.runAllTimers();
  expect(told).toHaveLength(3);
});
