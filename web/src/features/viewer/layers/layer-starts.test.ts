import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LayerStarts } from './layer-starts.ts';

function aStorage(): Storage {
  const values = new Map<string, string>();
  const storage: Partial<Storage> = {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  };
  return storage as Storage;
}

let [tab, browser] = [aStorage(), aStorage()];
beforeEach(() => {
  vi.useFakeTimers();
  [tab, browser] = [aStorage(), aStorage()];
});
afterEach(() => vi.useRealTimers());

it('a layer that was starting when its page stopped is named once, after a reload', () => {
  new LayerStarts(tab, browser).begin('loop');
  const reloaded = new LayerStarts(tab, browser);
  expect(reloaded.takeDied()).toEqual(['loop']);
  expect(reloaded.takeDied()).toEqual([]);
});

it('a new tab knows it as soon as the page has confirmed nothing for five seconds', () => {
  const starts = new LayerStarts(tab, browser);
  starts.begin('slow');
  vi.advanceTimersByTime(60_000);
  expect(new LayerStarts(aStorage(), browser).takeDied()).toEqual([]);
  // The page of the layer is stopped: no timer of it runs.
  const later = Date.now() + 6000;
  expect(new LayerStarts(aStorage(), browser, () => later).takeDied()).toEqual(['slow']);
});

it('a layer that has drawn and a page that ends in order leave nothing', () => {
  const starts = new LayerStarts(tab, browser);
  starts.begin('a');
  starts.begin('b');
  starts.begin('c');
  starts.end('a');
  expect(Object.keys(JSON.parse(tab.getItem('overlook.layers-starting')!) as object)).toEqual(['b', 'c']);
  starts.endAll();
  expect(new LayerStarts(tab, browser).takeDied()).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});

it('what is stored otherwise is ignored', () => {
  tab.setItem('overlook.layers-starting', 'no json');
  browser.setItem('overlook.layers-starting', '{"a":"b"}');
  expect(new LayerStarts(tab, browser).takeDied()).toEqual([]);
});
