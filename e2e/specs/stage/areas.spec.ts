/**
 * Areas and pins on a stage: what they tint, what hides and cuts them, what is visible through them, and what a click
 * finds.
 */
import path from 'node:path';
import type { Page } from '@playwright/test';
import { type Vec3, normalize, transformDirection, transformPoint } from '@overlook/shared/maths';
import type { AreaPick, SectionVolume, StageArea, StagePatch, StagePin } from '@overlook/engine';
import { blobBytes } from '../../fixtures/blob-bytes.ts';
import { openHarness } from '../../fixtures/harness.ts';
import { Picture, type Rgb } from '../../fixtures/picture.ts';
import { pixelOf } from '../../fixtures/plant.ts';
import { QUADTREE_ORIGIN, writeQuadtree } from '../../fixtures/quadtree.ts';
import {
  DOWN,
  FRAME,
  OBLIQUE,
  openQuadtreeStage,
  picture,
  poseOf,
  QUADTREE,
  setView,
  SIZE,
  type StageWindow,
  type View,
} from '../../fixtures/quadtree-stage.ts';
import { ROOT } from '../../fixtures/server.ts';
import { expect, test } from '../../fixtures/test.ts';

interface AreasWindow extends StageWindow {
  taps: string[];
  pinTaps: (readonly string[])[];
  pinHovers: (readonly string[])[];
}

test.beforeAll(() => writeQuadtree(QUADTREE));

const ecef = (point: Vec3): Vec3 => transformPoint(FRAME.ecefFromEnu, point);

function anArea(id: string, ring: readonly (readonly [number, number])[], fields: Partial<StageArea> = {}): StageArea {
  return {
    id,
    cornersEcef: ring.map(([east, north]) => ecef([east, north, 0])),
    bottomHeight: 0,
    topHeight: 5,
    isCapped: true,
    color: '#ff0000',
    outline: 'solid',
    isSelected: false,
    ...fields,
  };
}

const square = (east: number, north: number, side: number): [number, number][] => [
  [east, north],
  [east + side, north],
  [east + side, north + side],
  [east, north + side],
];
/** Concave: the north-east quarter of 20 m is missing. */
const L_SHAPE: [number, number][] = [
  [-10, -10],
  [10, -10],
  [10, 0],
  [0, 0],
  [0, 10],
  [-10, 10],
];

async function open(page: Page, view: View, areas: readonly StageArea[]): Promise<void> {
  await openQuadtreeStage(page, view);
  await page.evaluate(async (shown) => {
    const w = window as unknown as AreasWindow;
    w.stage.update({ areas: shown });
    w.taps = [];
    w.stage.on('areaTap', (id) => w.taps.push(id));
    w.pinTaps = [];
    w.pinHovers = [];
    w.stage.on('pinTap', (ids) => w.pinTaps.push(ids));
    w.stage.on('pinHover', (ids) => w.pinHovers.push(ids));
    await w.stage.idle();
  }, areas);
}

const update = (page: Page, patch: Pick<StagePatch, 'areas' | 'section' | 'pins' | 'hoveredPinIds'>) =>
  page.evaluate((it) => (window as unknown as AreasWindow).stage.update(it), patch);

const pickArea = (page: Page, [x, y]: readonly [number, number]): Promise<AreaPick | null> =>
  page.evaluate(([px, py]) => (window as unknown as AreasWindow).stage.pickArea(px!, py!), [x, y]);

/** Half of the first over the second, as far as a JPEG keeps it. */
function isBlendOf({ r, g, b }: Rgb, over: Rgb, under: Rgb): boolean {
  const half = (x: number, y: number) => (x + y) / 2;
  const errors = [r - half(over.r, under.r), g - half(over.g, under.g), b - half(over.b, under.b)];
  return Math.max(...errors.map(Math.abs)) < 14;
}
const RED: Rgb = { r: 255, g: 0, b: 0 };

const isReddish = ({ r, g, b }: Rgb) => r > 90 && r > g + 40 && r > b - 60;

