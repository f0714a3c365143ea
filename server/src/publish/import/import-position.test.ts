import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { sites } from '@overlook/db/schema';
import {
  llaFromEcef,
  enuFrame,
  filledShare,
  ecefFromLla,
  poseOfCamera,
  transformPoint,
  viewExtent,
} from '@overlook/shared/maths';
import { describe, expect, it } from 'vitest';
import { listSites } from '../register/stored-sites.ts';
import { aB3dm, aGlb, aRoot, aTileset } from '../testing/made-tiles.ts';
import { importPlace } from '../testing/import-place.ts';
import { modelListEntrySchema } from '../testing/model-list.ts';

const place = importPlace();
const { leftovers, onDisk, run, source } = place;

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
    const [x, y, z] = ecefFromLla({ longitude: 10, latitude: 50, height: 100 });
    const list = [{ CesiumOptions: { url: 'b c/tileset.json' }, position: [x, y, z] }];
    const root = aRoot({ transform: undefined });
    const folder = await source({ 'models.json': list, 'b c/tileset.json': aTileset(root), 'b c/tile.b3dm': aB3dm() });
    const { layers, ground } = await run({ slug: 'a', layers: { points: folder } });
    expect(ground.height).toBeCloseTo(100, 6);
    const stored = modelListEntrySchema.array().parse(JSON.parse(await readFile(onDisk(layers[0]!.filepath), 'utf8')));
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
    const { ecefFromEnu } = enuFrame(at);
    return [
      [0, 0],
      [size, 0],
      [0, size],
    ].map(([east, up]) => transformPoint(ecefFromEnu, [east!, 0, up!]));
  };
  const homeOf = async () => {
    const [site] = await place.db.select().from(sites);
    return poseOfCamera(site!.data.meta.homeBookmark!);
  };
  const shareOf = async (size: number) => filledShare(await homeOf(), corners(size), viewExtent(60, 1440 / 900))!;
  const glb = async (size: number) => path.join(await source({ 'a.glb': aGlb({ size }) }), 'a.glb');

  it.each([1, 20, 10_000])('is filled by a model of %i m, from above the ground', async (size) => {
    await run({ slug: 'a', at, layers: { textured: await glb(size) } });
    const { width, height, outermost } = await shareOf(size);
    expect(outermost).toBeLessThanOrEqual(0.95);
    expect(Math.max(width, height)).toBeGreaterThan(0.6);
    expect(llaFromEcef((await homeOf()).position).height).toBeGreaterThan(100);
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
    expect(await listSites(place.db)).toEqual([]);
  });

  it('is not made for a model that is far from its place', async () => {
    const root = aRoot({ transform: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 500_000, 5_400_000, 100, 1] });
    const folder = await source({ 'tileset.json': aTileset(root), 'tile.b3dm': aB3dm() });
    await expect(run({ slug: 'a', at, layers: { textured: folder } })).rejects.toThrow(
      /tileset\.json, root: puts the model nowhere on the Earth: [\d,]+ km above the ground/,
    );
  });
});
