import { createHash } from 'node:crypto';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { validateTileset } from '../publish/strict-validation.ts';
import { terrainHeight } from './ground/terrain.ts';
import { extentOf, evaluate, newSample } from './geometry/patch.ts';
import { type DemoSite, generateDemo } from './generate-demo.ts';
import { describeSite } from './plant/sites.ts';
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

/** Those of the points that lie over 5 mm off every surface and the ground of the harbour. */
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
    for (const { layers } of sites) {
      for (const layer of Object.values(layers)) {
        expect(
          (await validateTileset(layer)).filter(({ severity }) => severity === 'error'),
          layer,
        ).toEqual([]);
      }
    }
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

  it('puts every vertex within 5 mm of a described surface', async () => {
    const files = (await filesBelow(sites[1]!.layers.textured!)).filter((file) => /4_\d+_\d+\.glb$/.test(file));
    const vertices = (await Promise.all(files.map(async (file) => verticesOf(await readFile(file))))).flat();
    // Out on the dunes tiles hang skirts below the ground; within the plant nothing but surfaces is drawn.
    const above = vertices.filter(([x, y, z], i) => z > -0.3 && Math.abs(x) < 80 && Math.abs(y) < 64 && i % 97 === 0);
    expect(above.length).toBeGreaterThan(100);
    expect(offSurface(above)).toEqual([]);
  });

  it('describes the object tree for the project layer', async () => {
    const tree = JSON.parse(await readFile(join(sites[0]!.layers.cad!, 'tree.json'), 'utf8'));
    expect(tree.items.length).toBe(describeSite('ridgeway').nodes.length);
    const band = tree.items.find((item: { name: string }) => item.name === 'T-103 Identification band');
    expect(band.path).toBe(
      'Ridgeway Gas Plant/Unit 200 Storage/Unit 200 Equipment/T-103 Slops/T-103 Shell/T-103 Identification band',
    );
    expect(band.centre[0]).toBeCloseTo(-54, 1);
    expect(band.size[0]).toBeCloseTo(19, 1);
  });

  it('refuses a scale outside its range', async () => {
    await expect(generateDemo({ outDir: folder, scale: 0 })).rejects.toThrow(RangeError);
  });

  it('stops when told to', async () => {
    await expect(
      generateDemo({ outDir: join(folder, 'stopped'), scale: SCALE, signal: AbortSignal.abort() }),
    ).rejects.toThrow();
  });
});
