import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeCountGrid } from '@overlook/shared/points';
import { type Mat4, transformPoint } from '@overlook/shared/maths';
import { openFrame } from '../../../pointclouds/open-frame.ts';
import { RECORD_BYTES } from '../../../pointclouds/record.ts';
import { khronosErrors } from '../../testing/khronos-errors.ts';
import { validateTileset } from '../../testing/strict/validate-tileset.ts';
import {
  decodedTiles,
  GRID,
  type MadeCloud,
  type Place,
  placesOf,
  spacingFaults,
  squareBetween,
  type StoredNode,
  storedNodes,
  type TestBuild,
  withBuilt,
} from '../testing/built-cloud.ts';
import { UTM_32 } from '../testing/utm-32.ts';
import { readSource } from '../testing/read-source.ts';
import { openLas } from '../formats/las/open-las.ts';
import type { BuildSizes } from './build-sizes.ts';

/** Few points make many chunks, levels and pieces. */
const SMALL: BuildSizes = { chunkPoints: 300, leafPoints: 60, absorbedPoints: 15, nodePoints: 200 };

const integer = (min: number, max: number) => fc.integer({ min, max });
const within = (side: number) => fc.tuple(integer(-side, side), integer(-side, side), integer(-side, side));
const moved = (by: Place, points: readonly Place[]): Place[] =>
  points.map(([x, y, z]) => [x + by[0], y + by[1], z + by[2]]);
const list = (place: fc.Arbitrary<Place>, maxLength: number) =>
  fc.array(place, { minLength: 1, maxLength, size: 'max' });

/** Clouds of difficult kinds: floors, clumps, stray points far away, many points at the same place. */
const cloudArbitrary: fc.Arbitrary<Place[]> = fc
  .tuple(
    list(within(5000), 1200),
    list(fc.tuple(integer(-4000, 4000), integer(-4000, 4000), fc.constant(-5000)), 1200),
    list(within(60), 900),
    fc.tuple(integer(-1, 1), integer(-1, 1), integer(-1, 1)),
    fc.constantFrom(0, 7000, 3_000_000, 9_000_000),
    fc.constantFrom(0, 0, 350),
  )
  .map(([noise, floor, clump, [dx, dy, dz], distance, same]) => [
    ...noise,
    ...moved([dx * distance, dy * distance, dz * distance], clump),
    ...floor,
    ...Array.from({ length: same }, (): Place => [17, -23, 5]),
  ]);

const fields: NonNullable<MadeCloud['fieldsAt']> = (index, point) => {
  point.intensity = (index * 7919) & 0xffff;
  point.classification = index % 19;
  point.returnNumber = 1 + (index % 3);
  point.returns = 3;
  point.gpsTime = 3e8 + index / 1000;
  [point.red, point.green, point.blue] = [(index * 257) & 0xffff, index & 0xffff, 65_535 - (index & 0xffff)];
};

const made = (points: readonly Place[], options: MadeCloud['options'] = {}): MadeCloud => ({
  points,
  fieldsAt: fields,
  options: { sizes: SMALL, ...options },
});

/** Records as sorted text, to compare without regard to order. */
const sorted = (records: readonly Buffer[]): string[] =>
  records
    .flatMap((all) =>
      Array.from({ length: all.length / RECORD_BYTES }, (_, i) =>
        all.toString('latin1', i * RECORD_BYTES, (i + 1) * RECORD_BYTES),
      ),
    )
    .sort();

async function expectSameRecords(built: TestBuild, nodes: readonly StoredNode[]): Promise<void> {
  const source = await readSource(openLas, path.join(built.folder, '../cloud.las'));
  expect(built.description.points).toBe(source.count);
  const [stored, given] = [sorted(nodes.map(({ records }) => records)), sorted([source.records])];
  expect(stored.length).toBe(given.length);
  expect(stored.every((record, index) => record === given[index])).toBe(true);
}

/** The middle of each cell with points is within 1.5 cells of a point of its level or of those above. */
function expectCoverage({ description: { minimum, rootBits } }: TestBuild, nodes: readonly StoredNode[]): void {
  const deepest = Math.max(...nodes.map(({ node }) => node.level));
  const all = nodes.flatMap(({ node, records }) => placesOf(records).map((place) => ({ level: node.level, place })));
  for (let level = 0; level < deepest; level++) {
    const side = 2 ** (rootBits - level - 7);
    const cellOf = (place: Place) =>
      place.map((value, axis) => Math.floor((value - minimum[axis]!) / side)) as [number, number, number];
    const shown = new Map<string, Place[]>();
    for (const { place } of all.filter((one) => one.level <= level)) {
      const key = cellOf(place).join();
      shown.set(key, [...(shown.get(key) ?? []), place]);
    }
    for (const key of new Set(all.filter((one) => one.level > level).map(({ place }) => cellOf(place).join()))) {
      const cell = key.split(',').map(Number) as [number, number, number];
      const middle = cell.map((value, axis) => (value + 0.5) * side + minimum[axis]!) as [number, number, number];
      const around = [-1, 0, 1].flatMap((dx) =>
        [-1, 0, 1].flatMap((dy) => [-1, 0, 1].map((dz): Place => [dx, dy, dz])),
      );
      const near = around.flatMap((by) => shown.get(cell.map((value, axis) => value + by[axis]!).join()) ?? []);
      if (!near.some((place) => squareBetween(place, middle) <= (1.5 * side) ** 2))
        expect.fail(`level ${level}: no point near cell ${key}`);
    }
  }
}

