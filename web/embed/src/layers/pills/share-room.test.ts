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

  it('are compared with labels nearby, not with all', () => {
    const items = Array.from({ length: 2000 }, (_, i) => i);
    let reads = 0;
    const rooms = items.map((i) => {
      const { left, ...rest } = room((i * 37) % 1400, (i * 53) % 900);
      return {
        ...rest,
        get left() {
          reads++;
          return left;
        },
      };
    });
    const { placed, hidden } = shareRoom(items, (i) => rooms[i]!);
    expect(placed.length + hidden.length).toBe(2000);
    // A comparison reads one or two. Comparing each label with every placed one would read more than 100 times a label.
    expect(placed.length).toBeGreaterThan(100);
    expect(reads / items.length).toBeLessThan(30);
    const isApart = (a: Room, b: Room) => Math.abs(a.left - b.left) >= 100 || Math.abs(a.top - b.top) >= 24;
    const overlaps = placed.flatMap(({ item }, at) =>
      placed.slice(at + 1).filter((other) => !isApart(rooms[item]!, rooms[other.item]!)),
    );
    expect(overlaps).toEqual([]);
  });
});