test('an area tints everything in it and behind it by half, within its concave ring and at its height', async ({
  page,
}) => {
  await open(page, DOWN, []);
  const bare = await picture(page, 'bare');
  await update(page, { areas: [anArea('l', L_SHAPE)] });
  const seen = await picture(page, 'from above');
  const at = (point: Vec3) => pixelOf(point, DOWN, SIZE);
  const tinted = (pixel: [number, number]) => isBlendOf(seen.around(...pixel), RED, bare.around(...pixel));
  for (const point of [
    [-5, -5, 5],
    [5, -5, 5],
    [-5, 5, 5],
  ] satisfies Vec3[])
    expect(tinted(at(point))).toBe(true);
  // In the notch, and outside.
  for (const point of [
    [6, 6, 5],
    [-15, 0, 0],
    [15, 15, 0],
  ] satisfies Vec3[])
    expect(tinted(at(point))).toBe(false);

  await setView(page, OBLIQUE);
  const oblique = await picture(page, 'oblique');
  // Over the ground behind it, a point 4 m up is tinted and a point 7 m up is not.
  expect(isReddish(oblique.around(...pixelOf([-9, -10, 4], OBLIQUE, SIZE)))).toBe(true);
  expect(isReddish(oblique.around(...pixelOf([-5, -10, -2], OBLIQUE, SIZE)))).toBe(false);

  // From inside, all around is tinted once.
  const inside: View = { position: [-5, -5, 2], direction: normalize([1, 0.2, -0.4]), up: normalize([0.4, 0.08, 1]) };
  await setView(page, inside);
  const within = await picture(page, 'inside');
  await update(page, { areas: [] });
  const bareWithin = await picture(page, 'inside, bare');
  expect(isBlendOf(within.around(160, 150), RED, bareWithin.around(160, 150))).toBe(true);
});

test('of two areas the nearer one is over the farther one, from either side', async ({ page }) => {
  const areas = [
    anArea('near', square(-5, -20, 10), { topHeight: 8 }),
    anArea('far', square(-5, 5, 10), { topHeight: 8, color: '#00ff00' }),
  ];
  await open(page, OBLIQUE, areas);
  const through: [number, number] = pixelOf([0, -15, 7], OBLIQUE, SIZE);
  const front = (await picture(page, 'from the south')).around(...through);
  expect(front.r).toBeGreaterThan(front.g);
  const north: View = { position: [0, 50, 30], direction: normalize([0, -5, -3]), up: normalize([0, -3, 5]) };
  await setView(page, north);
  const back = (await picture(page, 'from the north')).around(...pixelOf([0, 8, 7], north, SIZE));
  expect(back.g).toBeGreaterThan(back.r);
});

test('edges show through where the model hides them, and fills do not', async ({ page }) => {
  await open(page, DOWN, []);
  const bare = await picture(page, 'bare');
  const buried = anArea('a', square(-10, -10, 20), { bottomHeight: -9, topHeight: -1, outline: 'double' });
  await update(page, { areas: [buried] });
  const seen = await picture(page, 'buried');
  const inFill = pixelOf([0, 0, -1], DOWN, SIZE);
  expect(Math.abs(bare.around(...inFill).r - seen.around(...inFill).r)).toBeLessThan(12);
  const edge = pixelOf([0, -10, -1], DOWN, SIZE);
  expect(isReddish(seen.around(...edge))).toBe(true);
  expect(isReddish(bare.around(...edge))).toBe(false);

  // The visible part of the same line is opaque, with a dark casing beside it.
  await update(page, { areas: [{ ...buried, topHeight: 1 }] });
  const inSight = (await picture(page, 'in sight')).around(...pixelOf([0, -10, 1], DOWN, SIZE));
  expect(inSight.r).toBeGreaterThan(seen.around(...edge).r);
});

test('the section volume cuts areas, in pictures and picks', async ({ page }) => {
  await open(page, DOWN, [anArea('a', square(-20, -10, 20))]);
  const pixel = (east: number) => pixelOf([east, 0, 5], DOWN, SIZE);
  expect(await pickArea(page, pixel(-15))).toMatchObject({ areaId: 'a' });
  const westIsCut: SectionVolume = {
    box: null,
    planes: [{ pointEcef: ecef([-10, 0, 0]), normalEcef: transformDirection(FRAME.ecefFromEnu, [1, 0, 0]) }],
  };
  await update(page, { section: westIsCut });
  const seen = await picture(page, 'cut');
  expect(isReddish(seen.around(...pixel(-6)))).toBe(true);
  expect(isReddish(seen.around(...pixel(-15)))).toBe(false);
  expect(await pickArea(page, pixel(-15))).toBeNull();
  expect(await pickArea(page, pixel(-6))).toMatchObject({ areaId: 'a' });
});

