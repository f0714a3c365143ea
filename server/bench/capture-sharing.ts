/**
 * Measures what a further capture of a point cloud shares with the one before: bytes of tiles by their content, bytes of exact points by
 * their blobs.
 *
 * `npx tsx bench/capture-sharing.ts [points]` in the folder of the server: a generated plant of this many points (6,000,000), as it was, with one stray
 * point 3 m below, and with a square of a tenth of the points scanned anew.
 */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openPointStore } from '../src/pointclouds/store/open-store.ts';
import { buildCloud } from '../src/publish/points/build/build-cloud.ts';
import { pinOf, type PinnedCloud } from '../src/publish/points/build/pinned-cloud.ts';
import { type MadePoint, writeMadeLas } from '../src/publish/points/testing/made-las.ts';
import { UTM_32 } from '../src/publish/points/testing/utm-32.ts';
import { scannedPlant } from './scanned-plant.ts';

type Bytes = ReadonlyMap<string, number>;
type PointAt = (index: number, point: MadePoint) => void;

const GRID = { scale: [0.001, 0.001, 0.001], offset: [500_000, 5_000_000, 100] } as const;
const work = await mkdtemp(path.join(tmpdir(), 'overlook-sharing-'));

async function build(points: number, pointAt: PointAt, pin: PinnedCloud | null) {
  const folder = path.join(work, 'out');
  await mkdir(folder);
  const file = path.join(work, 'cloud.las');
  await writeMadeLas(file, { points, ...GRID, pointAt });
  const files = [{ path: file, name: 'cloud.las' }];
  const rules = { frame: UTM_32, grid: GRID, reprojectedFrom: null };
  const { description } = await buildCloud({ files, rules, pin, outFolder: folder, workFolder: work });
  const tiles = new Map<string, number>();
  for (const name of (await readdir(path.join(folder, 'tiles'), { recursive: true })) as string[]) {
    if (!name.endsWith('.glb')) continue;
    const bytes = await readFile(path.join(folder, 'tiles', name));
    tiles.set(createHash('sha256').update(bytes).digest('hex'), bytes.length);
  }
  const store = await openPointStore(path.join(folder, 'store'));
  const blobs = new Map(store.nodes.map(({ crc32c, bytes }) => [`${crc32c} ${bytes}`, bytes]));
  store.close();
  await rm(folder, { recursive: true });
  return { pin: pinOf(description), tiles, blobs };
}

function shared(before: Bytes, after: Bytes): string {
  const sum = (of: Iterable<readonly [string, number]>) => [...of].reduce((bytes, [, more]) => bytes + more, 0);
  return `${((100 * sum([...after].filter(([hash]) => before.has(hash)))) / sum(after)).toFixed(1)} %`;
}

/** The side of the square from the least corner that has a tenth of the points, units. */
function squareOf(points: number, pointAt: PointAt): readonly [x: number, y: number, side: number] {
  const at: [number, number][] = [];
  const point = {} as MadePoint;
  for (let index = 0; index < points; index += 97) {
    pointAt(index, point);
    at.push([point.x, point.y]);
  }
  const least = (axis: 0 | 1) => at.reduce((low, place) => Math.min(low, place[axis]), Infinity);
  const [x, y] = [least(0), least(1)];
  const sides = at.map((place) => Math.max(place[0] - x, place[1] - y)).sort((a, b) => a - b);
  return [x, y, sides[Math.floor(at.length / 10)]!];
}

const points = Number(process.argv[2] ?? 6_000_000);
const [x, y, side] = squareOf(points, scannedPlant(points));

/** The noise of the plant depends on the points before, so each cloud has a plant of its own. */
function stray(): PointAt {
  const plant = scannedPlant(points);
  return (index, point) => {
    if (index < points) plant(index, point);
    else point.z = -3000;
  };
}

function anew(): PointAt {
  const plant = scannedPlant(points);
  return (index, point) => {
    plant(index, point);
    if (point.x - x > side || point.y - y > side) return;
    // As far as scanners are from repeating themselves.
    point.x += ((index * 7919) % 9) - 4;
    point.y += ((index * 104_729) % 9) - 4;
    point.z += ((index * 1_299_709) % 9) - 4;
  };
}

try {
  const base = await build(points, scannedPlant(points), null);
  for (const [name, count, pointAt] of [
    ['the same points', points, scannedPlant(points)],
    ['one stray point', points + 1, stray()],
    ['a tenth anew', points, anew()],
  ] as const) {
    const next = await build(count, pointAt, base.pin);
    console.log(`${name}: tiles ${shared(base.tiles, next.tiles)}, exact points ${shared(base.blobs, next.blobs)}`);
  }
} finally {
  await rm(work, { recursive: true, force: true });
}
