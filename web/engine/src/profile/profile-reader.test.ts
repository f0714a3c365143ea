import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { numberBetween } from '@overlook/shared/maths/testing';
import { PROFILE } from '@overlook/shared/config';
import { type Vec3, distance, enuFrame, transformPoint } from '@overlook/shared/maths';
import { type ProfileFrame, profileFrame } from './profile-frame.ts';
import { ProfileReader, type ProfileReaderOptions } from './profile-reader.ts';
import { allPoints, MADE_ORIGIN, madeCloud, type MadeTile } from './testing/made-cloud.ts';
import { WAIT } from '../testing/wait.ts';

const SITE = enuFrame(MADE_ORIGIN);
const at = (point: Vec3): Vec3 => transformPoint(SITE.ecefFromEnu, point);
const alongEast = profileFrame({ aEcef: at([-20, 0, 0]), bEcef: at([20, 0, 0]) });

const triples = (flat: readonly number[]): Vec3[] =>
  Array.from({ length: flat.length / 3 }, (_, i) => [flat[3 * i]!, flat[3 * i + 1]!, flat[3 * i + 2]!]);

/** Those of flat ENU points that the definition of the band takes, as (along, across, up). */
function bruteForce(points: readonly number[], frame: ProfileFrame, thickness: number): Vec3[] {
  return triples(points.map(Math.fround))
    .map((point) => transformPoint(frame.profileFromEcef, at(point)))
    .filter(([along, across]) => along >= 0 && along <= frame.lengthMetres && Math.abs(across) <= thickness / 2);
}

/** The same points in any order, to a tenth of a millimetre: each expected point is matched with a found one. */
function expectSame(found: readonly Vec3[], expected: readonly Vec3[]): void {
  expect(found).toHaveLength(expected.length);
  const left = [...found];
  for (const point of expected) {
    const index = left.findIndex((other) => distance(other, point) < 1e-4);
    expect(index, `a point at ${point.join(', ')}`).toBeGreaterThanOrEqual(0);
    left.splice(index, 1);
  }
}

const readPoints = (reader: ProfileReader): Vec3[] =>
  reader.chunks().flatMap(({ positions }) => triples([...positions]));

/** Reads to the end. */
function readAll(options: Omit<ProfileReaderOptions, 'onChange'>): Promise<ProfileReader> {
  return new Promise((resolve) => {
    const reader: ProfileReader = new ProfileReader({
      ...options,
      onChange: () => reader.progress.state !== 'reading' && resolve(reader),
    });
  });
}

const metres = numberBetween(-60, 60).map((value) => Math.round(value * 8) / 8 + 0.03);
const cloudPoints = fc
  .array(fc.tuple(metres, metres, metres), { minLength: 1, maxLength: 12 })
  .map((all) => all.flat());
const leaf: fc.Arbitrary<MadeTile> = fc.record({ points: cloudPoints });
const tree = fc.record({
  points: cloudPoints,
  children: fc.array(fc.record({ points: cloudPoints, children: fc.array(leaf, { maxLength: 3 }) }), { maxLength: 4 }),
});
const lines = fc.tuple(metres, metres, metres, metres).filter(([x, y, u, v]) => Math.hypot(u - x, v - y) > 1);
const thicknesses = fc.double({ min: PROFILE.thicknessLeastM, max: PROFILE.thicknessMostM, noNaN: true });

const leavesOf = (tile: MadeTile): number[] =>
  tile.children?.length ? tile.children.flatMap((child) => leavesOf(child)) : tile.points;

