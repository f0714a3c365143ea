import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { type Vec3, llaFromEcef, enuFrame, transformPoint } from '@overlook/shared/maths';
import { aDracoPnts } from '../testing/made-draco-points.ts';
import { aKtx2 } from '../testing/made-ktx2.ts';
import { type MadeSquare, aGlbOfSquares, aPlacedRoot } from '../testing/made-squares.ts';
import { aB3dm, aFolder, aPnts, aTileset } from '../testing/made-tiles.ts';
import { type DrawnPlan, drawPlan } from './draw-plan.ts';

const ORIGIN = { longitude: 138.5, latitude: -35, height: 30 };
const FRAME = enuFrame(ORIGIN);
const SAND = [182, 163, 127] as const;
const RED = [200, 30, 20] as const;
const BLUE = [20, 40, 200] as const;
const GROUND: MadeSquare = { west: -60, south: -60, side: 120, up: 0, colour: SAND };

type Files = Parameters<typeof aFolder>[0];

async function draw(files: Files) {
  const versionFolder = await aFolder(files);
  const outFolder = path.join(await mkdtemp(path.join(tmpdir(), 'overlook-plan-')), 'plan');
  const plan = await drawPlan({ versionFolder, entry: 'tileset.json', outFolder, home: null });
  return { plan, colourAt: (enu: Vec3) => colourAt(outFolder, plan!, enu) };
}

const squares = (...list: MadeSquare[]): Files => ({
  'tileset.json': aTileset(aPlacedRoot(ORIGIN, 60, { content: { uri: 'tile.glb' } })),
  'tile.glb': aGlbOfSquares(list),
});

/** RGBA of the finest picture where a place east, north and up of the origin is on it. */
async function colourAt(outFolder: string, { maxZoom }: DrawnPlan, enu: Vec3): Promise<number[]> {
  const { longitude, latitude } = llaFromEcef(transformPoint(FRAME.ecefFromEnu, enu));
  const scale = 256 * 2 ** maxZoom;
  const x = Math.floor((longitude / 360 + 0.5) * scale);
  const y = Math.floor((0.5 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / (2 * Math.PI)) * scale);
  const file = path.join(outFolder, String(maxZoom), String(x >> 8), `${y >> 8}.webp`);
  const { data } = await sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return [...data.subarray(4 * ((y & 255) * 256 + (x & 255))).subarray(0, 4)];
}

/** Within the error of WebP compression. */
function expectColour(actual: readonly number[], expected: readonly number[]): void {
  expect(actual[3]).toBe(255);
  for (let i = 0; i < 3; i++) expect(Math.abs(actual[i]! - expected[i]!)).toBeLessThan(14);
}

