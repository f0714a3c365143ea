import { createHash } from 'node:crypto';
import { mkdtemp, readFile, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Database } from '@overlook/db';
import { cadFacets, cadItems, externalSources } from '@overlook/db/schema';
import { openMemoryDatabase } from '@overlook/db/testing';
import { enuFrame, transformPoint } from '@overlook/shared/maths';
import { eq } from 'drizzle-orm';
import { importSite } from '../publish/import/import-site.ts';
import { khronosErrors } from '../publish/testing/khronos-errors.ts';
import { validateTileset } from '../publish/testing/strict/validate-tileset.ts';
import { terrainHeight } from './ground/terrain.ts';
import { extentOf, evaluate, newSample } from './geometry/patch.ts';
import { type DemoSite, generateDemo } from './generate-demo.ts';
import { createExternalMetadata } from '../services/external-metadata.ts';
import { systemClock } from '../services/clock.ts';
import { describeSite } from './plant/sites.ts';
import { createDemoSources } from './sources/demo-sources.ts';
import { buildSite } from './work/build-site.ts';
import { WorkerPool } from './work/pool.ts';
import { surfaceDistance } from './testing/surface-distance.ts';

const SCALE = 0.01;
const TWO_BUILDS_MS = 240_000;

let folder: string;
let sites: DemoSite[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'overlook-demo-'));
  sites = await generateDemo({ outDir: join(folder, 'two'), scale: SCALE, workers: 2 });
}, TWO_BUILDS_MS);

afterAll(() => rm(folder, { recursive: true, force: true }));