test('a click finds the nearest area that the model does not hide, and tells its id', async ({ page }) => {
  await open(page, OBLIQUE, [
    anArea('front', square(-5, -15, 10)),
    anArea('behind', square(-5, 5, 10)),
    anArea('buried', square(12, -10, 10), { bottomHeight: -9, topHeight: -1 }),
  ]);
  const at = (point: Vec3) => pixelOf(point, OBLIQUE, SIZE);
  const hit = await pickArea(page, at([0, -15, 2]));
  expect(hit!.areaId).toBe('front');
  const [, north, up] = transformPoint(FRAME.enuFromEcef, hit!.pointEcef);
  expect(Math.abs(north + 15)).toBeLessThan(0.01);
  expect(Math.abs(up - 2)).toBeLessThan(0.3);
  expect(await pickArea(page, at([0, 10, 5]))).toMatchObject({ areaId: 'behind' });
  expect(await pickArea(page, at([17, -5, -1]))).toBeNull();
  expect(await pickArea(page, at([-25, 0, 0]))).toBeNull();
  const box = (await page.locator('#view').boundingBox())!;
  const [x, y] = at([0, 10, 5]);
  await page.mouse.click(box.x + x, box.y + y);
  await expect.poll(() => page.evaluate(() => (window as unknown as AreasWindow).taps)).toEqual(['behind']);
});

test('on each side of a swipe the layer of that side hides areas, in pictures and picks', async ({ page }) => {
  const raised = path.join(ROOT, '.cache/quadtree-raised');
  await writeQuadtree(raised, 4);
  await openHarness(page, { quadtree: QUADTREE, raised });
  await page.evaluate(
    async ({ origin, pose, areas }) => {
      const w = window as unknown as AreasWindow;
      w.stage = await w.createStage({ container: w.container, antialias: false });
      const layers = ['quadtree', 'raised'].map((name, i) => ({
        modeltypeId: 3 - i,
        url: `/tiles/${name}/tileset.json`,
      }));
      w.stage.setSite({ origin, homePose: pose, layers });
      const swipe = { secondLayerId: 2, direction: 'sideBySide', fraction: 0.5 } as const;
      w.stage.update({ layerId: 3, screenSpaceErrorPx: 2, areas, swipe });
      await w.stage.idle();
    },
    // Above the ground of the first layer, below that of the second.
    { origin: QUADTREE_ORIGIN, pose: poseOf(DOWN), areas: [anArea('a', square(-20, -10, 40), { topHeight: 2 })] },
  );
  const [left, right] = [pixelOf([-10, 5, 2], DOWN, SIZE), pixelOf([10, 5, 2], DOWN, SIZE)];
  const seen = await picture(page, 'both sides');
  expect([isReddish(seen.around(...left)), isReddish(seen.around(...right))]).toEqual([true, false]);
  expect(await pickArea(page, left)).toMatchObject({ areaId: 'a' });
  expect(await pickArea(page, right)).toBeNull();

  await page.evaluate(() => {
    const { stage } = window as unknown as AreasWindow;
    stage.update({ swipe: { ...stage.state().swipe!, fraction: 0.9 } });
  });
  expect(isReddish((await picture(page, 'moved on')).around(...right))).toBe(true);
  expect(await pickArea(page, right)).toMatchObject({ areaId: 'a' });
});

