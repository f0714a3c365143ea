import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { eq } from 'drizzle-orm';
import { captures, sites } from '@overlook/db/schema';
import { distance, llaFromEcef, ecefFromLla } from '@overlook/shared/maths';
import { bookmarkSchema } from '@overlook/shared/schemas';
import { describe, expect, it } from 'vitest';
import { type ImportProgress } from './import-site.ts';
import { deleteSite, listSites } from '../register/stored-sites.ts';
import { aB3dm, aGlb, aGlbOf, aRoot, aTileset, aTriangle, UNIT_BOX } from '../testing/made-tiles.ts';
import { madeZip } from '../testing/made-zip.ts';
import { hasSample, sample } from '../testing/sample-data.ts';
import { importPlace } from '../testing/import-place.ts';
import { modelListEntrySchema } from '../testing/model-list.ts';

const place = importPlace();
const { leftovers, onDisk, run, source, storedCaptures, withoutPlace } = place;

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
    const [site] = await place.db.select().from(sites);
    expect(site).toMatchObject({ slug: 'north-plant', name: 'Nord — 北', description: 'Größe' });
    expect(bookmarkSchema.parse(site!.data.meta.homeBookmark)).toEqual(site!.data.meta.homeBookmark);
    expect(site!.data.meta.origin).toEqual(result.ground);
    const stored = ecefFromLla(result.ground);
    expect(llaFromEcef(stored).longitude).toBeCloseTo(138.49, 1);
    expect(await listSites(place.db)).toMatchObject([
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

  it('unpacks tiles and tilesets that are stored with gzip', async () => {
    const [tileset, tile] = [Buffer.from(JSON.stringify(aTileset())), Buffer.from(aB3dm())];
    const folder = await source({ 'tileset.json': gzipSync(tileset), 'tile.b3dm': gzipSync(tile) });
    const { layers, warnings } = await run({ slug: 'a', layers: { textured: folder } });
    expect(warnings).toEqual([]);
    const file = onDisk(layers[0]!.filepath);
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(JSON.parse(tileset.toString()));
    expect(await readFile(path.join(path.dirname(file), 'tile.b3dm'))).toEqual(tile);
    const damaged = await source({ 'tileset.json': tileset, 'tile.b3dm': gzipSync(tile).subarray(0, 40) });
    await expect(run({ slug: 'b', layers: { textured: damaged } })).rejects.toThrow(
      'is packed with gzip, and damaged.',
    );
  });

  it('wraps a single tile', async () => {
    const folder = await source({ 'my model #1.glb': aGlb({ size: 2 }) });
    const at = { longitude: 10, latitude: 50, height: 100, headingDeg: 90 };
    const { layers, ground } = await run({ slug: 'a', at, layers: { shaded: path.join(folder, 'my model #1.glb') } });
    const list = modelListEntrySchema.array().parse(JSON.parse(await readFile(onDisk(layers[0]!.filepath), 'utf8')));
    expect(layers[0]!.filepath).toMatch(/\/models\.json$/);
    expect(ground).toEqual({ longitude: 10, latitude: 50, height: 100 });
    const tileset = JSON.parse(
      await readFile(path.join(path.dirname(onDisk(layers[0]!.filepath)), list[0]!.CesiumOptions.url), 'utf8'),
    );
    expect(tileset.root.boundingVolume.box).toEqual([1, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 1]);
    expect(decodeURIComponent(tileset.root.content.uri)).toBe('my model #1.glb');
    const [x, y, z] = ecefFromLla(at);
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
    const [site] = await place.db.select().from(sites);
    expect(site!.data.meta.origin).toEqual({ longitude: -75, latitude: 40, height: 12 });
  });
});

describe('an existing site', () => {
  it('gains a layer, and keeps name, place and other data', async () => {
    const first = await run({ slug: 'a', name: 'Plant', description: 'Big', layers: { textured: await source() } });
    const at = { longitude: 10, latitude: 50, height: 100 };
    const second = await run({ slug: 'a', at, layers: { cad: await withoutPlace() } });
    expect(second.isNewSite).toBe(false);
    const [site] = await place.db.select().from(sites);
    expect(site).toMatchObject({ name: 'Plant', description: 'Big' });
    expect(site!.data.meta.origin).toEqual(first.ground);
    expect((await listSites(place.db))[0]!.layers.map(({ layer }) => layer)).toEqual(['textured', 'cad']);
  });

  it('replaces a layer only with --replace, and removes the old one', async () => {
    const first = await run({ slug: 'a', layers: { textured: await source() } });
    await expect(run({ slug: 'a', layers: { textured: await source() } })).rejects.toThrow(
      'has a textured layer already. Add --captured with a date to keep both, or --replace',
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
    expect((await place.db.select().from(sites))[0]!.data.meta.origin).toEqual(here);
    await run({ slug: 'a', at: there, replace: true, layers: { textured: await tile(), shaded: await tile() } });
    const { origin, homeBookmark } = (await place.db.select().from(sites))[0]!.data.meta;
    expect(origin).toEqual(there);
    const { x, y, z } = homeBookmark!.position;
    expect(distance([x, y, z], ecefFromLla(there))).toBeLessThan(10);
  });

  it('keeps a replaced version that another capture still names', async () => {
    const first = await run({ slug: 'a', layers: { textured: await source(), shaded: await source() } });
    const [textured, shaded] = first.layers;
    await place.db.update(captures).set({ filepath: textured!.filepath }).where(eq(captures.id, shaded!.captureId));
    await run({ slug: 'a', replace: true, layers: { textured: await source() } });
    expect(existsSync(onDisk(textured!.filepath))).toBe(true);
  });

  it('can be deleted with its files', async () => {
    await run({ slug: 'a', layers: { textured: await source() } });
    expect(await deleteSite({ db: place.db, filesDir: place.filesDir }, 'a')).toMatchObject({ slug: 'a' });
    expect(leftovers()).toEqual([]);
    expect(await storedCaptures()).toEqual([]);
    await expect(deleteSite({ db: place.db, filesDir: place.filesDir }, 'a')).rejects.toThrow('There is no site “a”');
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
    expect(await storedCaptures()).toHaveLength(2);
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
    ['textured', 'plant.slpk', 'is a scene layer package of I3S, which is not imported. Convert it to 3D Tiles'],
    ['cad', 'plant.slpk', 'or drop it on the view, which shows it beside the site.'],
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
