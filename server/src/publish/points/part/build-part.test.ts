import { mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  GRID,
  type MadeCloud,
  type Place,
  placesOf,
  storedNodes,
  type TestBuild,
  withBuilt,
} from '../testing/built-cloud.ts';
import { writeMadeLas } from '../testing/made-las.ts';
import { UTM_32 } from '../testing/utm-32.ts';
import type { BuildSizes } from '../build/build-sizes.ts';
import { pinOf } from '../build/pinned-cloud.ts';
import { buildPart } from './build-part.ts';

/** Few points make many tiles. */
const SMALL: BuildSizes = { chunkPoints: 4000, leafPoints: 300, absorbedPoints: 60, nodePoints: 4000 };

/** A rough ground of 200 × 200 places, millimetres. */
const GROUND = Array.from({ length: 40_000 }, (_, i): Place => {
  const [column, row] = [i % 200, Math.floor(i / 200)];
  return [column * 100 + (i % 7), row * 100 + (i % 11), (i * 31) % 400];
});
/** A tenth of it, scanned anew 5 mm higher. */
const ANEW = GROUND.filter(([x, y]) => x < 6300 && y < 6300).map(([x, y, z]): Place => [x, y, z + 5]);

const fieldsAt: MadeCloud['fieldsAt'] = (index, point) => {
  Object.assign(point, { intensity: index & 0xfff, classification: 1 + (index % 3), gpsTime: index / 8 });
};

/** Builds the ground, and then a part of it. */
const withPart = <T>(look: (part: TestBuild, base: TestBuild) => Promise<T>): Promise<T> =>
  withBuilt({ points: GROUND, fieldsAt, options: { sizes: SMALL } }, async (base) => {
    const [outFolder, file] = [path.join(base.folder, 'part'), path.join(base.folder, 'part.las')];
    mkdirSync(outFolder);
    const pointAt: MadeCloud['fieldsAt'] = (index, point) => {
      [point.x, point.y, point.z] = ANEW[index]!;
      fieldsAt(index, point);
    };
    await writeMadeLas(file, { points: ANEW.length, ...GRID, pointAt });
    const [pin, store] = [pinOf(base.description), path.join(base.folder, 'store')];
    const built = await buildPart({
      files: [{ path: file, name: 'part.las' }],
      rules: { frame: UTM_32, grid: GRID, reprojectedFrom: null },
      base: { pin, store, name: 'the capture of 2026-03-14', points: GROUND.length },
      within: null,
      pin,
      baseStore: store,
      outFolder,
      workFolder: base.folder,
      sizes: SMALL,
      threads: 3,
    });
    return look({ ...built, folder: outFolder }, base);
  });

const recordsOf = async (built: TestBuild) => (await storedNodes(built)).map(({ records }) => records);
const tilesOf = ({ folder }: TestBuild) =>
  (readdirSync(path.join(folder, 'tiles'), { recursive: true }) as string[]).filter((name) => name.endsWith('.glb'));

describe('a build of a part', () => {
  it('keeps every bit of the points around it, and shares their tiles', () =>
    withPart(async (part, base) => {
      const isAnew = ([x, y]: Place) => x < 6300 && y < 6300;
      const around = (records: readonly Buffer[]) =>
        records
          .flatMap((all) =>
            placesOf(all).map((place, i) => ({ place, record: all.toString('hex', i * 36, i * 36 + 36) })),
          )
          .filter(({ place: [x, y] }) => x > 6500 || y > 6500)
          .map(({ record }) => record)
          .sort();
      const [before, after] = [await recordsOf(base), await recordsOf(part)];
      expect(around(after)).toEqual(around(before));
      const here = after.flatMap(placesOf).filter(isAnew);
      expect(new Set(here.map(String))).toEqual(new Set(ANEW.map(String)));
      const known = new Set(tilesOf(base));
      const all = tilesOf(part);
      expect(all.filter((name) => known.has(name)).length / all.length).toBeGreaterThan(0.75);
      expect(part.warnings[0]).toMatch(
        /^Of the capture of 2026-03-14 3\d,\d{3} points were kept and [34],\d{3} replaced; 3,969 were added\.$/,
      );
    }));
});
