/**
 * Measures a GLB export of a layer: seconds, processor seconds and resident memory of both steps, and bytes per
 * triangle.
 *
 * `npx tsx bench/mesh-export.ts [triangles]` in the folder of the server: a generated layer of this many triangles
 * (5,000,000), in tiles of 100,000 with ten objects each, compressed with meshopt where `PACKED=1`, in a folder that is
 * removed at the end. The box is turned by 17° and cuts the tiles at its sides and all of them at half of their height.
 * Each step runs in a process of its own, as in the product.
 */
import { fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Document, NodeIO } from '@gltf-transform/core';
import { EXTMeshoptCompression } from '@gltf-transform/extensions';
import { MeshoptEncoder } from 'meshoptimizer';
import { enuFrame, transformPoint } from '@overlook/shared/maths';
import { assembleMeshes, clipMeshes, type GlbAssembly, type MeshExport } from '../src/meshes/export-meshes.ts';
import { indexMeshes } from '../src/meshes/index-meshes.ts';
import { aFolderOfTiles, ORIGIN } from '../src/meshes/testing/made-solids.ts';

const TILE_TRIANGLES = 100_000;
const OBJECTS = 10;
const ROW = 10;
const TILE_M = 20;

type Step = { step: 'index'; folder: string; indexFolder: string } | MeshExport | GlbAssembly;
interface Told {
  readonly result: unknown;
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly peakMb: number;
}

/** A wavy ground in one tile, in strips that are objects; y up. */
async function aTile(tile: number): Promise<Uint8Array> {
  const document = new Document();
  const buffer = document.createBuffer();
  const scene = document.createScene();
  const [east, south] = [(tile % ROW) * TILE_M, -Math.floor(tile / ROW) * TILE_M];
  const columns = 500;
  const rows = TILE_TRIANGLES / OBJECTS / 2 / columns;
  for (let object = 0; object < OBJECTS; object++) {
    const positions = new Float32Array(3 * (columns + 1) * (rows + 1));
    const indices: number[] = [];
    for (let row = 0, to = 0; row <= rows; row++)
      for (let column = 0; column <= columns; column++) {
        const [x, z] = [(column / columns) * TILE_M, ((object * rows + row) / (OBJECTS * rows)) * TILE_M];
        positions.set([east + x, 2 + Math.sin(x) * Math.cos(z), south + z], to);
        to += 3;
        if (row === rows || column === columns) continue;
        const at = row * (columns + 1) + column;
        indices.push(at, at + columns + 1, at + 1, at + 1, at + columns + 1, at + columns + 2);
      }
    const primitive = document
      .createPrimitive()
      .setAttribute('POSITION', document.createAccessor().setType('VEC3').setArray(positions).setBuffer(buffer))
      .setIndices(document.createAccessor().setArray(Uint32Array.from(indices)).setBuffer(buffer));
    scene.addChild(
      document.createNode(`Strip ${tile}-${object}`).setMesh(document.createMesh().addPrimitive(primitive)),
    );
  }
  const io = new NodeIO();
  if (process.env['PACKED']) {
    await MeshoptEncoder.ready;
    document.createExtension(EXTMeshoptCompression).setRequired(true);
    io.registerExtensions([EXTMeshoptCompression]).registerDependencies({ 'meshopt.encoder': MeshoptEncoder });
  }
  return io.writeBinary(document);
}

/** Runs one step in a process of its own. */
function inProcess(work: Step): Promise<Told> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(import.meta.url), ['step'], { stdio: 'inherit', serialization: 'advanced' });
    child.send(work);
    child.once('message', (message) => resolve(message as Told));
    child.once('exit', (code) => reject(new Error(`The step ended with ${code}.`)));
  });
}

async function doStep(work: Step): Promise<void> {
  const start = performance.now();
  const result =
    work.step === 'index'
      ? await indexMeshes({ versionFolder: work.folder, entry: 'tileset.json', outFolder: work.indexFolder })
      : work.step === 'clip'
        ? await clipMeshes(work)
        : await assembleMeshes(work);
  const { user, system } = process.cpuUsage();
  const told = { result, seconds: (performance.now() - start) / 1000, cpuSeconds: (user + system) / 1e6 };
  process.send!({ ...told, peakMb: process.resourceUsage().maxRSS / 1024 }, undefined, undefined, () =>
    process.exit(0),
  );
}

async function main(triangles: number): Promise<void> {
  const tiles = Math.ceil(triangles / TILE_TRIANGLES);
  const files: Record<string, Uint8Array> = { 'coarse.glb': await aTile(0) };
  for (let tile = 0; tile < tiles; tile++) files[`${tile}.glb`] = await aTile(tile);
  const folder = await aFolderOfTiles(files);
  const out = await mkdtemp(join(tmpdir(), 'overlook-mesh-export-'));
  const [jsonPath, binPath, path, indexFolder] = ['parts.json', 'parts.bin', 'out.glb', 'index'].map((name) =>
    join(out, name),
  ) as [string, string, string, string];
  try {
    const width = TILE_M * ROW;
    const depth = TILE_M * Math.ceil(tiles / ROW);
    const [centerX, centerY, centerZ] = transformPoint(enuFrame(ORIGIN).ecefFromEnu, [
      width / 2,
      depth / 2 - TILE_M,
      0,
    ]);
    const box = { centerX, centerY, centerZ, sizeX: width, sizeY: depth, sizeZ: 4, degrees: 17 };
    const load = loadavg()[0]!.toFixed(1);
    const index = await inProcess({ step: 'index', folder, indexFolder });
    const request = { versionFolder: folder, indexFolder, box, trianglesMost: 1e9, jsonPath, binPath };
    const clip = await inProcess({ step: 'clip', ...request });
    const names = new Map<number, never>();
    const assemble = await inProcess({
      step: 'assemble',
      jsonPath,
      binPath,
      path,
      generator: 'bench',
      title: 'bench',
      names,
    });
    const written = clip.result as { triangles: number };
    for (const [name, { seconds, cpuSeconds, peakMb }] of Object.entries({ index, clip, assemble }))
      console.log(`${name}: ${seconds.toFixed(1)} s, ${cpuSeconds.toFixed(1)} CPU seconds, ${peakMb.toFixed(0)} MB`);
    console.log(
      `${tiles * TILE_TRIANGLES} triangles read, ${written.triangles} written, ` +
        `${((assemble.result as number) / written.triangles).toFixed(1)} bytes each; load before ${load}`,
    );
  } finally {
    for (const made of [folder, out]) await rm(made, { recursive: true, force: true });
  }
}

const [step] = process.argv.slice(2);
if (step === 'step' && process.send) process.once('message', (work) => void doStep(work as Step));
else await main(Number(step ?? 5_000_000));
