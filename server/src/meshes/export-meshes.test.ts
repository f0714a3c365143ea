import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cross, distance, dot, enuFrame, ecefFromLla, transformPoint, type Vec3, toMat4 } from '@overlook/shared/maths';
import { decodeMeshIndex, estimateTriangles } from '@overlook/shared/meshes';
import type { ExportBox } from '@overlook/shared/schemas';
import { readFile } from 'node:fs/promises';
import { assembleMeshes, clipMeshes, type MeshExport, type TreeNames } from './export-meshes.ts';
import { INDEX_FILES, indexMeshes } from './index-meshes.ts';
import { nearestOnMeshes } from './nearest-on-meshes.ts';
import { aFolderOfTiles, aPrism, aTileOfSolids, ORIGIN, prismFacts } from './testing/made-solids.ts';
import { areaOf, readExport } from './testing/read-export.ts';

const SIDES = 48;
const RADIUS = 2;
const TANK = aPrism(SIDES, RADIUS, 6);
const POST = aPrism(4, 0.5, 3, [8, 0]);
const { ground, perimeter } = prismFacts(SIDES, RADIUS);
const TABLE = { id: [40, 41], name: ['Tank 5', 'Post'], GUID: ['3vB2', ''], tag: ['T-005', 7] };

let work: string;
let folder: string;
beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), 'overlook-meshes-'));
  const image = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#c08040' } })
    .png()
    .toBuffer();
  folder = await aFolderOfTiles({
    'coarse.b3dm': aTileOfSolids([aPrism(4, 2.2, 6)], { id: [40], name: ['Coarse'] }),
    'fine.b3dm': aTileOfSolids([TANK, POST], TABLE, image),
    // A second tile with another part of the tank.
    'more.b3dm': aTileOfSolids([aPrism(4, 0.4, 9)], TABLE, image),
  });
  await indexMeshes({ versionFolder: folder, entry: 'tileset.json', outFolder: join(work, 'index') });
});
afterAll(() => rm(work, { recursive: true }));

/** A box about a place east, north and up of the origin. */
function boxAt(enu: Vec3, [sizeX, sizeY, sizeZ]: Vec3, degrees = 0): ExportBox {
  const [centerX, centerY, centerZ] = transformPoint(enuFrame(ORIGIN).ecefFromEnu, enu);
  return { centerX, centerY, centerZ, sizeX, sizeY, sizeZ, degrees };
}

const requestFor = (box: ExportBox, more: Partial<MeshExport> = {}): MeshExport => ({
  step: 'clip',
  versionFolder: folder,
  indexFolder: join(work, 'index'),
  box,
  trianglesMost: 100_000,
  jsonPath: join(work, 'parts.json'),
  binPath: join(work, 'parts.bin'),
  ...more,
});

async function exported(box: ExportBox, names: ReadonlyMap<number, TreeNames> = new Map()) {
  const request = requestFor(box);
  const clipped = await clipMeshes(request);
  const path = join(work, 'out.glb');
  const { jsonPath, binPath } = request;
  const toldBytes = await assembleMeshes({
    step: 'assemble',
    jsonPath,
    binPath,
    path,
    generator: 'Overlook',
    title: 'Pump house',
    names,
  });
  return { clipped, toldBytes, ...(await readExport(path)) };
}

const objectNamed = (objects: Awaited<ReturnType<typeof exported>>['objects'], name: string) =>
  objects.find((one) => one.name === name)!;

