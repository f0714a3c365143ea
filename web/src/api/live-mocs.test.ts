import { afterEach, expect, it, vi } from 'vitest';
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

it('tells of each save and of broken streams, and opens a refused one again', () => {
  vi.useFakeTimers();
  vi.stubGlobal('EventSource', Source);
  const told: unknown[] = [];
  const end = followMocs(7, { onNotice: () => told.push('notice'), onLive: (isLive) => told.push(isLive) });
  const [first] = Source.opened;
  expect(decodeURIComponent(first!.url)).toBe('/trpc/mocs.changes?input={"siteId":7}');
  for (const name of ['connected', 'message', 'error']) first!.dispatchEvent(new Event(name));
  expect(told).toEqual([true, 'notice', false]);
  vi.runAllTimers();
  expect(Source.opened).toHaveLength(1);
  first!.close();
  first!.dispatchEvent(new Event('error'));
  vi.runAllTimers();
  expect(Source.opened).toHaveLength(2);
  end();
  expect(Source.opened[1]!.readyState).toBe(Source.CLOSED);
});
