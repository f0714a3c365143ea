import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Document, NodeIO } from '@gltf-transform/core';
import {
  ALL_EXTENSIONS,
  EXTMeshoptCompression,
  KHRDracoMeshCompression,
  KHRMeshQuantization,
} from '@gltf-transform/extensions';
import { MeshoptEncoder } from 'meshoptimizer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enuFrame, transformPoint, type Vec3 } from '@overlook/shared/maths';
import type { ExportBox } from '@overlook/shared/schemas';
import { aB3dm, aCmpt, aI3dm } from '../publish/testing/made-tiles.ts';
import { hasSampleFile, sampleFile } from '../publish/testing/sample-data.ts';
import { assembleMeshes, clipMeshes } from './export-meshes.ts';
import { indexMeshes } from './index-meshes.ts';
import { aFolderOfTiles, aPrism, ORIGIN, prismFacts } from './testing/made-solids.ts';
import { areaOf, readExport } from './testing/read-export.ts';

/** A tank of 2 m radius, 6 m high. */
const TANK = aPrism(48, 2, 6);
const { ground, perimeter } = prismFacts(48, 2);
const WHOLE = 2 * ground + 6 * perimeter;
/** Up to 3 m, with its floor and without a cap. */
const LOWER_HALF = ground + 3 * perimeter;
/** Of areas that are about 100 m²: steps of a millimetre on positions change them by less. */
const AREA_ERROR = 0.1;

let work: string;
let io: NodeIO;
beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), 'overlook-packed-'));
  await MeshoptEncoder.ready;
  const draco3d = createRequire(import.meta.url)('draco3d') as { createEncoderModule(): Promise<unknown> };
  const encoders = { 'draco3d.encoder': await draco3d.createEncoderModule(), 'meshopt.encoder': MeshoptEncoder };
  io = new NodeIO().registerExtensions(ALL_EXTENSIONS).registerDependencies(encoders);
});
afterAll(() => rm(work, { recursive: true }));

/** The tank as glTF, y up; `step` is the quantisation step of its positions, metres; with 0 they are floats. */
function tank(step = 0): Document {
  const document = new Document();
  const buffer = document.createBuffer();
  const { positions: zUp, indices } = TANK;
  const yUp = zUp.map((_, i) => [zUp[i]!, zUp[i + 1]!, -zUp[i - 1]!][i % 3]!);
  const array = step === 0 ? Float32Array.from(yUp) : Int16Array.from(yUp, (value) => Math.round(value / step));
  const accessor = (
    type: 'VEC3' | 'SCALAR',
    values: Float32Array<ArrayBuffer> | Int16Array<ArrayBuffer> | Uint16Array<ArrayBuffer>,
  ) => document.createAccessor().setType(type).setArray(values).setBuffer(buffer);
  const primitive = document
    .createPrimitive()
    .setAttribute('POSITION', accessor('VEC3', array))
    .setIndices(accessor('SCALAR', Uint16Array.from(indices)));
  const node = document.createNode('Tank').setMesh(document.createMesh().addPrimitive(primitive));
  if (step !== 0) node.setScale([step, step, step]);
  document.createScene().addChild(node);
  return document;
}

function dracoTank(): Document {
  const document = tank();
  document
    .createExtension(KHRDracoMeshCompression)
    .setRequired(true)
    .setEncoderOptions({ quantizationBits: { POSITION: 16 } });
  return document;
}

function meshoptTank(method: 'QUANTIZE' | 'FILTER'): Document {
  const document = tank(method === 'QUANTIZE' ? 0.001 : 0);
  if (method === 'QUANTIZE') document.createExtension(KHRMeshQuantization).setRequired(true);
  document
    .createExtension(EXTMeshoptCompression)
    .setRequired(true)
    .setEncoderOptions({ method: EXTMeshoptCompression.EncoderMethod[method] });
  return document;
}

const glb = async (document: Document): Promise<Buffer> => Buffer.from(await io.writeBinary(document));

function boxAt(enu: Vec3, [sizeX, sizeY, sizeZ]: Vec3): ExportBox {
  const [centerX, centerY, centerZ] = transformPoint(enuFrame(ORIGIN).ecefFromEnu, enu);
  return { centerX, centerY, centerZ, sizeX, sizeY, sizeZ, degrees: 30 };
}