describe('the export of meshes', () => {
  it('has only the finest tiles, uncut where they are inside, without an error', async () => {
    const { errors, objects, sizeBytes, toldBytes, clipped } = await exported(boxAt([0, 0, 5], [40, 40, 20]));
    expect(errors).toEqual([]);
    expect(objects.map(({ name }) => name)).toEqual(['Tank 5', 'Post']);
    const [tank, post] = objects;
    const mast = prismFacts(4, 0.4);
    expect(areaOf(tank!.triangles)).toBeCloseTo(2 * ground + 6 * perimeter + 2 * mast.ground + 9 * mast.perimeter, 4);
    const bars = prismFacts(4, 0.5);
    expect(areaOf(post!.triangles)).toBeCloseTo(2 * bars.ground + 3 * bars.perimeter, 4);
    expect(toldBytes).toBe(sizeBytes);
    expect(clipped).toMatchObject({ refused: null, triangles: objects.flatMap((one) => one.triangles).length });
  });

  it.each([0, 17, 45, 301])('has the area and the volume in a box that is turned by %i°', async (degrees) => {
    // The box holds the tank between 1 m and 4 m.
    const { errors, objects } = await exported(boxAt([0, 0, 2.5], [5, 5, 3], degrees));
    expect(errors).toEqual([]);
    const walls = objectNamed(objects, 'Tank 5').primitives.length;
    expect(walls).toBe(2);
    const mast = prismFacts(4, 0.4);
    expect(areaOf(objectNamed(objects, 'Tank 5').triangles)).toBeCloseTo(3 * perimeter + 3 * mast.perimeter, 4);
    // By the divergence theorem, with the two faces of the box: y is up, from −1.5 to 1.5.
    const surface = objectNamed(objects, 'Tank 5').triangles.reduce(
      (sum, [a, b, c]) => sum + dot(a, cross(b, c)) / 6,
      0,
    );
    const caps = (2 * 1.5 * (ground + mast.ground)) / 3;
    expect(surface + caps).toBeCloseTo(3 * (ground + mast.ground), 4);
    expect(objects.some(({ name }) => name === 'Post')).toBe(false);
  });

  it('cuts a quarter out of the tank', async () => {
    const { objects } = await exported(boxAt([2, 2, 3], [4, 4, 20]));
    const mast = prismFacts(4, 0.4);
    const quarter = (2 * ground + 6 * perimeter + 2 * mast.ground + 9 * mast.perimeter) / 4;
    expect(areaOf(objectNamed(objects, 'Tank 5').triangles)).toBeCloseTo(quarter, 4);
  });

  it('lies in metres about the centre of the box, east, up and south, and says where that is', async () => {
    const box = boxAt([8, 0.1, 1], [3, 3, 10], 20);
    const { objects, asset } = await exported(box);
    const [post] = objects;
    const extras = asset['extras'] as { frame: { origin: object; toEcef: { columnMajor: number[] } } };
    const { enuFromEcef } = enuFrame(ORIGIN);
    const enu = post!.triangles.flat().map((corner) => transformPoint(enuFromEcef, transformPoint(toMat4(extras.frame.toEcef.columnMajor), corner))); // prettier-ignore
    // The post is 0.5 m around 8 m east of the origin, from the ground to 3 m.
    for (const [east, north] of enu) expect(Math.abs(east - 8) + Math.abs(north)).toBeLessThan(0.5001);
    expect(Math.max(...enu.map((one) => one[2]))).toBeCloseTo(3, 4);
    expect(Math.min(...enu.map((one) => one[2]))).toBeCloseTo(0, 4);
    const { longitude, latitude, height, crs } = extras.frame.origin as { longitude: number; latitude: number; height: number; crs: string }; // prettier-ignore
    expect(ecefFromLla({ longitude, latitude, height }).map((value) => value.toFixed(4))).toEqual(
      [box.centerX, box.centerY, box.centerZ].map((value) => value.toFixed(4)),
    );
    expect(crs).toBe('EPSG:4979');
  });

  it('interpolates colours and texture coordinates at the cut, and turns normals', async () => {
    const box = boxAt([0, 0, 2.5], [5, 5, 3], 33);
    const { objects, asset } = await exported(box);
    const { toEcef } = (asset['extras'] as { frame: { toEcef: { columnMajor: number[] } } }).frame;
    const { attributes } = objectNamed(objects, 'Tank 5').primitives[0]!;
    const { enuFromEcef } = enuFrame(ORIGIN);
    for (const [i, position] of attributes['POSITION']!.entries()) {
      const [east, north, up] = transformPoint(
        enuFromEcef,
        transformPoint(toMat4(toEcef.columnMajor), position as Vec3),
      );
      expect(attributes['COLOR_0']![i]![0]).toBeCloseTo(up / 10, 4);
      expect(attributes['TEXCOORD_0']![i]![0]).toBeCloseTo(east / 10, 4);
      expect(attributes['TEXCOORD_0']![i]![1]).toBeCloseTo(north / 10, 4);
      expect(attributes['NORMAL']![i]![1]).toBeCloseTo(1, 4);
    }
  });

  it('keeps the objects separate, with their data of the tables and the tree', async () => {
    const names = new Map([
      [41, { name: 'Gate post', path: 'Site/Gate/Gate post', guid: '0aB', tags: ['P-7', 'P-8'] }],
    ]);
    const { objects } = await exported(boxAt([4, 0, 1], [12, 6, 1]), names);
    expect(objects.map(({ name, extras }) => [name, extras])).toEqual([
      ['Tank 5', { featureId: 40, name: 'Tank 5', guid: '3vB2', tag: 'T-005', properties: { id: 40, name: 'Tank 5', GUID: '3vB2', tag: 'T-005' } }], // prettier-ignore
      ['Gate post', { featureId: 41, name: 'Gate post', path: 'Site/Gate/Gate post', guid: '0aB', tags: ['P-7', 'P-8'], tag: '7', properties: { id: 41, name: 'Post', GUID: '', tag: 7 } }], // prettier-ignore
    ]);
  });

  it('has the materials and pictures that are used, once each', async () => {
    const { objects, document } = await exported(boxAt([0, 0, 5], [40, 40, 20]));
    const materials = document.getRoot().listMaterials();
    expect([materials.map((one) => one.getName()), document.getRoot().listTextures().length]).toEqual([['steel'], 1]);
    expect(objects[0]!.primitives.map(({ material }) => material)).toEqual(['steel', 'steel']);
  });

  it('of an empty box reports that, and one of too many triangles is refused', async () => {
    expect(await clipMeshes(requestFor(boxAt([0, 0, 40], [2, 2, 2])))).toMatchObject({ triangles: 0, refused: null });
    // The tank is hollow.
    expect(await clipMeshes(requestFor(boxAt([1, 0, 3], [0.4, 0.4, 0.4])))).toMatchObject({ triangles: 0 });
    const many = requestFor(boxAt([0, 0, 5], [40, 40, 20]), { trianglesMost: 50 });
    expect(await clipMeshes(many)).toEqual({ refused: 'triangles' });
  });

  it('is estimated from the index: exactly for the whole, approximately for a part', async () => {
    const index = decodeMeshIndex(await readFile(join(work, 'index', INDEX_FILES.parts)));
    const all = await exported(boxAt([0, 0, 5], [40, 40, 20]));
    const estimate = estimateTriangles(index, boxAt([0, 0, 5], [40, 40, 20]));
    expect(estimate.triangles).toBe(all.objects.flatMap(({ triangles }) => triangles).length);
    expect(estimate.sizeBytes / all.sizeBytes).toBeGreaterThan(0.7);
    expect(estimate.sizeBytes / all.sizeBytes).toBeLessThan(1.4);
    expect((await readdir(join(work, 'index'))).toSorted()).toEqual(['contents.jsonl', 'parts.bin']);
  });
});

it('the nearest point of the finest surfaces is found, and none beyond the reach', async () => {
  const { ecefFromEnu } = enuFrame(ORIGIN);
  const place = (enu: Vec3) => transformPoint(ecefFromEnu, enu);
  const placesEcef = [place([0, 0, 6.02]), place([8, 0, 3.4]), place([30, 0, 0])];
  const indexFolder = join(work, 'index');
  const found = await nearestOnMeshes({ step: 'nearest', versionFolder: folder, indexFolder, placesEcef, reachM: 0.1 });
  expect(found[1]).toBeNull();
  expect(found[2]).toBeNull();
  // Tiles have floats: a tenth of a millimetre.
  expect(distance(found[0]!, place([0, 0, 6]))).toBeLessThan(1e-4);
});
