import { describe, expect, it } from 'vitest';
import { type Room, shareRoom } from './share-room.ts';

const room = (left: number, top = 0): Room => ({ left, top, width: 100, height: 24 });

describe('labels on the screen', () => {
  it('are all placed if there is space for each', () => {
    const { placed, hidden } = shareRoom([0, 100, 200], (left) => room(left));
    expect(placed).toEqual([0, 100, 200].map((item) => ({ item, others: 0 })));
    expect(hidden).toEqual([]);
  });

  it('that overlap are counted by the one with the highest priority, also across cells', () => {
    const { placed, hidden } = shareRoom([120, 60, 200, 400], (left) => room(left));
    expect(placed).toEqual([
      { item: 120, others: 2 },
      { item: 400, others: 0 },
    ]);
    expect(hidden).toEqual([60, 200]);
  });

  it('above each other do not overlap', () => {
    expect(shareRoom([0, 24], (top) => room(-300, top)).hidden).toEqual([]);
    expect(shareRoom([0, 23], (top) => room(-300, top)).hidden).toEqual([23]);
  });

  it('outside the viewport are placed unchanged', () => {
    expect(shareRoom(['a', 'b'], () => null).placed).toHaveLength(2);
  });

  it('are placed quickly', () => {
    const items = Array.from({ length: 2000 }, (_, i) => i);
    const rooms = items.map((i) => room((i * 37) % 1400, (i * 53) % 900));
    const started = performance.now();
    const { placed, hidden } = shareRoom(items, (i) => rooms[i]!);
    expect(placed.length + hidden.length).toBe(2000);
    expect(performance.now() - started).toBeLessThan(200);
    for (const [at, { item }] of placed.entries())
      for (const other of placed.slice(at + 1)) {
        const [a, b] = [rooms[item]!, rooms[other.item]!];
        expect(Math.abs(a.left - b.left) >= 100 || Math.abs(a.top - b.top) >= 24).toBe(true);
      }
  });
});