/** Exports a box of a published folder. */
async function exported(versionFolder: string, box: ExportBox, entry = 'tileset.json') {
  const folder = await mkdtemp(join(work, 'export-'));
  const [jsonPath, binPath, path, indexFolder] = ['parts.json', 'parts.bin', 'out.glb', 'index'].map((name) =>
    join(folder, name),
  ) as [string, string, string, string];
  await indexMeshes({ versionFolder, entry, outFolder: indexFolder });
  const clipped = await clipMeshes({
    step: 'clip',
    versionFolder,
    indexFolder,
    box,
    trianglesMost: 1e6,
    jsonPath,
    binPath,
  });
  expect(clipped.refused).toBeNull();
  await assembleMeshes({
    step: 'assemble',
    jsonPath,
    binPath,
    path,
    generator: 'Overlook',
    title: 'Tank',
    names: new Map(),
  });
  return readExport(path);
}

const all = (objects: Awaited<ReturnType<typeof exported>>['objects']) => objects.flatMap((one) => one.triangles);

describe('the export of packed contents', () => {
  it.each<[string, () => Promise<Uint8Array>]>([
    ['Draco', async () => glb(dracoTank())],
    ['Draco in a b3dm', async () => aB3dm({ glb: await glb(dracoTank()) })],
    ['integers of a millimetre with meshopt', async () => glb(meshoptTank('QUANTIZE'))],
    ['floats with filters of meshopt', async () => glb(meshoptTank('FILTER'))],
    ['meshopt in a cmpt', async () => aCmpt(aB3dm({ glb: await glb(meshoptTank('QUANTIZE')) }))],
  ])('has the whole tank, and half of it, of %s', async (_, content) => {
    const folder = await aFolderOfTiles({ 'tank.bin': await content() });
    const whole = await exported(folder, boxAt([0, 0, 3], [8, 8, 10]));
    expect(whole.errors).toEqual([]);
    expect(whole.document.getRoot().listExtensionsRequired()).toEqual([]);
    expect(Math.abs(areaOf(all(whole.objects)) - WHOLE)).toBeLessThan(AREA_ERROR);
    const half = await exported(folder, boxAt([0, 0, 1.5], [8, 8, 3.002]));
    expect(half.errors).toEqual([]);
    expect(Math.abs(areaOf(all(half.objects)) - LOWER_HALF)).toBeLessThan(AREA_ERROR);
    await rm(folder, { recursive: true });
  });

  it('has each instance of an i3dm as an object with its name, cut where the box cuts it', async () => {
    const batchTable = { id: [7, 8, 9], name: ['East', 'North', 'Far'] };
    const i3dm = aI3dm(await glb(dracoTank()), [10, 0, 0, 0, 10, 0, 40, 40, 0], batchTable);
    const folder = await aFolderOfTiles({ 'tanks.i3dm': i3dm });
    const both = await exported(folder, boxAt([5, 5, 1.5], [30, 30, 3.002]));
    expect(both.errors).toEqual([]);
    expect(both.objects.map(({ name }) => name)).toEqual(['East', 'North']);
    for (const { triangles } of both.objects) expect(Math.abs(areaOf(triangles) - LOWER_HALF)).toBeLessThan(AREA_ERROR);
    await rm(folder, { recursive: true });
  });
});

describe.runIf(hasSampleFile('tiles/agi-hq-ktx2/tileset.json'))('the export of a public sample', () => {
  it('keeps its KTX2 pictures unchanged, once each, with all of its triangles', async () => {
    const folder = sampleFile('tiles/agi-hq-ktx2');
    const { root } = JSON.parse(await readFile(join(folder, 'tileset.json'), 'utf8')) as {
      root: { transform: number[] };
    };
    const [centerX, centerY, centerZ] = root.transform.slice(12) as [number, number, number];
    const box = { centerX, centerY, centerZ, sizeX: 2000, sizeY: 2000, sizeZ: 2000, degrees: 0 };
    const { errors, document, objects } = await exported(folder, box);
    expect([errors, all(objects).length]).toEqual([[], 18_916]);
    const source = await readFile(join(folder, '0/0.glb'));
    const pictures = document.getRoot().listTextures();
    expect(pictures.map((one) => one.getMimeType())).toEqual(['image/ktx2']);
    expect(source.includes(Buffer.from(pictures[0]!.getImage()!))).toBe(true);
    expect(
      document
        .getRoot()
        .listExtensionsRequired()
        .map((one) => one.extensionName),
    ).toEqual(['KHR_texture_basisu']);
  });
});