test('areas are on every screen, in a picture of another size, and there again after a lost context', async ({
  page,
}) => {
  const areas = [anArea('a', square(-10, -10, 20), { color: '#00ff00' })];
  await open(page, DOWN, areas);
  const second = await page.evaluateHandle(
    async ({ origin, pose, areas }) => {
      const w = window as unknown as AreasWindow;
      const other = document.createElement('div');
      other.style.cssText = 'position:relative;width:160px;height:100px;background:#808080';
      document.body.append(other);
      const stage = await w.createStage({ container: other, antialias: false });
      stage.setSite({ origin, homePose: pose, layers: [{ modeltypeId: 3, url: '/tiles/quadtree/tileset.json' }] });
      stage.update({ layerId: 3, areas });
      await stage.idle();
      const blob = await stage.screenshot();
      stage.destroy();
      return blob;
    },
    { origin: QUADTREE_ORIGIN, pose: poseOf(DOWN), areas },
  );
  const isGreenish = ({ r, g }: Rgb) => g > 90 && g > r + 40;
  expect(isGreenish((await Picture.decode(await blobBytes(second))).around(80, 50))).toBe(true);
  await page.evaluate(async () => {
    const { stage } = window as unknown as AreasWindow;
    await new Promise<void>((resolve) => {
      stage.on('contextRestored', () => resolve());
      window.engineContexts().at(-1)!.getExtension('WEBGL_lose_context')!.loseContext();
    });
  });
  const restored = await picture(page, 'restored');
  expect(isGreenish(restored.around(160, 100))).toBe(true);
  expect(isGreenish(restored.around(160, 20))).toBe(false);
});

const aPin = (id: string, place: Vec3, fields: Partial<StagePin> = {}): StagePin => ({
  id,
  pointEcef: ecef(place),
  color: '#ff0000',
  glyph: 'check',
  ...fields,
});
/** In the head of a pin beside its glyph, 21 px above its tip. */
const inHead = ([x, y]: readonly [number, number]): [number, number] => [Math.round(x) - 7, Math.round(y) - 18];

test('pins are drawn at their positions, are one where they overlap, and fade where the model hides them', async ({
  page,
}) => {
  await open(page, OBLIQUE, []);
  const pins = [
    aPin('1', [-20, 0, 0]),
    aPin('2', [10, 0, 0]),
    aPin('3', [10.4, 0.4, 0], { color: '#00ff00' }),
    aPin('4', [-5, -10, -6]),
  ];
  await update(page, { pins });
  const seen = await picture(page, 'pins');
  const at = (place: Vec3) => pixelOf(place, OBLIQUE, SIZE);
  const single = seen.at(...inHead(at([-20, 0, 0])));
  expect(single.r).toBeGreaterThan(200);
  // Of two states: neither red nor green.
  const group = seen.at(...inHead(at([10, 0, 0])));
  expect(Math.abs(group.r - group.g)).toBeLessThan(40);
  // The geometry for the answer is read from the GPU after the view has settled.
  const buried = async () => (await picture(page, 'faded')).at(...inHead(at([-5, -10, -6])));
  await expect.poll(async () => (await buried()).r).toBeLessThan(single.r - 30);
  expect((await buried()).r).toBeGreaterThan((await buried()).g + 30);

  const box = (await page.locator('#view').boundingBox())!;
  const mouseAt = (place: Vec3): [number, number] => {
    const [x, y] = at(place);
    return [box.x + x, box.y + y - 15];
  };
  const told = () =>
    page.evaluate(() => {
      const { pinTaps, pinHovers, taps } = window as unknown as AreasWindow;
      return { pinTaps, pinHovers, taps };
    });
  await page.mouse.move(...mouseAt([10, 0, 0]));
  await expect.poll(async () => (await told()).pinHovers).toEqual([['2', '3']]);
  await page.mouse.click(...mouseAt([10, 0, 0]));
  await expect.poll(async () => (await told()).pinTaps).toEqual([['2', '3']]);
  await page.mouse.move(box.x + 5, box.y + 195);
  await expect.poll(async () => (await told()).pinHovers.at(-1)).toEqual([]);

  // Pointed at in a list: larger, with a white edge; and none of it in a picture of the stage by another.
  await update(page, { hoveredPinIds: ['1'] });
  const [x, y] = at([-20, 0, 0]);
  const above = [Math.round(x), Math.round(y) - 33] as const;
  expect(seen.at(...above).r).toBeLessThan(150);
  expect((await picture(page, 'pointed at')).at(...above).r).toBeGreaterThan(150);
  // For a group, any of its pins counts.
  await update(page, { hoveredPinIds: ['3'] });
  const overGroup = [Math.round(at([10, 0, 0])[0]), Math.round(at([10, 0, 0])[1]) - 33] as const;
  expect(seen.at(...overGroup).r).toBeLessThan(150);
  expect((await picture(page, 'group pointed at')).at(...overGroup).r).toBeGreaterThan(150);
});