describe('the points of a profile', () => {
  it('are those that brute force finds in the band, for tiles that add up', async () => {
    await fc.assert(
      fc.asyncProperty(tree, lines, thicknesses, async (root, [x, y, u, v], thicknessMetres) => {
        const frame = profileFrame({ aEcef: at([x + 0.0137, y, 1]), bEcef: at([u, v + 0.0137, 4]) });
        const reader = await readAll({ ...madeCloud(root, SITE, 'ADD'), frame, thicknessMetres });
        const truth = bruteForce(allPoints(root), frame, thicknessMetres);
        expectSame(readPoints(reader), truth);
        expect(reader.progress).toMatchObject({ state: 'done', points: truth.length, failed: 0 });
      }),
      { numRuns: 60 },
    );
  });

  it('are those of the finest tiles in the band where tiles replace each other', async () => {
    // Children fill their parent: each leaf repeats the point of the root that it refines.
    const root: MadeTile = {
      points: [-10, 0, 0, 10, 0, 0],
      children: [
        { points: [-10, 0, 0, -9, 0, 0] },
        { points: [10, 0, 0], children: [{ points: [10, 0, 0, 11, 0.5, 0, 12, 3, 0] }] },
        { points: [0, 40, 0, 1, 41, 0] },
      ],
    };
    const cloud = madeCloud(root, SITE, 'REPLACE');
    const reader = await readAll({ ...cloud, frame: alongEast, thicknessMetres: 2 });
    expectSame(readPoints(reader), bruteForce(leavesOf(root), alongEast, 2));
    // Tiles outside the band are not fetched.
    expect(cloud.asked).toEqual(['root', 'root.0', 'root.1', 'root.1.0']);
    expect(reader.progress.points).toBe(4);
  });

  it('come coarse first over the whole line', async () => {
    const fine = (x: number): MadeTile => ({ points: [x, 0, 0], children: [{ points: [x + 0.5, 0, 0] }] });
    // More than are fetched at once, so that coarse and fine tiles wait at the same time.
    const children = Array.from({ length: 3 * PROFILE.requestsMost }, (_, i) => fine(3 * i - 18));
    const cloud = madeCloud({ points: [0, 0, 0], children }, SITE, 'ADD');
    await readAll({ ...cloud, frame: alongEast, thicknessMetres: 1 });
    const depths = cloud.asked.map((name) => name.split('.').length);
    expect(depths).toEqual(depths.toSorted());
    expect(depths).toHaveLength(1 + 2 * children.length);
  });

  it('end at the limit, which is reported', async () => {
    const children = Array.from({ length: 6 }, (_, i) => ({ points: [i, 0, 0, i, 0, 1, i, 0, 2] }));
    const cloud = madeCloud({ points: [0, 0, 0], children }, SITE, 'ADD');
    const reader = await readAll({ ...cloud, frame: alongEast, thicknessMetres: 1, pointsMost: 8 });
    expect(reader.progress).toMatchObject({ state: 'limited', points: 8 });
    expect(readPoints(reader)).toHaveLength(8);
  });

  it('lack those of a tile that cannot be read, until it can', async () => {
    const cloud = madeCloud({ points: [0, 0, 0], children: [{ points: [1, 0, 0], failures: 1 }] }, SITE, 'ADD');
    const reader = await readAll({ ...cloud, frame: alongEast, thicknessMetres: 1 });
    expect(reader.progress).toMatchObject({ state: 'done', points: 1, failed: 1 });
    reader.retry();
    await expect.poll(() => reader.progress, WAIT).toMatchObject({ state: 'done', points: 2, failed: 0 });
  });

  it('of several tilesets are read once, although one of these fails at first', async () => {
    const { contents, ...cloud } = madeCloud({ points: [0, 0, 0, 1, 0, 0] }, SITE, 'ADD');
    let refusals = 1;
    const names = ['a', 'b', 'c'].map((name) => ({ CesiumOptions: { url: `https://site.test/${name}/tileset.json` } }));
    const several = {
      ...contents,
      loadJson: () => Promise.resolve({ models: names }),
      load: (url: string, signal: AbortSignal) =>
        url.includes('/b/') && refusals-- > 0 ? Promise.reject(new Error('not now')) : contents.load(url, signal),
      loadBand: ((url, ...rest) =>
        contents.loadBand(new URL(url).origin + '/root', ...rest)) as typeof contents.loadBand,
    };
    const layer = { ...cloud, contents: several, url: 'https://site.test/models.json' };
    const reader = await readAll({ ...layer, frame: alongEast, thicknessMetres: 1 });
    expect(reader.progress).toMatchObject({ state: 'done', points: 4, failed: 1 });
    reader.retry();
    await expect.poll(() => reader.progress).toMatchObject({ state: 'done', points: 6, failed: 0 });
  });

  it('end at the limit although a tile waits for another attempt', async () => {
    vi.useFakeTimers();
    const cloud = madeCloud(
      { points: [0, 0, 0], children: [{ points: [1, 0, 0], failures: 1, isTransient: true }, { points: [2, 0, 0] }] },
      SITE,
      'ADD',
    );
    const ended = readAll({ ...cloud, frame: alongEast, thicknessMetres: 1, pointsMost: 2 });
    await vi.advanceTimersByTimeAsync(60_000);
    vi.useRealTimers();
    expect((await ended).progress).toMatchObject({ state: 'limited', points: 2 });
  });

  it('are no longer read after the end', async () => {
    const cloud = madeCloud({ points: [0, 0, 0], children: [{ points: [1, 0, 0] }] }, SITE, 'ADD');
    let changes = 0;
    const reader = new ProfileReader({ ...cloud, frame: alongEast, thicknessMetres: 1, onChange: () => changes++ });
    reader.destroy();
    reader.destroy();
    await new Promise((resolve) => setTimeout(resolve));
    expect(changes).toBe(0);
  });
});