const filesBelow = async (at: string): Promise<string[]> =>
  (await readdir(at, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();

const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

async function fingerprint(at: string): Promise<string> {
  const hash = createHash('sha256');
  for (const file of await filesBelow(at)) hash.update(relative(at, file)).update(await readFile(file));
  return hash.digest('hex');
}

type Point = [number, number, number];

/** Points of a quantized pnts file, ENU metres. */
function pointsOf(file: Buffer): Point[] {
  const jsonLength = file.readUInt32LE(12);
  const table = JSON.parse(file.toString('utf8', 28, 28 + jsonLength));
  const { QUANTIZED_VOLUME_OFFSET: low, QUANTIZED_VOLUME_SCALE: size } = table;
  return Array.from({ length: table.POINTS_LENGTH as number }, (_, i): Point => {
    const at = (axis: number) =>
      low[axis] + (file.readUInt16LE(28 + jsonLength + (3 * i + axis) * 2) / 65535) * size[axis];
    return [at(0), at(1), at(2)];
  });
}

/** Vertices of a glb, turned from y-up back to ENU metres. */
function verticesOf(file: Buffer): Point[] {
  const jsonLength = file.readUInt32LE(12);
  const { accessors, bufferViews } = JSON.parse(file.toString('utf8', 20, 20 + jsonLength));
  const start = 28 + jsonLength + bufferViews[accessors[0].bufferView].byteOffset;
  return Array.from({ length: accessors[0].count as number }, (_, i): Point => {
    const at = (axis: number) => file.readFloatLE(start + 4 * (3 * i + axis));
    return [at(0), -at(2), at(1)];
  });
}

/** The batch table of a b3dm. */
function batchTableOf(file: Buffer): { id: number[]; path: string[] } {
  const [featureJson, featureBinary, batchJson] = [12, 16, 20].map((at) => file.readUInt32LE(at));
  const start = 28 + featureJson! + featureBinary!;
  return JSON.parse(file.toString('utf8', start, start + batchJson!));
}

/** The points that are more than 5 mm away from every surface and from the ground of the harbour. */
function offSurface(points: readonly Point[]): Point[] {
  const plant = describeSite('harbour-tank-farm');
  const at = newSample();
  const surfaces = plant.parts.flatMap((part) =>
    part.patches.map((patch) => {
      const { lengthU, lengthV } = extentOf(patch);
      evaluate(patch, 0.5, 0.5, at);
      return { patch, x: at[0]!, y: at[1]!, reach: lengthU + lengthV + 0.1 };
    }),
  );
  return points.filter((point) => {
    const [x, y, z] = point;
    if (Math.abs(z - terrainHeight(plant, x, y)) < 0.005) return false;
    return !surfaces.some((s) => Math.hypot(s.x - x, s.y - y) < s.reach && surfaceDistance(s.patch, point) < 0.005);
  });
}

describe('the generated demo', () => {
  it('offers both sites with their layers', () => {
    expect(sites.map(({ slug, layers }) => [slug, Object.keys(layers).sort()])).toEqual([
      ['ridgeway', ['cad', 'points', 'shaded', 'textured']],
      ['harbour-tank-farm', ['points', 'textured']],
    ]);
  });

  it('passes strict validation in every layer', { timeout: TWO_BUILDS_MS }, async () => {
    for (const { layers } of sites.flatMap((site) => [site, ...site.earlier])) {
      for (const layer of Object.values(layers)) {
        expect(
          (await validateTileset(layer)).filter(({ severity }) => severity === 'error'),
          layer,
        ).toEqual([]);
      }
    }
  });

  it('makes the captures of Ridgeway in folders of their own', () => {
    const days = sites.map(({ takenOn, earlier }) => [...earlier, { takenOn }].map((capture) => capture.takenOn));
    expect(days).toEqual([['2026-03-14', '2026-09-26'], [null]]);
    const [{ layers, earlier }] = sites as [DemoSite];
    const folders = [layers, earlier[0]!.layers].flatMap((one) => Object.values(one));
    expect(new Set(folders).size).toBe(8);
  });

  it('takes from the newest capture only what is the same to the byte', { timeout: TWO_BUILDS_MS }, async () => {
    const taken = sites[0]!.earlier[0]!;
    const outDir = join(folder, 'alone');
    const pool = new WorkerPool(2);
    const request = { slug: 'ridgeway', takenOn: taken.takenOn, scale: SCALE, detail: 'full', outDir } as const;
    const alone = await buildSite(pool, request, null, () => {}).finally(() => pool.destroy());
    expect(taken.totals).toEqual(alone.totals);
    for (const [layer, at] of Object.entries(alone.layers))
      expect(await fingerprint(taken.layers[layer as keyof typeof taken.layers]!), layer).toBe(await fingerprint(at));
    const bytesOf = (files: readonly string[]) =>
      Promise.all(files.map(async (file) => digestOf(await readFile(file))));
    expect(await bytesOf(taken.cloudFiles)).toEqual(await bytesOf(alone.cloudFiles));
    // The captures differ, and most of their tiles are one file on the disk.
    const files = await filesBelow(taken.layers.textured!);
    const shared = (await Promise.all(files.map(async (file) => (await stat(file)).nlink > 1))).filter(Boolean);
    expect(shared.length / files.length).toBeGreaterThan(0.5);
    expect(shared.length).toBeLessThan(files.length);
  });

  it('has only glTF without errors, by the validator of Khronos', async () => {
    expect(await khronosErrors(join(folder, 'two'))).toEqual([]);
  });

  it('is the same to the byte with one worker', { timeout: TWO_BUILDS_MS }, async () => {
    const slug = 'harbour-tank-farm';
    await generateDemo({ outDir: join(folder, 'one'), scale: SCALE, workers: 1, slugs: [slug] });
    expect(await fingerprint(join(folder, 'one', slug))).toBe(await fingerprint(join(folder, 'two', slug)));
  });

  it('puts every laser point within 5 mm of a described surface', async () => {
    const files = (await filesBelow(sites[1]!.layers.points!)).filter((file) => file.endsWith('.pnts'));
    const points = (await Promise.all(files.map(async (file) => pointsOf(await readFile(file))))).flat();
    expect(offSurface(points.filter((_, i) => i % 29 === 0))).toEqual([]);
  });

  it('has the laser points of Ridgeway also as files, each once, and none of the other site', async () => {
    const [ridgeway, harbour] = sites as [DemoSite, DemoSite];
    expect(harbour.cloudFiles).toEqual([]);
    const inTiles = new Set<string>();
    const rough = (point: readonly number[]) => point.map((value) => Math.round(value * 20)).join();
    for (const file of (await filesBelow(ridgeway.layers.points!)).filter((one) => one.endsWith('.pnts')))
      for (const point of pointsOf(await readFile(file))) inTiles.add(rough(point));
    let points = 0;
    let found = 0;
    for (const file of ridgeway.cloudFiles) {
      const bytes = await readFile(file);
      for (let at = bytes.readUInt32LE(96); at < bytes.length; at += 36) {
        points++;
        if (inTiles.has(rough([0, 4, 8].map((field) => bytes.readInt32LE(at + field) / 1000)))) found++;
      }
    }
    expect(points).toBe(ridgeway.totals.points!.elements);
    // The rest are where the two computations round to different cells.
    expect(found / points).toBeGreaterThan(0.9);
  });

  it('puts every vertex within 5 mm of a described surface', async () => {
    const files = (await filesBelow(sites[1]!.layers.textured!)).filter((file) => /4_\d+_\d+\.glb$/.test(file));
    const vertices = (await Promise.all(files.map(async (file) => verticesOf(await readFile(file))))).flat();
    // On the dunes, tiles have skirts below the ground; within the plant only surfaces are drawn.
    const above = vertices.filter(([x, y, z], i) => z > -0.3 && Math.abs(x) < 80 && Math.abs(y) < 64 && i % 97 === 0);
    expect(above.length).toBeGreaterThan(100);
    expect(offSurface(above)).toEqual([]);
  });

  describe('the object tree of the project layer', () => {
    let database: Database;
    beforeAll(async () => {
      database = await openMemoryDatabase();
      const [{ slug, name, layers }] = sites as [DemoSite];
      await importSite(
        { db: database.db, filesDir: join(folder, 'files') },
        { slug, name, layers: { cad: layers.cad }, origin: sites[0]!.origin },
      );
    }, TWO_BUILDS_MS);
    afterAll(() => database.close());

    it('names the features of the tiles: file, database and tileset agree on every id, name and path', async () => {
      const inTiles = new Map<number, string>();
      for (const file of (await filesBelow(sites[0]!.layers.cad!)).filter((one) => one.endsWith('.b3dm'))) {
        const { id, path } = batchTableOf(await readFile(file));
        for (const [i, one] of id.entries()) {
          expect(inTiles.get(one) ?? path[i]).toBe(path[i]);
          inTiles.set(one, path[i]!);
        }
      }
      const lines = (await readFile(join(sites[0]!.layers.cad!, 'tree.jsonl'), 'utf8')).trim().split('\n').slice(1);
      const inFile = lines.map((line) => JSON.parse(line) as { featureId: number | null; name: string });
      const rows = await database.db.select().from(cadItems).orderBy(cadItems.id);
      expect(rows).toHaveLength(describeSite('ridgeway').nodes.length);
      const stored = rows.flatMap(({ batchId, path }) => (batchId === null ? [] : [[batchId, path] as const]));
      const byId = (a: readonly [number, string], b: readonly [number, string]) => a[0] - b[0];
      expect(stored.length).toBeGreaterThanOrEqual(3000);
      expect(stored.sort(byId)).toEqual([...inTiles].sort(byId));
      const named = (list: readonly { id: number | null; name: string }[]) =>
        list
          .filter(({ id }) => id !== null)
          .map(({ id, name }) => `${id} ${name}`)
          .sort();
      expect(named(inFile.map(({ featureId, name }) => ({ id: featureId, name })))).toEqual(
        named(rows.map(({ batchId, name }) => ({ id: batchId, name }))),
      );
    });

    it('is at least six levels deep and has positions of the things', async () => {
      const path =
        'Ridgeway Gas Plant/Unit 200 Storage/Unit 200 Equipment/T-103 Slops/T-103 Shell/T-103 Identification band';
      const [band] = await database.db.select().from(cadItems).where(eq(cadItems.path, path));
      const [x, y, z, ...size] = band!.box!;
      const [east, north] = transformPoint(enuFrame(sites[0]!.origin).enuFromEcef, [x!, y!, z!]);
      const [truth] = describeSite('ridgeway').nodes.filter((node) => node.name === 'T-103 Identification band');
      expect(band!.batchId).toBe(truth!.id);
      expect([east, size[0]].map((value) => Math.round(value!))).toEqual([-54, 19]);
      expect(Number.isFinite(north)).toBe(true);
    });

    it('has tabs, values to colour by, and tags that answer in two sources', async () => {
      const [column] = await database.db.select().from(cadItems).where(eq(cadItems.name, 'C-103 Stabiliser'));
      expect(column!.metadata['Item']).toMatchObject({ Type: 'Column', GUID: column!.guid });
      expect(Object.keys(column!.metadata)).toEqual(['Item', 'Design', 'Construction']);
      const facets = await database.db.selectDistinct({ property: cadFacets.property }).from(cadFacets);
      expect(facets.map(({ property }) => property)).toEqual(
        expect.arrayContaining(['Discipline', 'System', 'Status', 'Insulation', 'Material', 'Type']),
      );
      const rows = await database.db.select().from(externalSources);
      const demoSources = createDemoSources();
      const external = createExternalMetadata({
        clock: systemClock,
        log: { warn: vi.fn() },
        demoUrl: () => demoSources.url(),
      });
      for (const [sourceId, tag] of column!.externalTags) {
        const source = rows.find((row) => row.id === sourceId)!;
        const answer = await external.ask(source, tag);
        expect(Object.keys(answer)).toEqual(
          source.name === 'Maintenance' ? ['Asset', 'Inspection', 'Work orders'] : ['PT-103', 'TT-103', 'LT-103'],
        );
        expect(await external.ask(source, 'X-999')).toEqual({});
      }
      expect(column!.externalTags).toHaveLength(2);
      await demoSources.close();
      await demoSources.close();
    });
  });

  it('refuses a scale outside its range', async () => {
    await expect(generateDemo({ outDir: folder, scale: 0 })).rejects.toThrow(RangeError);
  });

  it('stops when its signal is aborted', async () => {
    await expect(
      generateDemo({ outDir: join(folder, 'stopped'), scale: SCALE, signal: AbortSignal.abort() }),
    ).rejects.toThrow();
  });
});
