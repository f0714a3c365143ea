import { cpSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Place, storedNodes, type TestBuild, withBuilt } from '../testing/built-cloud.ts';
import type { BuildSizes } from './build-sizes.ts';
import { pinOf } from './pinned-cloud.ts';

/** Few points make many blobs. */
const SMALL: BuildSizes = { chunkPoints: 2000, leafPoints: 200, absorbedPoints: 40, nodePoints: 2000 };

/** One thread writes one file. */
const BUILD = { sizes: SMALL, threads: 1 };

/** A rough ground of 150 × 150 places, millimetres, of which those before `changed` are 3 mm higher. */
const ground = (changed = 0): Place[] =>
  Array.from({ length: 22_500 }, (_, i): Place => {
    const [column, row] = [i % 150, Math.floor(i / 150)];
    return [column * 100 + (i % 7), row * 100 + (i % 11), ((i * 31) % 400) + (i < changed ? 3 : 0)];
  });

/** Builds the base, and beside it a cloud that may share with it. */
const withNext = <T>(
  points: readonly Place[],
  look: (next: TestBuild, base: TestBuild) => Promise<T>,
  meanwhile: (baseStore: string) => void = () => undefined,
): Promise<T> =>
  withBuilt({ points: ground(), options: BUILD }, (base) => {
    const baseStore = path.join(base.folder, 'store');
    meanwhile(baseStore);
    const options = { ...BUILD, pin: pinOf(base.description), baseStore };
    return withBuilt({ points, options }, (next) => look(next, base));
  });

const filesOf = ({ folder }: TestBuild) => {
  const store = path.join(folder, 'store');
  return readdirSync(store)
    .filter((name) => name.startsWith('points-'))
    .map((name) => ({ name, ...fileFacts(path.join(store, name)) }));
};
const fileFacts = (file: string) => {
  const { ino, size, nlink } = statSync(file);
  return { ino, size, isShared: nlink > 1 };
};
/** All records by node, without the places of their blobs. */
const recordsOf = async (built: TestBuild) =>
  (await storedNodes(built)).map(({ node: { level, cell }, records }) => [level, ...cell, records.toString('hex')]);
const alone = (points: readonly Place[]) =>
  withBuilt({ points: ground(), options: BUILD }, (base) =>
    withBuilt({ points, options: { ...BUILD, pin: pinOf(base.description) } }, recordsOf),
  );
const ownBytes = (built: TestBuild) =>
  filesOf(built).reduce((sum, { size, isShared }) => sum + (isShared ? 0 : size), 0);

describe('the store of a further capture', () => {
  it('has the blobs of the one before where they are equal, and all of its points', async () => {
    const [bytes, records] = await withNext(ground(2000), async (next, base) => {
      const before = filesOf(base);
      expect(filesOf(next).filter(({ isShared }) => isShared)).toEqual(before);
      expect(ownBytes(next)).toBeGreaterThan(0);
      return [ownBytes(next) / before.reduce((sum, { size }) => sum + size, 0), await recordsOf(next)];
    });
    // The coarsest blob, which is a large part of so few points, and what lies below the changed places.
    expect(bytes).toBeLessThan(0.5);
    expect(records).toEqual(await alone(ground(2000)));
  });

  it('stays complete when the one before is removed', async () => {
    const records = await withNext(ground(2000), async (next, base) => {
      rmSync(path.join(base.folder, 'store'), { recursive: true });
      return recordsOf(next);
    });
    expect(records).toEqual(await alone(ground(2000)));
  });

  it('shares no file of which it would use little', () =>
    withNext(ground(20_000), async (next) => {
      expect(filesOf(next).every(({ isShared }) => !isShared)).toBe(true);
      expect(await recordsOf(next)).toEqual(await alone(ground(20_000)));
    }));

  it.each<[string, (store: string) => void]>([
    ['is damaged', (store) => truncateSync(path.join(store, 'points-0.bin'), 10)],
    ['is gone', (store) => rmSync(store, { recursive: true })],
    [
      'has another index',
      (store) => {
        rmSync(path.join(store, 'index.bin'));
        cpSync(path.join(store, 'store.json'), path.join(store, 'index.bin'));
      },
    ],
  ])('has blobs of its own where the one before %s', async (_, damage) => {
    await withNext(
      ground(),
      async (next) => {
        expect(filesOf(next).every(({ isShared }) => !isShared)).toBe(true);
        expect(await recordsOf(next)).not.toHaveLength(0);
      },
      damage,
    );
  });
});
