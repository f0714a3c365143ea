/**
 * The demo plant's point cloud beside Potree: the same points, camera and number of points drawn, as pictures side by side.
 *
 *   tsx bench/potree.ts --las <cloud> [--work <folder>] [--pictures <folder>]
 *     (in e2e; a server with the demo runs at E2E_PORT; `overlook site points ridgeway --export` writes the LAS file)
 *
 * The first run installs potree-core and three in the work folder, and writes the octree that Potree reads. The share of
 * holes is of the pixels in which the textured model is: those in which a cloud shows the page behind it.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, open, readFile, writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Browser, type Page, type Route } from '@playwright/test';
import sharp from 'sharp';
import { type Vec3, cross, normalize, subtract } from '@overlook/shared/maths';
import { CHROMIUM_ARGS, chromiumPath } from '../fixtures/chromium.ts';
import { openPlantStage } from '../fixtures/plant-stage.ts';
import { POINTS, TEXTURED, poseOf } from '../fixtures/plant.ts';
import type { StageWindow } from '../fixtures/quadtree-stage.ts';
import { ORIGIN, ROOT } from '../fixtures/server.ts';
import { session } from '../fixtures/test.ts';
import { writeOctree } from './potree/octree.ts';

const SIZE = { width: 560, height: 380 };
const PACKAGES = ['potree-core@2.0.15', 'three@0.160.0'];
const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript' };
/** The page behind both. */
const GREY = 128;

interface View {
  readonly name: string;
  readonly position: Vec3;
  readonly target: Vec3;
}
/** Metres east, north and up of the plant's origin. */
const VIEWS: readonly View[] = [
  { name: 'plant', position: [-150, -190, 90], target: [0, 0, 5] },
  { name: 'rack', position: [-60, -75, 28], target: [10, 0, 4] },
  { name: 'street', position: [-34, -52, 4], target: [6, 4, 6] },
];

const directionOf = ({ position, target }: View): Vec3 => normalize(subtract(target, position));

function cameraOf(view: View) {
  const direction = directionOf(view);
  return poseOf({
    position: view.position,
    direction,
    up: cross(normalize(cross(direction, [0, 0, 1])), direction),
  });
}

/** What our engine shows of a layer at a view when it rests, and how many points it has drawn. */
async function ours(browser: Browser, layer: typeof POINTS | typeof TEXTURED, view: View) {
  const page = await browser.newPage({ viewport: SIZE });
  await openPlantStage(page, await session(page.request, 'admin'), { layer, errorPx: null, maxPixelRatio: 1 });
  const drawn = await page.evaluate(
    async ([pose, size]) => {
      const { stage, container } = window as unknown as StageWindow;
      Object.assign(container.style, { width: `${size.width}px`, height: `${size.height}px` });
      stage.update({ isGlobeVisible: false, isRefinedAtRest: true, quality: 'quality' });
      stage.setPose(pose);
      await stage.refined();
      return stage.stats().points;
    },
    [cameraOf(view), SIZE] as const,
  );
  const picture = await page.screenshot();
  await page.close();
  return { picture, drawn };
}

/** The picture of Potree with the same number of points. */
async function theirs(potree: Page, camera: object, budget: number, shape: string) {
  await potree.bringToFront();
  const drawn = await potree.evaluate(
    (given) => (window as unknown as { draw(...of: unknown[]): Promise<number> }).draw(...given),
    [camera, budget, shape],
  );
  return { picture: await potree.screenshot(), drawn };
}

async function openPotree(browser: Browser, work: string): Promise<Page> {
  const page = await browser.newPage({ viewport: SIZE });
  const folders = { cloud: path.join(work, 'cloud'), page: path.join(import.meta.dirname, 'potree/page') };
  await page.route(`${ORIGIN}/potree/**`, (route) => answer(route, work, folders));
  await page.goto(`${ORIGIN}/potree/index.html`);
  await page.waitForSelector('html[data-ready=true]');
  return page;
}

