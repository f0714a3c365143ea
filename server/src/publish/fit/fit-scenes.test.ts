import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ecefFromLla, enuFrame, type RigidMove, type Vec3 } from '@overlook/shared/maths';
import { GlbBuilder } from '@overlook/shared/tiles3d';
import { PLANT, scanOf, sheetsOf } from '../../pointclouds/fit/testing/made-plant.ts';
import { makeStore } from '../../pointclouds/testing/made-store.ts';
import { randomFrom, recordsAt } from '../../pointclouds/testing/random-records.ts';
import { aFolder, aGlbOf, aPnts, aTileset } from '../testing/made-tiles.ts';
import { fitScenes, type SceneFiles } from './fit-scenes.ts';

const ORIGIN = { longitude: 138.49, latitude: -35.08, height: 30 };
const { ecefFromEnu } = enuFrame(ORIGIN);
const pivotEcef = ecefFromLla(ORIGIN) as Vec3;
const ENU = Array.from(ecefFromEnu);
const moveBy = (shiftM: Vec3, turnDeg: number, tiltDeg: [number, number] = [0, 0]): RigidMove => ({
  pivotEcef,
  shiftM,
  turnDeg,
  tiltDeg,
});

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

const plantPoints = (points: number, seed: number) => {
  const { tall, ground } = scanOf(PLANT, { points, seed, noiseM: 0.002 });
  return [...tall.points(), ...ground.points()];
};

async function aCloud(points: number, seed: number): Promise<SceneFiles> {
  const folder = await aFolder({});
  folders.push(folder);
  const xyz = plantPoints(points, seed);
  const place = (point: number) => xyz.slice(3 * point, 3 * point + 3).map((metres) => Math.round(metres * 1e4));
  const records = recordsAt(xyz.length / 3, place, randomFrom(seed));
  const grid = { scale: [1e-4, 1e-4, 1e-4], offset: [0, 0, 0] } as const;
  const frame = { kind: 'local', name: 'The plant', toEcef: ENU, metresPerUnit: 1 } as const;
  await makeStore(folder, { records, grid, frame, nodePoints: 2000 });
  return { kind: 'cloud', folder };
}

async function aTilesetOf(uri: string, content: Buffer): Promise<SceneFiles> {
  const root = {
    boundingVolume: { box: [0, 0, 5, 30, 0, 0, 0, 30, 0, 0, 0, 10] },
    geometricError: 0,
    transform: ENU,
    content: { uri },
  };
  const versionFolder = await aFolder({ 'tileset.json': aTileset(root), [uri]: content });
  folders.push(versionFolder);
  return { kind: 'tiles', versionFolder, entry: 'tileset.json' };
}

/** Of the plant's plane surfaces, y up. */
function aPlantMesh(): Buffer {
  const corners = sheetsOf(PLANT).flat();
  const glb = new GlbBuilder();
  const POSITION = glb.positions(Float32Array.from(corners.flatMap(([x, y, z]) => [x, z, -y])));
  const indices = glb.indices(
    corners.flatMap((_, i) => (i % 4 === 0 ? [i, i + 1, i + 2, i, i + 2, i + 3] : [])),
    corners.length,
  );
  const { json, bin } = glb.document<Record<string, unknown>>({
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION }, indices }] }],
  });
  return aGlbOf(json, bin);
}

let scan: SceneFiles;
let earlier: SceneFiles;
beforeAll(async () => {
  scan = await aCloud(6000, 1);
  earlier = await aCloud(14_000, 2);
});

async function fit(neighbour: SceneFiles, begun: RigidMove, moved: RigidMove | null = null) {
  const found = await fitScenes({
    scene: { files: scan, move: begun },
    neighbour: { files: neighbour, move: moved },
    measureOnly: false,
  });
  if (found.kind !== 'fitted') throw new Error(`It is ${found.kind}.`);
  return found;
}

const near = (move: RigidMove, expected: RigidMove) => {
  expect(move.pivotEcef).toEqual(expected.pivotEcef);
  for (const axis of [0, 1, 2] as const) expect(move.shiftM[axis]).toBeCloseTo(expected.shiftM[axis], 2);
  expect(Math.abs(move.turnDeg - expected.turnDeg)).toBeLessThan(0.01);
  expect(move.tiltDeg).toEqual(expected.tiltDeg);
};

it('a cloud goes onto one that was moved by hand, from where it is begun', async () => {
  const moved = moveBy([2.5, -1, 0.4], 20);
  const { move, count, kept } = await fit(earlier, moveBy([2.2, -0.8, 0.6], 21), moved);
  near(move, moved);
  expect([count > 2000, kept]).toEqual([true, []]);
});

it('a cloud goes onto the points of tiles', async () => {
  const tiles = await aTilesetOf('points.pnts', aPnts({ points: plantPoints(14_000, 3) }));
  near((await fit(tiles, moveBy([0.3, 0.3, -0.2], -1))).move, moveBy([0, 0, 0], 0));
});

it('a cloud goes onto the triangles of tiles, and keeps its tilt', async () => {
  const { move, kept } = await fit(await aTilesetOf('mesh.glb', aPlantMesh()), moveBy([0.3, 0.3, -0.2], -1, [0.01, 0]));
  near(move, moveBy([0, 0, 0], 0, [0.01, 0]));
  expect(kept).toEqual([]);
});

it('files without points, or far away, are apart; damaged ones are an error', async () => {
  const empty = await aTilesetOf('points.pnts', aPnts({ points: [0, 0, 0] }));
  const ask = (scene: SceneFiles, neighbour: SceneFiles, move: RigidMove) =>
    fitScenes({ scene: { files: scene, move }, neighbour: { files: neighbour, move: null }, measureOnly: false });
  const apart = { kind: 'apart', distanceM: null, overlap: 0 };
  expect(await ask(empty, earlier, moveBy([0, 0, 0], 0))).toEqual(apart);
  expect(await ask(scan, earlier, moveBy([900, 0, 0], 0))).toEqual(apart);
  const none: SceneFiles = { kind: 'tiles', versionFolder: await aFolder({}), entry: 'tileset.json' };
  await expect(ask(scan, none, moveBy([0, 0, 0], 0))).rejects.toThrow('tileset.json');
});