describe('the plan of a layer', () => {
  it('shows each thing where it is, north up', async () => {
    const { colourAt } = await draw(squares(GROUND, { west: 20, south: 10, side: 8, up: 0.1, colour: RED }));
    expectColour(await colourAt([24, 14, 0]), RED);
    for (const beside of [-24, 18.5, 29.5]) expectColour(await colourAt([beside, 14, 0]), SAND);
    for (const beside of [-14, 8.5, 19.5]) expectColour(await colourAt([24, beside, 0]), SAND);
  });

  it('shows the highest surface, in any order of the file', async () => {
    const high = { west: 0, south: 0, side: 10, up: 12, colour: BLUE } as const;
    const low = { west: -10, south: 0, side: 20, up: 5, colour: RED } as const;
    for (const order of [
      [high, low, GROUND],
      [GROUND, low, high],
    ]) {
      const { colourAt } = await draw(squares(...order));
      expectColour(await colourAt([5, 5, 12]), BLUE);
      expectColour(await colourAt([-5, 5, 5]), RED);
    }
  });

  it('has its extent in degrees, and is empty outside of it', async () => {
    const { plan } = await draw(squares(GROUND));
    const [west, south, east, north] = plan!.bounds;
    const corner = llaFromEcef(transformPoint(FRAME.ecefFromEnu, [-60, -60, 0]));
    const opposite = llaFromEcef(transformPoint(FRAME.ecefFromEnu, [60, 60, 0]));
    const tolerance = 2 / 90_000;
    expect(Math.abs(west - corner.longitude)).toBeLessThan(tolerance);
    expect(Math.abs(south - corner.latitude)).toBeLessThan(tolerance);
    expect(Math.abs(east - opposite.longitude)).toBeLessThan(tolerance);
    expect(Math.abs(north - opposite.latitude)).toBeLessThan(tolerance);
  });

  it('shows pictures of surfaces', async () => {
    const image = await sharp(Buffer.from([...RED, ...BLUE, ...SAND, ...SAND]), {
      raw: { width: 2, height: 2, channels: 3 },
    })
      .resize(256, 256, { kernel: 'nearest' })
      .png()
      .toBuffer();
    const white = [255, 255, 255] as const;
    const { colourAt } = await draw(squares({ west: -40, south: -40, side: 80, up: 0, colour: white, image }));
    expectColour(await colourAt([-20, 20, 0]), RED);
    expectColour(await colourAt([20, 20, 0]), BLUE);
    expectColour(await colourAt([20, -20, 0]), SAND);
  });

  it('shows pictures that are KTX2', async () => {
    const side = 64;
    const rgba = Uint8Array.from({ length: side * side * 4 }, (_, i) => {
      const [x, y] = [Math.floor(i / 4) % side, Math.floor(i / 4 / side)];
      const colour = y >= side / 2 ? SAND : x < side / 2 ? RED : BLUE;
      return i % 4 === 3 ? 255 : colour[i % 4]!;
    });
    const image = await aKtx2(rgba, side);
    const white = [255, 255, 255] as const;
    const { colourAt } = await draw(squares({ west: -40, south: -40, side: 80, up: 0, colour: white, image }));
    expectColour(await colourAt([-20, 20, 0]), RED);
    expectColour(await colourAt([20, 20, 0]), BLUE);
    expectColour(await colourAt([20, -20, 0]), SAND);
  });

  it('shows the plain colour of the material where a KTX2 picture is damaged', async () => {
    const image = Buffer.concat([await aKtx2(new Uint8Array(64 * 64 * 4).fill(200), 64)]).fill(0xff, 90);
    const { colourAt } = await draw(squares({ west: -40, south: -40, side: 80, up: 0, colour: SAND, image }));
    expectColour(await colourAt([0, 0, 0]), SAND);
  });

  it('shows points in their colours, close enough to be a surface', async () => {
    const points: number[] = [];
    for (let east = -20; east <= 20; east += 0.5)
      for (let north = -20; north <= 20; north += 0.5) points.push(east, north, 1);
    const { colourAt } = await draw({
      'tileset.json': aTileset(aPlacedRoot(ORIGIN, 60, { content: { uri: 'tile.pnts' } })),
      'tile.pnts': aPnts({ points, featureTable: { CONSTANT_RGBA: [...RED, 255] } }),
    });
    for (const at of [-15.2, 0.3, 12.1]) expectColour(await colourAt([at, -at, 1]), RED);
  });

  it('shows points that Draco has compressed', async () => {
    const points: number[] = [];
    for (let east = -20; east <= 20; east += 0.5)
      for (let north = -20; north <= 20; north += 0.5) points.push(east, north, 1);
    const rgb = Uint8Array.from({ length: points.length }, (_, i) => (points[i - (i % 3)]! < 0 ? RED : BLUE)[i % 3]!);
    const { colourAt } = await draw({
      'tileset.json': aTileset(aPlacedRoot(ORIGIN, 60, { content: { uri: 'tile.pnts' } })),
      'tile.pnts': await aDracoPnts(points, rgb),
    });
    for (const at of [0.7, 12.1]) expectColour(await colourAt([-at, at, 1]), RED);
    for (const at of [0.7, 12.1]) expectColour(await colourAt([at, at, 1]), BLUE);
  });

  it('shows fine tiles in place of the coarse one, through an external tileset', async () => {
    const tile = (uri: string, more = {}) => ({
      ...aPlacedRoot(ORIGIN, 60, {}),
      content: { uri },
      transform: undefined,
      ...more,
    });
    const { plan, colourAt } = await draw({
      'tileset.json': aTileset(
        aPlacedRoot(ORIGIN, 60, {
          geometricError: 50,
          content: { uri: 'coarse.glb' },
          children: [tile('west.b3dm'), tile('more/tileset.json', { geometricError: 50 })],
        }),
      ),
      'coarse.glb': aGlbOfSquares([GROUND]),
      'west.b3dm': aB3dm({ glb: aGlbOfSquares([{ west: -60, south: -60, side: 60, up: 0, colour: RED }]) }),
      'more/tileset.json': aTileset(tile('east.glb')),
      'more/east.glb': aGlbOfSquares([{ west: 0, south: -60, side: 60, up: 0, colour: BLUE }]),
    });
    expect(plan).not.toBeNull();
    expectColour(await colourAt([-30, -30, 0]), RED);
    expectColour(await colourAt([30, -30, 0]), BLUE);
  });

  it('has pictures of all zooms', async () => {
    const versionFolder = await aFolder(squares(GROUND));
    const outFolder = path.join(await mkdtemp(path.join(tmpdir(), 'overlook-plan-')), 'plan');
    const plan = await drawPlan({ versionFolder, entry: 'tileset.json', outFolder, home: null });
    const zooms = (await readdir(outFolder)).map(Number).sort((a, b) => a - b);
    expect(zooms[0]).toBe(plan!.minZoom);
    expect(zooms.at(-1)).toBe(plan!.maxZoom);
    expect(zooms).toHaveLength(plan!.maxZoom - plan!.minZoom + 1);
  });

  it('leaves out a content that cannot be read, and is null where none can', async () => {
    const files = squares(GROUND);
    const { plan } = await draw({ ...files, 'tile.glb': Buffer.from('glTF, but not really') });
    expect(plan).toBeNull();
  });
});
