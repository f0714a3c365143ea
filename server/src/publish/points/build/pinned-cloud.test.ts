import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { resolveUri } from '../../../storage/source-folder.ts';
import {
  decodedTiles,
  type MadeCloud,
  type Place,
  storedNodes,
  type TestBuild,
  withBuilt,
} from '../testing/built-cloud.ts';
import type { BuildSizes } from './build-sizes.ts';
import { pinOf, type PinnedCloud } from './pinned-cloud.ts';

/** Few points make many tiles. */
const SMALL: BuildSizes = { chunkPoints: 4000, leafPoints: 400, absorbedPoints: 80, nodePoints: 4000 };

/** A hilly ground of 100 × 100 m, millimetres: a point each 0.5 m at `seed`'s own places. */
const ground = (seed: number): Place[] =>
  Array.from({ length: 40_000 }, (_, i): Place => {
    const [column, row] = [i % 200, Math.floor(i / 200)];
    const noise = (k: number) => (((i + 1) * (7919 + seed) * (k + 3)) ^ (i >>> 3)) % 400;
    return [
      column * 500 + Math.abs(noise(0)),
      row * 500 + Math.abs(noise(1)),
      Math.round(4000 * Math.sin(column / 30) * Math.cos(row / 40)) + (noise(2) % 20),
    ];
  });

interface Built {
  readonly pin: PinnedCloud;
  readonly warnings: readonly string[];
  /** Bytes by the hash of each tile's content. */
  readonly tiles: ReadonlyMap<string, number>;
  readonly blobs: ReadonlyMap<string, number>;
  readonly positions: readonly number[];
}

const build = (points: readonly Place[], pin: PinnedCloud | null, more: Partial<MadeCloud> = {}): Promise<Built> => {
  const fieldsAt: MadeCloud['fieldsAt'] = (index, point) => {
    const [x, y] = points[index]!;
    Object.assign(point, { intensity: (x ^ y) & 0xfff, red: x & 0xff, green: y & 0xff, blue: 90, gpsTime: 0 });
  };
  const options = { sizes: SMALL, threads: 1, pin, ...more.options };
  return withBuilt({ points, fieldsAt, ...more, options }, async (built) => ({
    pin: pinOf(built.description),
    warnings: built.warnings,
    tiles: await tilesOf(built),
    blobs: new Map((await storedNodes(built)).map(({ node }) => [`${node.crc32c} ${node.bytes}`, node.bytes])),
    positions: (await decodedTiles(built)).flatMap(({ positions }) => [...positions]).sort((a, b) => a - b),
  }));
};

async function tilesOf(built: TestBuild): Promise<Map<string, number>> {
  const tiles = new Map<string, number>();
  for (const { uri } of await decodedTiles(built)) {
    const bytes = await readFile(path.join(built.folder, 'tiles', resolveUri('tileset.json', uri, '')));
    tiles.set(createHash('sha256').update(bytes).digest('hex'), bytes.length);
  }
  return tiles;
}

/** The share of the bytes of `after` that `before` has too. */
function shared(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): number {
  const sum = (of: Iterable<readonly [string, number]>) => [...of].reduce((bytes, [, more]) => bytes + more, 0);
  return sum([...after].filter(([hash]) => before.has(hash))) / sum(after);
}

const first = ground(1);
/** A tenth of the ground, a square of it, scanned anew. */
const anew = ground(2).map((place, i): Place => {
  const [x, y] = first[i]!;
  return x < 31_600 && y < 31_600 ? place : first[i]!;
});

describe('the next capture of a cloud', () => {
  let base: Built;
  beforeAll(async () => {
    base = await build(first, null);
  });

  it('shares all tiles and blobs where its points are the same, with any number of threads', async () => {
    const same = await build(first, base.pin, { options: { threads: 3 } });
    expect(same.warnings).toEqual([]);
    expect(same.tiles).toEqual(base.tiles);
    expect(same.blobs).toEqual(base.blobs);
  });

  it('shares all tiles but the one with a stray point below', async () => {
    const stray = await build([...first, [50_000, 50_000, -7000]], base.pin);
    expect(stray.pin).toEqual(base.pin);
    // The coarsest one, which is a large part of so few points.
    expect([...stray.tiles.keys()].filter((hash) => !base.tiles.has(hash))).toHaveLength(1);
    expect(shared(base.tiles, stray.tiles)).toBeGreaterThan(0.9);
    expect(shared(base.blobs, stray.blobs)).toBeGreaterThan(0.9);
  });

  it('shares what is not near to a square that was scanned anew', async () => {
    const next = await build(anew, base.pin);
    expect(next.warnings).toEqual([]);
    expect(shared(base.tiles, next.tiles)).toBeGreaterThan(0.6);
    const alone = await build(anew, null);
    expect(alone.positions.length).toBe(next.positions.length);
  });

  it('is built anew, and says so, where points are outside of the cube', async () => {
    const beyond = await build([...first, [50_000, 50_000, 400_000]], base.pin);
    expect(beyond.warnings).toEqual([
      expect.stringMatching(/^Nothing is shared with the capture before: points reach \d+ m out of the cube/),
    ]);
    expect(beyond.pin.cube).not.toEqual(base.pin.cube);
  });

  it('says which fields are new', async () => {
    const fieldsAt: MadeCloud['fieldsAt'] = (index, point) => {
      const [x, y] = first[index]!;
      Object.assign(point, { intensity: (x ^ y) & 0xfff, classification: 2, red: 5, gpsTime: 0 });
    };
    expect((await build(first, base.pin, { fieldsAt })).warnings).toEqual([
      'Nothing is shared with the capture before, whose points have other fields: it does not have classification.',
    ]);
  });

  it('keeps the depth of colours', async () => {
    const deep = await build(first, { ...base.pin, isColor8Bit: false });
    expect(deep.pin.isColor8Bit).toBe(false);
    expect(shared(base.tiles, deep.tiles)).toBe(1);
    expect(deep.warnings).toEqual([]);
  });
});