async function answer(route: Route, work: string, folders: { cloud: string; page: string }): Promise<void> {
  const relative = new URL(route.request().url()).pathname.slice('/potree/'.length);
  const [first] = relative.split('/');
  const file =
    first === 'cloud'
      ? path.join(folders.cloud, relative.slice('cloud/'.length))
      : path.join(relative.includes('/') ? path.join(work, 'node_modules') : folders.page, relative);
  const range = /^bytes=(\d+)-(\d+)$/.exec(route.request().headers()['range'] ?? '');
  const contentType = TYPES[path.extname(file)] ?? 'application/octet-stream';
  if (!range) return route.fulfill({ body: await readFile(file), contentType });
  const [from, to] = [Number(range[1]), Number(range[2])];
  const handle = await open(file);
  const { buffer } = await handle.read(Buffer.alloc(to - from + 1), 0, to - from + 1, from);
  await handle.close();
  return route.fulfill({ status: 206, body: buffer, contentType });
}

const raw = (picture: Buffer): Promise<Buffer> => sharp(picture).removeAlpha().raw().toBuffer();

const isPage = (pixels: Buffer, i: number): boolean => [0, 1, 2].every((k) => Math.abs(pixels[3 * i + k]! - GREY) <= 1);

/**
 * Of the pixels in which the model is, the share that shows the page. Each column counts from the first point of any cloud
 * downwards: the ground of the model reaches farther.
 */
function holes(model: Buffer, cloud: Buffer, all: readonly Buffer[]): number {
  let [inside, open] = [0, 0];
  for (let x = 0; x < SIZE.width; x++) {
    let hasBegun = false;
    for (let i = x; i < SIZE.width * SIZE.height; i += SIZE.width) {
      hasBegun ||= all.some((pixels) => !isPage(pixels, i));
      if (!hasBegun || isPage(model, i)) continue;
      inside++;
      if (isPage(cloud, i)) open++;
    }
  }
  return open / inside;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      las: { type: 'string' },
      work: { type: 'string', default: path.join(ROOT, '.cache/potree') },
      pictures: { type: 'string', default: path.join(ROOT, '.cache/potree/pictures') },
    },
  });
  const { work, pictures } = values;
  await mkdir(work, { recursive: true });
  await mkdir(pictures, { recursive: true });
  if (!existsSync(path.join(work, 'node_modules/potree-core'))) {
    execFileSync('npm', ['install', '--no-audit', '--no-fund', ...PACKAGES], { cwd: work, stdio: 'inherit' });
  }
  if (!existsSync(path.join(work, 'cloud/metadata.json'))) {
    if (!values.las) throw new Error('--las names the cloud.');
    console.log(`${await writeOctree(values.las, path.join(work, 'cloud'))} points in the octree`);
  }
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: CHROMIUM_ARGS });
  const potree = await openPotree(browser, work);
  for (const view of VIEWS) {
    const model = await ours(browser, TEXTURED, view);
    const own = await ours(browser, POINTS, view);
    const camera = { position: view.position, direction: directionOf(view) };
    const peers = [];
    for (const shape of ['CIRCLE', 'PARABOLOID']) peers.push(await theirs(potree, camera, own.drawn, shape));
    const [mask, ...clouds] = await Promise.all([model, own, ...peers].map(({ picture }) => raw(picture)));
    const figures = [own, ...peers].map(({ drawn }, i) => {
      const share = holes(mask!, clouds[i]!, clouds);
      return `${drawn} points, holes ${(100 * share).toFixed(2)} %`;
    });
    console.log(`${view.name}: ${figures.join(' | ')}, load ${loadavg()[0]!.toFixed(1)}`);
    const between = 6;
    const sheet = sharp({
      create: { width: 3 * SIZE.width + 2 * between, height: SIZE.height, channels: 3, background: '#fff' },
    }).composite(
      [own, ...peers].map(({ picture }, i) => ({ input: picture, left: i * (SIZE.width + between), top: 0 })),
    );
    const file = path.join(pictures, `potree-${view.name}.jpg`);
    await writeFile(file, await sheet.jpeg({ quality: 68, mozjpeg: true }).toBuffer());
  }
  await browser.close();
}

await main();
