import { existsSync, readdirSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { eq } from 'drizzle-orm';
import type { Database } from '@overlook/db';
import { models, sites } from '@overlook/db/schema';
import { openMemoryDatabase } from '@overlook/db/testing';
import {
  distance,
  ecefToLla,
  enuFrame,
  filledShare,
  llaToEcef,
  poseOfCamera,
  transformPoint,
  viewExtent,
} from '@overlook/shared/maths';
import { bookmarkSchema, modelListSchema } from '@overlook/shared/schemas';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ImportProgress, type ImportRequest, importSite } from './import-site.ts';
import { deleteSite, listSites } from './store/stored-sites.ts';
import { sweepImports } from './store/sweep-imports.ts';
import { fullAfter } from './testing/full-disk.ts';
import { aB3dm, aFolder, aGlb, aGlbOf, aRoot, aTileset, aTriangle, UNIT_BOX } from './testing/made-tiles.ts';
import { madeZip } from './testing/made-zip.ts';
import { hasSample, sample } from './testing/sample-data.ts';
import { MODEL_FILES_URL } from './store/version-folders.ts';

let database: Database;
let filesDir: string;
const folders: string[] = [];
beforeAll(async () => {
  database = await openMemoryDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  filesDir = await mkdtemp(path.join(tmpdir(), 'overlook-files-'));
  folders.push(filesDir);
});
afterEach(async () => {
  await database.db.delete(sites);
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

async function source(
  files: Parameters<typeof aFolder>[0] = { 'tileset.json': aTileset(), 'tile.b3dm': aB3dm() },
): Promise<string> {
  const folder = await aFolder(files);
  folders.push(folder);
  return folder;
}
const run = (request: ImportRequest, more: object = {}) => importSite({ db: database.db, filesDir, ...more }, request);
const onDisk = (filepath: string) =>
  path.join(filesDir, 'models', ...decodeURIComponent(filepath.slice(MODEL_FILES_URL.length)).split('/'));
/** All paths below the folder of files, to check that nothing remains. */
const leftovers = () =>
  readdirSync(filesDir, { recursive: true })
    .map(String)
    .filter((name) => name !== 'models');
const storedModels = () => database.db.select().from(models);
const withoutPlace = () => source({ 'tileset.json': aTileset(aRoot({ transform: undefined })), 'tile.b3dm': aB3dm() });

describe('importing a site', () => {
  it('stores the files, their compressed forms, and the rows', async () => {
    const text = {
      'tileset.json': aTileset(aRoot(), { extras: { note: 'x'.repeat(2000) } }),
      'tile.b3dm': aB3dm(),
      'notes.txt': Buffer.from('private'),
    };
    const result = await run({
      slug: 'north-plant',
      name: 'Nord — 北',
      description: 'Größe',
      layers: { textured: await source(text) },
    });
    const [layer] = result.layers;
    expect(layer!.filepath).toMatch(/^\/api\/files\/models\/north-plant\/textured\/[0-9a-z-]+\/tileset\.json$/);
    const file = onDisk(layer!.filepath);
    const plain = await readFile(file);
    expect(gunzipSync(await readFile(`${file}.gz`))).toEqual(plain);
    expect(brotliDecompressSync(await readFile(`${file}.br`))).toEqual(plain);
    expect(readdirSync(path.dirname(file)).sort()).toEqual([
      'tile.b3dm',
      'tile.b3dm.br',
      'tile.b3dm.gz',
      'tileset.json',
      'tileset.json.br',
      'tileset.json.gz',
    ]);
    expect(readdirSync(path.dirname(path.dirname(file)))).toEqual([path.basename(path.dirname(file))]);
    const [site] = await database.db.select().from(sites);
    expect(site).toMatchObject({ slug: 'north-plant', name: 'Nord — 北', description: 'Größe' });
    expect(bookmarkSchema.parse(site!.data.meta.homeBookmark)).toEqual(site!.data.meta.homeBookmark);
    expect(site!.data.meta.origin).toEqual(result.ground);
    const stored = llaToEcef(result.ground);
    expect(ecefToLla(stored).longitude).toBeCloseTo(138.49, 1);
    expect(await listSites(database.db)).toMatchObject([
      { slug: 'north-plant', layers: [{ layer: 'textured', filepath: layer!.filepath }] },
    ]);
  });

  it('serves names with spaces and other alphabets under encoded addresses', async () => {
    const folder = await source({
      'Anlage ä 漢字.json': aTileset(aRoot({ content: { uri: 'Modell ö/Kachel 1.b3dm' } })),
      'Modell ö/Kachel 1.b3dm': aB3dm(),
    });
    const { layers } = await run({ slug: 'a', layers: { cad: path.join(folder, 'Anlage ä 漢字.json') } });
    expect(layers[0]!.filepath).toMatch(/\/Anlage%20%C3%A4%20%E6%BC%A2%E5%AD%97\.json$/);
    expect(existsSync(onDisk(layers[0]!.filepath))).toBe(true);
    expect(existsSync(path.join(path.dirname(onDisk(layers[0]!.filepath)), 'Modell ö', 'Kachel 1.b3dm'))).toBe(true);
  });

  it('wraps a single tile', async () => {
    const folder = await source({ 'my model #1.glb': aGlb({ size: 2 }) });
    const at = { longitude: 10, latitude: 50, height: 100, headingDeg: 90 };
    const { layers, ground } = await run({ slug: 'a', at, layers: { shaded: path.join(folder, 'my model #1.glb') } });
    const list = modelListSchema.parse(JSON.parse(await readFile(onDisk(layers[0]!.filepath), 'utf8')));
    expect(layers[0]!.filepath).toMatch(/\/models\.json$/);
    expect(ground).toEqual({ longitude: 10, latitude: 50, height: 100 });
    const tileset = JSON.parse(
      await readFile(path.join(path.dirname(onDisk(layers[0]!.filepath)), list[0]!.CesiumOptions.url), 'utf8'),
    );
    expect(tileset.root.boundingVolume.box).toEqual([1, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 1]);
    expect(decodeURIComponent(tileset.root.content.uri)).toBe('my model #1.glb');
    const [x, y, z] = llaToEcef(at);
    expect(list[0]!.position).toEqual({ x, y, z });
    expect(list[0]!.orientation).toEqual({ heading: Math.PI / 2, pitch: 0, roll: 0 });
  });

  it('takes a 3D Tiles archive as the folder that is in it, and names it where that is refused', async () => {
    const files = [
      { name: 'tileset.json', bytes: Buffer.from(JSON.stringify(aTileset())), method: 8 },
      { name: 'tile.b3dm', bytes: aB3dm(), method: 8 },
    ];
    const archiveOf = async (made: typeof files) =>
      path.join(await source({ 'plant.3tz': Buffer.from(madeZip(made)) }), 'plant.3tz');
    const seen: ImportProgress[] = [];
    const { layers } = await run(
      { slug: 'a', layers: { points: await archiveOf(files) } },
      { onProgress: (progress: ImportProgress) => seen.push(progress) },
    );
    const folder = path.dirname(onDisk(layers[0]!.filepath));
    expect(await readFile(path.join(folder, 'tile.b3dm'))).toEqual(aB3dm());
    expect(seen[0]).toMatchObject({ phase: 'unpacking', layer: 'points' });
    const stored = leftovers();
    expect(stored.filter((name) => name.startsWith('converting'))).toEqual([]);
    const archive = await archiveOf(files.slice(0, 1));
    await expect(run({ slug: 'b', layers: { cad: archive } })).rejects.toThrow('“tile.b3dm” does not exist.');
    await expect(run({ slug: 'b', layers: { cad: await archiveOf(files.slice(1)) } })).rejects.toThrow(
      'plant.3tz: It has no file tileset.json.',
    );
    await expect(run({ slug: 'b', layers: { textured: '/nowhere/plant.3tz' } })).rejects.toThrow('does not exist.');
    expect(leftovers()).toEqual(stored);
  });

  it('reports faults that do not prevent drawing', async () => {
    const { json, bin } = aTriangle();
    const folder = await source({ 'a.glb': aGlbOf({ ...json, images: [{ uri: 'photo.jpg' }] }, bin) });
    const at = { longitude: 10, latitude: 50, height: 100 };
    const { warnings } = await run({ slug: 'a', at, layers: { shaded: path.join(folder, 'a.glb') } });
    expect(warnings).toEqual([
      'a.glb, glTF.images[0].uri: names “photo.jpg”, which does not exist. The model is shown without this picture.',
    ]);
  });

  it('reports progress to the end', async () => {
    const seen: ImportProgress[] = [];
    await run(
      { slug: 'a', layers: { textured: await source() } },
      { onProgress: (progress: ImportProgress) => seen.push(progress) },
    );
    expect(new Set(seen.map(({ phase }) => phase))).toEqual(new Set(['checking', 'copying', 'registering']));
    const copied = seen.findLast(({ phase }) => phase === 'copying')!;
    expect(copied.done).toBe(copied.total);
  });

  it.runIf(hasSample('cookie-factory'))('places the cookie factory, and refuses it without a place', async () => {
    const layers = { textured: sample('cookie-factory') };
    await expect(run({ slug: 'a', layers })).rejects.toThrow(
      /tileset\.json, root: has no position on the earth\. Give its position with --at/,
    );
    const { layers: stored } = await run({ slug: 'a', at: { longitude: -75, latitude: 40, height: 12 }, layers });
    expect(stored[0]!.facts.triangles).toBe(139_714);
    const [site] = await database.db.select().from(sites);
    expect(site!.data.meta.origin).toEqual({ longitude: -75, latitude: 40, height: 12 });
  });
});

describe('position', () => {
  it('is not replaced without a request', async () => {
    const at = { longitude: 10, latitude: 50, height: 100 };
    const layers = { textured: await source() };
    await expect(run({ slug: 'a', at, layers })).rejects.toThrow('has a position of its own');
    const moved = await run({ slug: 'a', at, replacePosition: true, layers });
    const folder = path.dirname(onDisk(moved.layers[0]!.filepath));
    const { root } = JSON.parse(await readFile(path.join(folder, 'tileset.json'), 'utf8')) as {
      root: { transform: number[] };
    };
    expect(Math.hypot(root.transform[12]!, root.transform[13]!, root.transform[14]!)).toBeLessThan(2);
    expect(moved.ground).toEqual(at);
  });

  it('of regions cannot be replaced', async () => {
    const region = aRoot({ boundingVolume: { region: [2.41, -0.61, 2.42, -0.6, 0, 10] } });
    const layers = { textured: await source({ 'tileset.json': aTileset(region), 'tile.b3dm': aB3dm() }) };
    const at = { longitude: 10, latitude: 50, height: 100 };
    await expect(run({ slug: 'a', at, replacePosition: true, layers })).rejects.toThrow('regions of the globe');
  });

  it('comes from a models.json, which is kept and put into one form', async () => {
    const [x, y, z] = llaToEcef({ longitude: 10, latitude: 50, height: 100 });
    const list = [{ CesiumOptions: { url: 'b c/tileset.json' }, position: [x, y, z] }];
    const root = aRoot({ transform: undefined });
    const folder = await source({ 'models.json': list, 'b c/tileset.json': aTileset(root), 'b c/tile.b3dm': aB3dm() });
    const { layers, ground } = await run({ slug: 'a', layers: { points: folder } });
    expect(ground.height).toBeCloseTo(100, 6);
    const stored = modelListSchema.parse(JSON.parse(await readFile(onDisk(layers[0]!.filepath), 'utf8')));
    expect(stored).toEqual([{ CesiumOptions: { url: 'b c/tileset.json' }, position: { x, y, z } }]);
  });

  it.each([
    [[{ CesiumOptions: { url: 'x.json' } }], '[0].CesiumOptions.url: “x.json” does not exist'],
    [[{ CesiumOptions: { url: '../x.json' } }], 'leads out of the folder'],
    [[{ CesiumOptions: { url: 'tileset.json' } }], '[0].CesiumOptions.url: has no position on the earth'],
    [[{ CesiumOptions: {} }], '[0].CesiumOptions.url: is missing'],
    [[], 'lists no model'],
    [[{ CesiumOptions: { url: 'placed.json' }, position: [6e6, 0, 0] }], 'has one of its own already'],
  ])('is checked in %j', async (list, reason) => {
    const folder = await source({
      'models.json': list,
      'tileset.json': aTileset(aRoot({ transform: undefined })),
      'placed.json': aTileset(),
      'tile.b3dm': aB3dm(),
    });
    await expect(run({ slug: 'a', layers: { textured: folder } })).rejects.toThrow(reason);
    expect(leftovers()).toEqual([]);
  });
});

describe('the home view', () => {
  const at = { longitude: 10, latitude: 50, height: 100 };
  /** Corners of the placed `aGlb` of a size: east and up. */
  const corners = (size: number) => {
    const { toEcef } = enuFrame(at);
    return [
      [0, 0],
      [size, 0],
      [0, size],
    ].map(([east, up]) => transformPoint(toEcef, [east!, 0, up!]));
  };
  const homeOf = async () => {
    const [site] = await database.db.select().from(sites);
    return poseOfCamera(site!.data.meta.homeBookmark!);
  };
  const shareOf = async (size: number) => filledShare(await homeOf(), corners(size), viewExtent(60, 1440 / 900))!;
  const glb = async (size: number) => path.join(await source({ 'a.glb': aGlb({ size }) }), 'a.glb');

  it.each([1, 20, 10_000])('is filled by a model of %i m, from above the ground', async (size) => {
    await run({ slug: 'a', at, layers: { textured: await glb(size) } });
    const { width, height, outermost } = await shareOf(size);
    expect(outermost).toBeLessThanOrEqual(0.95);
    expect(Math.max(width, height)).toBeGreaterThan(0.6);
    expect(ecefToLla((await homeOf()).position).height).toBeGreaterThan(100);
  });

  it('is that of the contents, not of the volumes', async () => {
    const root = aRoot({ transform: undefined, boundingVolume: { sphere: [0, 0, 0, 20_000] } });
    const folder = await source({ 'tileset.json': aTileset(root), 'tile.b3dm': aB3dm() });
    const { ground } = await run({ slug: 'a', at, layers: { textured: folder } });
    expect(ground).toEqual(at);
    expect(Math.max((await shareOf(1)).width, (await shareOf(1)).height)).toBeGreaterThan(0.6);
  });

  it('is kept for layers that it still shows, and drawn again for others', async () => {
    await run({ slug: 'a', at, layers: { textured: await glb(20) } });
    const first = await homeOf();
    await run({ slug: 'a', at, replace: true, layers: { textured: await glb(21) } });
    expect(await homeOf()).toEqual(first);
    await run({ slug: 'a', at, layers: { shaded: await glb(2000) } });
    expect(await homeOf()).toEqual(first);
    await run({ slug: 'a', at, replace: true, layers: { textured: await glb(2000), shaded: await glb(2000) } });
    expect((await shareOf(2000)).outermost).toBeLessThanOrEqual(0.95);
  });

  it.each([
    [{ x: 1, y: 2, z: 3 }, 'models.json, [0].position: is nowhere on the Earth: 0 km from the centre of the Earth.'],
    [{ x: 5e6, y: 5e6, z: 5e6 }, '[0].position: is nowhere on the Earth: 2,289 km above the ground.'],
  ])('is not made for a model at %j, which is refused', async (position, reason) => {
    const list = [{ CesiumOptions: { url: 'tileset.json' }, position }];
    const root = aRoot({ transform: undefined });
    const folder = await source({ 'models.json': list, 'tileset.json': aTileset(root), 'tile.b3dm': aB3dm() });
    await expect(run({ slug: 'a', layers: { textured: folder } })).rejects.toThrow(reason);
    expect(await listSites(database.db)).toEqual([]);
  });

  it('is not made for a model that is far from its place', async () => {
    const root = aRoot({ transform: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 500_000, 5_400_000, 100, 1] });
    const folder = await source({ 'tileset.json': aTileset(root), 'tile.b3dm': aB3dm() });
    await expect(run({ slug: 'a', at, layers: { textured: folder } })).rejects.toThrow(
      /tileset\.json, root: puts the model nowhere on the Earth: [\d,]+ km above the ground/,
    );
  });
});

describe('the remains of a failed import', () => {
  const bad = () => source({ 'tileset.json': aTileset() });

  it('are none when any layer is bad', async () => {
    const layers = { textured: await source(), cad: await bad() };
    await expect(run({ slug: 'a', layers })).rejects.toMatchObject({
      file: 'tileset.json',
      place: 'root.content.uri',
      reason: '“tile.b3dm” does not exist.',
    });
    expect(leftovers()).toEqual([]);
    expect(await listSites(database.db)).toEqual([]);
  });

  it.each([0, 1, 2, 4, 5])('are none when the disk is full after %i files', async (writes) => {
    const layers = { textured: await source(), cad: await source() };
    await expect(run({ slug: 'a', layers }, { fs: fullAfter(writes) })).rejects.toThrow('ENOSPC');
    expect(leftovers()).toEqual([]);
    expect(await listSites(database.db)).toEqual([]);
  });

  it('are none when it is cancelled, at any moment', async () => {
    const layers = { textured: await source(), cad: await source() };
    for (const phase of ['checking', 'copying', 'registering']) {
      const controller = new AbortController();
      let isSeen = false;
      const onProgress = (progress: ImportProgress) => {
        isSeen ||= progress.phase === phase;
        if (isSeen) controller.abort();
      };
      const tried = run({ slug: 'a', layers }, { signal: controller.signal, onProgress });
      // Once it registers it is too late to cancel.
      if (phase === 'registering') await expect(tried).resolves.toBeTruthy();
      else {
        await expect(tried).rejects.toThrow('aborted');
        expect(leftovers()).toEqual([]);
      }
    }
  });

  it('is the old version when a replacement fails', async () => {
    const first = await run({ slug: 'a', layers: { textured: await source() } });
    const before = leftovers();
    await expect(run({ slug: 'a', replace: true, layers: { textured: await bad() } })).rejects.toThrow(
      'does not exist',
    );
    await expect(
      run({ slug: 'a', replace: true, layers: { textured: await source() } }, { fs: fullAfter(2) }),
    ).rejects.toThrow('ENOSPC');
    expect(leftovers()).toEqual(before);
    expect((await storedModels()).map(({ filepath }) => filepath)).toEqual([first.layers[0]!.filepath]);
  });

  it('is swept by the next one when the process died before it was registered', async () => {
    const { layers } = await run({ slug: 'a', layers: { textured: await source() } });
    const version = path.dirname(onDisk(layers[0]!.filepath));
    await database.db.delete(sites);
    const elsewhere = path.join(path.dirname(version), 'kept-by-hand');
    await writeFile(elsewhere, '');
    const part = path.join(filesDir, 'models', 'b', 'cad', 'mwqma9uj-554509a98fa7.part');
    await mkdir(part, { recursive: true });
    await writeFile(
      part.replace('.part', '.owner'),
      JSON.stringify({ pid: 2 ** 22 + 1, host: hostname(), startedAt: Date.now() }),
    );
    const removed = await sweepImports({ db: database.db, filesDir });
    expect(removed.sort()).toEqual([
      path.join('models', 'a', 'textured', path.basename(version)),
      path.join('models', 'b', 'cad', 'mwqma9uj-554509a98fa7'),
    ]);
    expect(existsSync(version)).toBe(false);
    expect(existsSync(elsewhere)).toBe(true);
    expect(existsSync(path.join(filesDir, 'models', 'b'))).toBe(false);
  });

  it('is kept while its process is running', async () => {
    const part = path.join(filesDir, 'models', 'b', 'cad', 'mwqma9uj-554509a98fa7.part');
    await mkdir(part, { recursive: true });
    await writeFile(
      part.replace('.part', '.owner'),
      JSON.stringify({ pid: process.pid, host: hostname(), startedAt: Date.now() }),
    );
    expect(await sweepImports({ db: database.db, filesDir })).toEqual([]);
    expect(existsSync(part)).toBe(true);
  });
});

describe('an existing site', () => {
  it('gains a layer, and keeps name, place and other data', async () => {
    const first = await run({ slug: 'a', name: 'Plant', description: 'Big', layers: { textured: await source() } });
    const at = { longitude: 10, latitude: 50, height: 100 };
    const second = await run({ slug: 'a', at, layers: { cad: await withoutPlace() } });
    expect(second.isNewSite).toBe(false);
    const [site] = await database.db.select().from(sites);
    expect(site).toMatchObject({ name: 'Plant', description: 'Big' });
    expect(site!.data.meta.origin).toEqual(first.ground);
    expect((await listSites(database.db))[0]!.layers.map(({ layer }) => layer)).toEqual(['textured', 'cad']);
  });

  it('replaces a layer only with --replace, and removes the old one', async () => {
    const first = await run({ slug: 'a', layers: { textured: await source() } });
    await expect(run({ slug: 'a', layers: { textured: await source() } })).rejects.toThrow(
      'has a textured layer already. Add --replace',
    );
    const second = await run({ slug: 'a', replace: true, layers: { textured: await source() } });
    expect(second.layers[0]).toMatchObject({ isReplacement: true, modelId: first.layers[0]!.modelId });
    expect(existsSync(onDisk(first.layers[0]!.filepath))).toBe(false);
    expect(existsSync(onDisk(second.layers[0]!.filepath))).toBe(true);
  });

  it('is where its layers are when all of them are new', async () => {
    const [here, there] = [
      { longitude: 10, latitude: 50, height: 100 },
      { longitude: 11, latitude: 51, height: 0 },
    ];
    const tile = async () => path.join(await source({ 'a.glb': aGlb() }), 'a.glb');
    await run({ slug: 'a', at: here, layers: { shaded: await tile() } });
    await run({ slug: 'a', at: there, layers: { textured: await tile() } });
    expect((await database.db.select().from(sites))[0]!.data.meta.origin).toEqual(here);
    await run({ slug: 'a', at: there, replace: true, layers: { textured: await tile(), shaded: await tile() } });
    const { origin, homeBookmark } = (await database.db.select().from(sites))[0]!.data.meta;
    expect(origin).toEqual(there);
    const { x, y, z } = homeBookmark!.position;
    expect(distance([x, y, z], llaToEcef(there))).toBeLessThan(10);
  });

  it('keeps a replaced version that another model still names', async () => {
    const first = await run({ slug: 'a', layers: { textured: await source(), shaded: await source() } });
    const [textured, shaded] = first.layers;
    await database.db.update(models).set({ filepath: textured!.filepath }).where(eq(models.id, shaded!.modelId));
    await run({ slug: 'a', replace: true, layers: { textured: await source() } });
    expect(existsSync(onDisk(textured!.filepath))).toBe(true);
  });

  it('can be deleted with its files', async () => {
    await run({ slug: 'a', layers: { textured: await source() } });
    expect(await deleteSite({ db: database.db, filesDir }, 'a')).toMatchObject({ slug: 'a' });
    expect(leftovers()).toEqual([]);
    expect(await storedModels()).toEqual([]);
    await expect(deleteSite({ db: database.db, filesDir }, 'a')).rejects.toThrow('There is no site “a”');
  });

  it('is created once when two imports run at the same time', async () => {
    const [a, b] = await Promise.all([
      run({ slug: 'a', layers: { textured: await source() } }),
      run({
        slug: 'a',
        layers: {
          cad: await source({
            'tileset.json': aTileset(aRoot({ children: [{ boundingVolume: UNIT_BOX, geometricError: 0 }] })),
            'tile.b3dm': aB3dm(),
          }),
        },
      }),
    ]);
    expect(a.site.id).toBe(b.site.id);
    expect(await storedModels()).toHaveLength(2);
  });
});

describe('sources that cannot be read', () => {
  it.each([
    ['points', 'scan.xyz', 'is a point cloud of a kind that cannot be read. Give LAS, LAZ, COPC, E57, PTS, PTX or PLY'],
    ['points', 'scan.e57', 'is no point cloud that is read here'],
    [
      'cad',
      'plant.rvm',
      'is a CAD file of a kind that cannot be converted. Give IFC, glTF (.glb, .gltf) or a 3D Tiles',
    ],
    ['textured', 'photo.jpg', 'is neither a tileset’s JSON, a 3D Tiles archive (.3tz), nor a tile'],
  ] as const)('--%s %s', async (layer, name, reason) => {
    const folder = await source({ [name]: Buffer.from('x') });
    await expect(run({ slug: 'a', layers: { [layer]: path.join(folder, name) } })).rejects.toThrow(reason);
  });

  it('are folders without a tileset, and requests without sources', async () => {
    await expect(run({ slug: 'a', layers: { cad: await source({ 'readme.txt': Buffer.from('x') }) } })).rejects.toThrow(
      'has neither a tileset.json nor a models.json',
    );
    await expect(run({ slug: 'a', layers: { cad: '/nowhere/at/all' } })).rejects.toThrow('does not exist');
    await expect(run({ slug: 'a', layers: {} })).rejects.toThrow('Give at least one layer');
    await expect(run({ slug: 'Bad Slug', layers: { cad: '/nowhere' } })).rejects.toThrow(
      'slug: Use lower-case letters',
    );
  });
});