/** Tiles have the points of their nodes in the same order, with the same positions and values. */
async function expectTiles(built: TestBuild, nodes: readonly StoredNode[]): Promise<void> {
  const frame = openFrame(UTM_32);
  const tiles = await decodedTiles(built);
  const counts = tiles.reduce((sum, { positions }) => sum + positions.length / 3, 0);
  expect(counts).toBe(built.description.points);
  expect(tiles.length).toBe(nodes.length);
  const { root } = JSON.parse(await readFile(path.join(built.folder, 'tiles/tileset.json'), 'utf8')) as {
    root: { transform: Mat4 };
  };
  const byName = new Map<string, StoredNode[]>();
  for (const one of nodes) {
    const name = [one.node.level, ...one.node.cell].join('-');
    byName.set(name, [...(byName.get(name) ?? []), one]);
  }
  const ecef = new Float64Array(3);
  for (const { uri, positions, attribute } of tiles) {
    const own = byName.get(path.basename(uri, '.glb')) ?? [];
    if (own.length !== 1) continue;
    const { records } = own[0]!;
    const [intensities, classes] = [attribute('_INTENSITY')!, attribute('_CLASSIFICATION')!];
    for (const [i, place] of placesOf(records).entries()) {
      frame.toEcef(
        place.map((value, axis) => value * GRID.scale[axis]! + GRID.offset[axis]!),
        ecef,
      );
      const shown = transformPoint(root.transform, [...positions.subarray(3 * i, 3 * i + 3)] as [
        number,
        number,
        number,
      ]);
      const distance = Math.hypot(shown[0] - ecef[0]!, shown[1] - ecef[1]!, shown[2] - ecef[2]!);
      if (!(distance <= 0.001)) expect.fail(`${uri}: point ${i} is ${distance} m away`);
      if (intensities[i] !== records.readUInt16LE(i * RECORD_BYTES + 12)) expect.fail(`${uri}: intensity ${i}`);
      if (classes[i] !== records[i * RECORD_BYTES + 16]) expect.fail(`${uri}: classification ${i}`);
    }
  }
}

async function expectValid({ folder }: TestBuild): Promise<void> {
  const tiles = path.join(folder, 'tiles');
  const findings = await validateTileset(tiles);
  expect(findings.filter(({ severity }) => severity !== 'info')).toEqual([]);
  expect(await khronosErrors(tiles)).toEqual([]);
}

/** Hashes of the files of a store, by their names. */
async function storeHashes({ folder }: TestBuild): Promise<Map<string, string>> {
  const store = path.join(folder, 'store');
  const found = new Map<string, string>();
  for (const name of (await readdir(store)).sort())
    found.set(
      name,
      createHash('md5')
        .update(await readFile(path.join(store, name)))
        .digest('hex'),
    );
  return found;
}

/** Hashes of all tiles, and of each node's bytes, by their names. */
async function hashes({ folder }: TestBuild, nodes: readonly StoredNode[]): Promise<Map<string, string>> {
  const entries = await readdir(path.join(folder, 'tiles'), { recursive: true, withFileTypes: true });
  const found = new Map<string, string>();
  for (const entry of entries.filter((one) => one.isFile())) {
    const file = path.join(entry.parentPath, entry.name);
    found.set(
      path.relative(folder, file),
      createHash('md5')
        .update(await readFile(file))
        .digest('hex'),
    );
  }
  for (const { node } of nodes) found.set(`${node.level}-${node.cell.join('-')}-${node.crc32c}`, String(node.bytes));
  found.set(
    'grid',
    createHash('md5')
      .update(await readFile(path.join(folder, 'store/grid.bin')))
      .digest('hex'),
  );
  return found;
}

describe('a point cloud that is built', () => {
  it('has every point once, keeps the claimed spacing and covers every cell', async () => {
    await fc.assert(
      fc.asyncProperty(cloudArbitrary, (points) =>
        withBuilt(made(points), async (built) => {
          const nodes = await storedNodes(built);
          await expectSameRecords(built, nodes);
          expect(spacingFaults(nodes)).toEqual([]);
          expectCoverage(built, nodes);
          const grid = decodeCountGrid(await readFile(path.join(built.folder, 'store/grid.bin')));
          expect(grid.densities).toEqual(built.description.densities);
        }),
      ),
      { numRuns: 6, endOnFailure: true },
    );
  }, 180_000);

  it('has tiles that are valid and show each point within 1 mm', async () => {
    await fc.assert(
      fc.asyncProperty(cloudArbitrary, (points) =>
        withBuilt(made(points.map(([x, y, z]) => [x % 8_000_000, y % 8_000_000, z % 8_000_000])), async (built) => {
          await expectTiles(built, await storedNodes(built));
          await expectValid(built);
        }),
      ),
      { numRuns: 3, endOnFailure: true },
    );
  }, 180_000);

  it('has the same store to the byte where no tiles are requested, and then no tiles', async () => {
    const points = fc.sample(cloudArbitrary, { numRuns: 1, seed: 4 })[0]!;
    const [both, alone] = await Promise.all(
      [true, false].map((withTiles) =>
        withBuilt(made(points, { threads: 1, withTiles }), async (built) => ({
          store: await storeHashes(built),
          folders: await readdir(built.folder),
        })),
      ),
    );
    expect(alone!.store).toEqual(both!.store);
    expect([both!.folders.sort(), alone!.folders]).toEqual([['store', 'tiles'], ['store']]);
  });

  it('is the same to the byte with one thread and with two', async () => {
    await fc.assert(
      fc.asyncProperty(cloudArbitrary, async (points) => {
        const [one, two] = await Promise.all(
          [1, 2].map((threads) =>
            withBuilt(made(points, { threads }), async (built) => hashes(built, await storedNodes(built))),
          ),
        );
        expect(two).toEqual(one);
      }),
      { numRuns: 3, endOnFailure: true },
    );
  }, 180_000);
});
