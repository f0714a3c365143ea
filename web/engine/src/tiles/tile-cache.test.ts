import { describe, expect, it } from 'vitest';
import { type Cacheable, TileCache } from './tile-cache.ts';

interface Item extends Cacheable {
  name: string;
}

const anItem = (name: string, bytes = 10): Item => ({ name, bytes, useCount: 0, usedAt: 0 });

function setUp(capBytes: number) {
  const cache = new TileCache<Item>(capBytes);
  const released: string[] = [];
  const add = (...items: Item[]) => items.forEach((item) => cache.add(item, ({ name }) => released.push(name)));
  return { cache, released, add };
}

const [LEFT, RIGHT] = [{}, {}];

describe('TileCache', () => {
  it('counts added and removed bytes', () => {
    const { cache, released, add } = setUp(100);
    const [a, b] = [anItem('a', 30), anItem('b', 12)];
    add(a, b);
    expect(cache.usedBytes).toBe(42);
    cache.remove(a);
    cache.remove(a);
    expect(cache.usedBytes).toBe(12);
    expect(released).toEqual(['a']);
  });

  it('releases nothing while there is room', () => {
    const { cache, released, add } = setUp(21);
    add(anItem('a'), anItem('b'));
    cache.makeRoom();
    expect(released).toEqual([]);
  });

  it('releases the least recently used tiles of all views first, and no more than needed', () => {
    const { cache, released, add } = setUp(1000);
    const [a, b, c, d] = [anItem('a'), anItem('b'), anItem('c'), anItem('d')];
    add(a, b, c, d);
    cache.use(LEFT, [a]);
    cache.use(RIGHT, [b]);
    cache.use(LEFT, [c]);
    cache.use(RIGHT, [d, a]);
    cache.use(LEFT, []);
    cache.use(RIGHT, []);
    cache.capBytes = 25;
    cache.makeRoom();
    expect(released).toEqual(['b', 'c']);
    expect(cache.usedBytes).toBe(20);
  });

  it('keeps tiles that any view uses after another view has stopped using them', () => {
    const { cache, released, add } = setUp(10);
    const shared = anItem('shared');
    add(shared, anItem('idle'));
    cache.use(LEFT, [shared]);
    cache.use(RIGHT, [shared]);
    cache.use(RIGHT, []);
    cache.makeRoom();
    expect(released).toEqual(['idle']);
    expect(cache.isFull).toBe(true);
    cache.use(LEFT, []);
    cache.makeRoom();
    expect(released).toEqual(['idle', 'shared']);
    expect(cache.usedBytes).toBe(0);
  });

  it('registers the use of a tile that loads after the view requested it', () => {
    const { cache, released, add } = setUp(10);
    const late = anItem('late');
    cache.use(LEFT, [late]);
    add(late);
    cache.makeRoom();
    expect(released).toEqual([]);
  });
});
