import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type PageResources, acquirePageResources } from './page-resources.ts';

class SilentWorker extends EventTarget {
  postMessage(): void {}
  terminate(): void {}
}

let opened: { stage: object; page: PageResources }[];

beforeEach(() => {
  opened = [];
  vi.stubGlobal('Worker', SilentWorker);
  vi.stubGlobal('location', { origin: 'null' });
  // The cap of the memory depends on the renderer: here there is none.
  vi.stubGlobal('document', { createElement: () => ({ getContext: () => null }) });
  vi.stubGlobal('navigator', { maxTouchPoints: 0, platform: '' });
});
afterEach(() => {
  for (const { stage, page } of opened) page.release(stage);
  vi.unstubAllGlobals();
});

function open(credentials: Parameters<typeof acquirePageResources>[1]): PageResources {
  const stage = {};
  const page = acquirePageResources(stage, credentials);
  opened.push({ stage, page });
  return page;
}

describe('the stages of a page', () => {
  it('share their resources when they send the same query fields', () => {
    const fetchQuery = () => ({ token: 'a' });
    expect(open({ fetchQuery })).toBe(open({ fetchQuery }));
  });

  it('share nothing when they are embedded with different tokens', () => {
    const first = open({ fetchQuery: () => ({ token: 'a' }) });
    const second = open({ fetchQuery: () => ({ token: 'b' }) });
    expect(second).not.toBe(first);
    expect(second.scheduler).not.toBe(first.scheduler);
  });

  it('share nothing when they send the headers of different users', () => {
    expect(open({ fetchHeaders: () => ({ user: 'a' }) })).not.toBe(open({ fetchHeaders: () => ({ user: 'b' }) }));
  });
});
