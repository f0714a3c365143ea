/**
 * The Project Layer of the demo plant before and after: edges, cut faces, selection and ghosts, as sheets of docs/pictures/cad.md.
 *
 *   npm run harness; tsx bench/cad-pictures.ts --before <folder of another build> [--pictures <folder>]
 *     (in e2e; a server with the demo runs at E2E_PORT)
 *
 * Each sheet has four pictures: left the other build and right this one, above with one device pixel to a CSS pixel and below with two.
 */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Browser } from '@playwright/test';
import sharp, { type OverlayOptions } from 'sharp';
import { VALUE_COLORS } from '@overlook/shared/config';
import { type Vec3, cross, normalize, subtract } from '@overlook/shared/maths';
import { objectTree } from '@overlook/server/demo/object-tree';
import { describeSite } from '@overlook/server/demo/sites';
import { COLUMN_TOPS } from '@overlook/server/demo/truth';
import type { FeatureRules, StagePatch } from '@overlook/engine';
import { CHROMIUM_ARGS, chromiumPath } from '../fixtures/chromium.ts';
import { openPlantStage, pointEcef } from '../fixtures/plant-stage.ts';
import { CAD, poseOf } from '../fixtures/plant.ts';
import type { StageWindow } from '../fixtures/quadtree-stage.ts';
import { ROOT } from '../fixtures/server.ts';
import { session } from '../fixtures/test.ts';

/** Of each picture, CSS pixels. */
const SIZE = { width: 320, height: 220 };
/** As the product shows the layer by itself. */
const PAGE = '#14181e';

const [EAST, NORTH] = COLUMN_TOPS[2]!.topEnu;
const NODES = objectTree(describeSite('ridgeway'));

function camera(position: Vec3, target: Vec3) {
  const direction = normalize(subtract(target, position));
  return poseOf({ position, direction, up: cross(normalize(cross(direction, [0, 0, 1])), direction) });
}

const rgb = (hex: string) =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as [number, number, number];

const runsOf = (matches: (name: string) => boolean): number[] =>
  NODES.flatMap(({ featureId, name }) => (featureId !== null && matches(name) ? [featureId, featureId] : []));

const disciplineOf = ({ properties }: (typeof NODES)[number]) =>
  Object.values(properties).flatMap((group) => group['Discipline'] ?? [])[0];

/** A colour for each discipline, as the legend of the product has it. */
const DISCIPLINES: FeatureRules['rules'] = [...new Set(NODES.map(disciplineOf))].map((discipline, i) => ({
  features: NODES.flatMap((node) =>
    node.featureId !== null && disciplineOf(node) === discipline ? [node.featureId, node.featureId] : [],
  ),
  color: rgb(VALUE_COLORS[i % VALUE_COLORS.length]!),
}));

const COLUMN = runsOf((name) => name.startsWith('C-103'));
const AMBER = { features: COLUMN, color: rgb('#FAA21B'), opacity: 1 };
const OVER = camera([EAST - 26, NORTH - 34, 26], [EAST, NORTH, 11]);

interface Sheet {
  readonly name: string;
  readonly pose: ReturnType<typeof poseOf>;
  readonly patch: StagePatch;
}

const SHEETS: readonly Sheet[] = [
  { name: 'edges', pose: OVER, patch: { edges: 'on' } },
  {
    name: 'cut',
    pose: camera([EAST - 14, NORTH - 22, 12], [EAST, NORTH, 8]),
    patch: {
      section: {
        box: { centerEcef: pointEcef([EAST, NORTH + 20, 15]), size: [60, 40, 40], headingRad: 0 },
        planes: [],
      },
    },
  },
  {
    name: 'selection',
    pose: camera([EAST + 30, NORTH + 22, 9], [EAST, NORTH, 9]),
    patch: { features: { rest: { opacity: 1, color: null }, rules: [AMBER], outlined: COLUMN } },
  },
  {
    name: 'ghosts',
    pose: OVER,
    patch: { features: { rest: { opacity: 0.26, color: null }, rules: [...DISCIPLINES, AMBER], outlined: COLUMN } },
  },
];

/** All sheets as a build draws them at so many device pixels to a CSS pixel. */
async function picturesOf(browser: Browser, pixelRatio: number, build?: string): Promise<Buffer[]> {
  const context = await browser.newContext({ viewport: SIZE, deviceScaleFactor: pixelRatio });
  const page = await context.newPage();
  const token = await session(page.request, 'admin');
  await openPlantStage(page, token, { layer: CAD, errorPx: 16, maxPixelRatio: pixelRatio, build });
  const pictures: Buffer[] = [];
  for (const { name, pose, patch } of SHEETS) {
    await page.evaluate(
      async ([to, changed, size, color]) => {
        const { stage, container } = window as unknown as StageWindow;
        Object.assign(container.style, { width: `${size.width}px`, height: `${size.height}px`, background: color });
        stage.setPose(to);
        stage.update({ edges: 'off', section: null, features: null, isRefinedAtRest: true, ...changed });
        await stage.idle();
        await stage.refined();
      },
      [pose, patch, SIZE, PAGE] as const,
    );
    pictures.push(await page.screenshot());
    console.log(`${name}, ${build ?? 'this build'}, ${pixelRatio} device pixels to a CSS pixel`);
  }
  await context.close();
  return pictures;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { before: { type: 'string' }, pictures: { type: 'string', default: path.join(ROOT, 'docs/pictures') } },
  });
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: CHROMIUM_ARGS });
  const gap = 8;
  const { width, height } = SIZE;
  const layers: OverlayOptions[][] = SHEETS.map(() => []);
  for (const [row, pixelRatio] of [1, 2].entries()) {
    for (const [column, build] of [values.before, undefined].entries()) {
      const pictures = await picturesOf(browser, pixelRatio, build);
      const at = { left: column * (width * pixelRatio + gap), top: row * (height + gap) };
      for (const [i, input] of pictures.entries()) layers[i]!.push({ input, ...at });
    }
  }
  await mkdir(values.pictures, { recursive: true });
  for (const [i, { name }] of SHEETS.entries()) {
    const sheet = { width: 4 * width + gap, height: 3 * height + gap, channels: 3 as const, background: '#ffffff' };
    const file = path.join(values.pictures, `cad-${name}.jpg`);
    await sharp({ create: sheet }).composite(layers[i]!).jpeg({ quality: 86 }).toFile(file);
  }
  await browser.close();
}

await main();
