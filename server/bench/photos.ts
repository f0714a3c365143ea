/**
 * Measures the import of photos: time per photo, and memory of the import and of the reading process.
 *
 * `npx tsx bench/photos.ts` in the folder of the server: `PHOTOS=300` photos of 12 million pixels (`WIDTH=4000`) and about
 * `MB=8` each, then one panorama of 16,384 × 8,192, which `PANORAMA=no` leaves out.
 */
import { readdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { openDatabase } from '@overlook/db';
import { sites } from '@overlook/db/schema';
import { importSite } from '../src/publish/import/import-site.ts';
import { fraction, gpsAt, TAG, tagged } from '../src/publish/testing/made-photos.ts';

const COUNT = Number(process.env['PHOTOS'] ?? 300);
const MB = Number(process.env['MB'] ?? 8);
const WIDTH = Number(process.env['WIDTH'] ?? 4000);
const ORIGIN = { longitude: 138.49, latitude: -35.07, height: 30 };

/**
 * A picture of noise with this many bytes, because photos of cameras compress no better. If it has too few pixels for
 * that, zeros follow its end.
 */
async function aNoise(width: number, height: number, sizeMb: number): Promise<Buffer> {
  const noise = sharp({
    create: { width, height, channels: 3, background: '#000', noise: { type: 'gaussian', mean: 128, sigma: 30 } },
  });
  const pixels = await noise.raw().toBuffer({ resolveWithObject: true });
  let best = Buffer.alloc(0);
  for (let quality = 20; quality <= 95 && best.length < sizeMb * 1e6; quality += 5)
    best = await sharp(pixels.data, { raw: { width, height, channels: pixels.info.channels } })
      .jpeg({ quality })
      .toBuffer();
  return Buffer.concat([best, Buffer.alloc(Math.max(0, sizeMb * 1e6 - best.length))]);
}

/** Resident memory of this process and its children now, MB. */
async function residentMb(): Promise<{ own: number; child: number }> {
  let child = 0;
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
    if (!status.includes(`PPid:\t${process.pid}\n`)) continue;
    child = Math.max(child, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
  }
  return { own: process.memoryUsage.rss() / 2 ** 20, child };
}

async function measured(what: string, count: number, work: () => Promise<unknown>): Promise<void> {
  const most = { own: 0, child: 0 };
  const look = async () => {
    const { own, child } = await residentMb();
    most.own = Math.max(most.own, own);
    most.child = Math.max(most.child, child);
  };
  const timer = setInterval(() => void look(), 100);
  const begun = performance.now();
  await work();
  clearInterval(timer);
  const seconds = (performance.now() - begun) / 1000;
  const figures = [
    `${seconds.toFixed(1)} s`,
    `${((seconds * 1000) / count).toFixed(0)} ms each`,
    `import ${most.own.toFixed(0)} MB`,
    `reader ${most.child.toFixed(0)} MB`,
    `load ${loadavg()[0]!.toFixed(1)}`,
  ];
  console.log(`${what}: ${figures.join(', ')}`);
}

const folder = await mkdtemp(path.join(tmpdir(), 'overlook-bench-photos-'));
const filesDir = path.join(folder, 'files');
const { db, close } = await openDatabase({ dataDir: path.join(folder, 'data') });
const run = (photos: string) => importSite({ db, filesDir }, { slug: 'a', layers: {}, photos });

async function measurePanorama(): Promise<void> {
  const pano = await mkdtemp(path.join(folder, 'pano-'));
  await writeFile(
    path.join(pano, 'pano.jpg'),
    tagged(await aNoise(16_384, 8192, 40), { gps: gpsAt(138.49, -35.07, 40) }),
  );
  await measured('a panorama of 16,384 px with its tiles', 1, () => run(pano));
}

try {
  const data = { avatar: null, minimapMaxNativeZoom: null, meta: { origin: ORIGIN, homeBookmark: null } };
  await db.insert(sites).values({ slug: 'a', name: 'A', data });
  const noise = await aNoise(WIDTH, (WIDTH * 3) / 4, MB);
  const source = await mkdtemp(path.join(folder, 'photos-'));
  for (let i = 0; i < COUNT; i++) {
    const gps = gpsAt(138.49 + i * 1e-5, -35.07, 40);
    const exif = { [TAG.focal35Mm]: { short: 24 }, [TAG.focalMm]: fraction(6 + i / 1000) };
    await writeFile(path.join(source, `${i}.jpg`), tagged(noise, { gps, exif }));
  }
  console.log(`${COUNT} photos of ${(noise.length / 1e6).toFixed(2)} MB`);
  await measured('first import', COUNT, () => run(source));
  await measured('the same again', COUNT, () => run(source));
  await rm(source, { recursive: true });
  if (process.env['PANORAMA'] !== 'no') await measurePanorama();
} finally {
  await close();
  await rm(folder, { recursive: true, force: true });
}
