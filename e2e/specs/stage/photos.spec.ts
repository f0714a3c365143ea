/** Photos on a stage: their billboards and frusta, a photo over the model, and which of them see a point. */
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { type Vec3, normalize, transformDirection, transformPoint } from '@overlook/shared/maths';
import type { SectionVolume, Stage, StagePatch, StagePhoto } from '@overlook/engine';
import { blobBytes } from '../../fixtures/blob-bytes.ts';
import { Picture, type Rgb } from '../../fixtures/picture.ts';
import { pixelOf } from '../../fixtures/plant.ts';
import { QUADTREE_ORIGIN, writeQuadtree } from '../../fixtures/quadtree.ts';
import {
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
import { expect, test } from '../../fixtures/test.ts';

interface PhotosWindow extends StageWindow {
  photoTaps: (readonly string[])[];
  photoHovers: (readonly string[])[];
}

test.beforeAll(() => writeQuadtree(QUADTREE));

const ecef = (point: Vec3): Vec3 => transformPoint(FRAME.ecefFromEnu, point);
const ecefWay = (way: Vec3): Vec3 => transformDirection(FRAME.ecefFromEnu, way);

/** A picture of one colour, or of a colour for each quarter from the upper left on. */
async function pngUrl(colours: readonly string[], width = 60, height = 40): Promise<string> {
  const half = [width / 2, height / 2] as const;
  const parts = colours.slice(1).map(async (background, i) => ({
    input: await sharp({ create: { width: half[0], height: half[1], channels: 3, background } })
      .png()
      .toBuffer(),
    left: i === 1 ? 0 : half[0],
    top: i === 0 ? 0 : half[1],
  }));
  const whole = sharp({ create: { width, height, channels: 3, background: colours[0]! } });
  const png = await whole
    .composite(await Promise.all(parts))
    .png()
    .toBuffer();
  return `data:image/png;base64,${png.toString('base64')}`;
}

const RED = await pngUrl(['#ff0000']);
/** Red, green; white, black. */
const QUARTERS = await pngUrl(['#ff0000', '#00ff00', '#ffffff', '#000000'], 1200, 800);

const aPhoto = (id: string, place: Vec3, fields: Partial<StagePhoto> = {}): StagePhoto => ({
  id,
  positionEcef: ecef(place),
  orientation: null,
  lens: null,
  kind: 'ground',
  label: `Photo ${id}`,
  thumbnailUrl: RED,
  pictureUrl: null,
  ...fields,
});

/** Looks north, level. */
const NORTH = { direction: ecefWay([0, 1, 0]), up: ecefWay([0, 0, 1]) };

type PhotosPatch = Pick<
  StagePatch,
  'photos' | 'selectedPhotoId' | 'hoveredPhotoId' | 'photoLook' | 'section' | 'fovYDeg'
>;

async function show(page: Page, patch: PhotosPatch, name: string) {
  await page.evaluate((it) => (window as unknown as PhotosWindow).stage.update(it), patch);
  return picture(page, name);
}

async function open(page: Page, view: View): Promise<void> {
  await openQuadtreeStage(page, view);
  await page.evaluate(() => {
    const w = window as unknown as PhotosWindow;
    w.photoTaps = [];
    w.photoHovers = [];
    w.stage.on('photoTap', (ids) => w.photoTaps.push(ids));
    w.stage.on('photoHover', (ids) => w.photoHovers.push(ids));
  });
}

const isRed = ({ r, g, b }: Rgb) => r > 180 && g < 70 && b < 70;
const isWhite = ({ r, g, b }: Rgb) => Math.min(r, g, b) > 200;
const isAccent = ({ r, g, b }: Rgb) => b > 190 && r < 100 && g < 160;
/** In the upper part of a billboard at 0.88 of its size, beside its signs. */
const onBoard = (place: Vec3, view = OBLIQUE): [number, number] => {
  const [x, y] = pixelOf(place, view, SIZE);
  return [Math.round(x), Math.round(y) - 35];
};

test('billboards are over their places, merged where they overlap, cut, faded, and hidden near the camera', async ({
  page,
}) => {
  await open(page, OBLIQUE);
  const single: Vec3 = [-22, 0, 2];
  const pair: Vec3 = [12, 0, 2];
  const buried: Vec3 = [-5, -18, -4];
  const near: Vec3 = [0, -46, 28.2];
  const photos = [
    aPhoto('1', single),
    aPhoto('2', pair),
    aPhoto('3', [12.5, 0, 2], { kind: 'airborne' }),
    aPhoto('4', buried),
    aPhoto('5', near, { kind: 'panosphere' }),
  ];
  const seen = await show(page, { photos }, 'billboards');
  expect(isRed(seen.at(...onBoard(single)))).toBe(true);
  expect(isRed(seen.at(...onBoard(pair)))).toBe(true);
  expect(isRed(seen.at(...onBoard(near)))).toBe(false);
  // The tip is white, and its end is at the place.
  const [tipX, tipY] = pixelOf(single, OBLIQUE, SIZE);
  expect(isWhite(seen.at(tipX, tipY - 5))).toBe(true);
  expect(isWhite(seen.at(tipX, tipY + 2))).toBe(false);
  await expect.poll(async () => isRed((await picture(page, 'faded')).at(...onBoard(buried)))).toBe(false);
  const faded = (await picture(page, 'faded')).at(...onBoard(buried));
  expect(faded.r).toBeGreaterThan(100);

  const box = (await page.locator('#view').boundingBox())!;
  const mouseAt = (place: Vec3): [number, number] => [box.x + onBoard(place)[0], box.y + onBoard(place)[1]];
  const told = () =>
    page.evaluate(() => {
      const { photoTaps, photoHovers } = window as unknown as PhotosWindow;
      return { photoTaps, photoHovers };
    });
  await page.mouse.move(...mouseAt(pair));
  await expect.poll(async () => (await told()).photoHovers).toEqual([['2', '3']]);
  await page.mouse.click(...mouseAt(pair));
  await expect.poll(async () => (await told()).photoTaps).toEqual([['2', '3']]);
  await page.mouse.move(box.x + 5, box.y + 195);
  await expect.poll(async () => (await told()).photoHovers.at(-1)).toEqual([]);

  // Selected: blue, half as large again, and below its place.
  const selected = await show(page, { selectedPhotoId: '1' }, 'selected');
  expect(isRed(selected.at(...onBoard(single)))).toBe(false);
  expect(isRed(selected.at(tipX, tipY + 30))).toBe(true);
  expect(isAccent(selected.at(tipX, tipY + 5))).toBe(true);
  const pointed = await show(page, { selectedPhotoId: null, hoveredPhotoId: '1' }, 'pointed at');
  expect(isRed(pointed.at(tipX, tipY - 55))).toBe(true);
  expect(isRed(seen.at(tipX, tipY - 55))).toBe(false);

  // Only the part west of the middle.
  const section: SectionVolume = {
    box: null,
    planes: [{ pointEcef: ecef([0, 0, 0]), normalEcef: ecefWay([-1, 0, 0]) }],
  };
  const cut = await show(page, { hoveredPhotoId: null, section }, 'cut');
  expect(isRed(cut.at(...onBoard(single)))).toBe(true);
  expect(isRed(cut.at(...onBoard(pair)))).toBe(false);
});

/** Whether a thin white line goes through a place. */
const hasBright = (seen: Picture, [x, y]: [number, number]): boolean =>
  [-1, 0, 1].some((i) => [-1, 0, 1].some((j) => isBright(seen.at(x + i, y + j))));
const isBright = ({ r, g, b }: Rgb): boolean => Math.min(r, g, b) > 150;

/** 90° across, 73.74° up and down: a far plane of 12 × 9 m at 6 m. */
const LENS = { projection: 'perspective', widthPx: 400, heightPx: 300, hfovDeg: 90 } as const;

test('the selected photo has its frustum with the picture on the far plane, and a panosphere its heading', async ({
  page,
}) => {
  const BEHIND: View = { position: [0, -20, 8], direction: [0, 1, 0], up: [0, 0, 1] };
  await open(page, BEHIND);
  const place: Vec3 = [0, 0, 8];
  const photo = aPhoto('1', place, { orientation: NORTH, lens: LENS, thumbnailUrl: QUARTERS });
  const seen = await show(page, { photos: [photo], selectedPhotoId: '1' }, 'frustum');
  const at = (point: Vec3) => seen.at(...pixelOf(point, BEHIND, SIZE));
  // The upper quarters of the far plane; the lower ones are behind the billboard.
  expect(isRed(at([-4, 6, 10]))).toBe(true);
  expect(at([4, 6, 10]).g).toBeGreaterThan(180);
  expect(at([4, 6, 10]).r).toBeLessThan(80);
  // The edges from the camera to the corners, and those of the far plane.
  const hasLine = (point: Vec3) => hasBright(seen, pixelOf(point, BEHIND, SIZE));
  for (const east of [-3, 3]) expect(hasLine([east, 3, 10.25])).toBe(true);
  expect(hasLine([3, 3, 11.5])).toBe(false);
  expect([hasLine([2, 6, 12.5]), hasLine([-6, 6, 10]), hasLine([6, 6, 10])]).toEqual([true, true, true]);
  expect([hasLine([2, 6, 13.5]), hasLine([-7, 6, 10]), hasLine([7, 6, 10])]).toEqual([false, false, false]);

  const pano = aPhoto('2', place, {
    kind: 'panosphere',
    orientation: { direction: ecefWay([1, 0, 0]), up: ecefWay([0, 0, 1]) },
    lens: { projection: 'equirectangular', widthPx: 400, heightPx: 200, crop: null },
  });
  await show(page, { photos: [pano], selectedPhotoId: '2' }, 'panosphere');
  const CLOSE: View = { ...BEHIND, position: [0, -7, 8] };
  await setView(page, CLOSE);
  const close = await picture(page, 'panosphere from near');
  const hasRing = (point: Vec3) => hasBright(close, pixelOf(point, CLOSE, SIZE));
  expect([hasRing([1.3, 0, 8]), hasRing([-1.3, 0, 8])]).toEqual([true, false]);
  expect([hasRing([0, 0, 9]), hasRing([0, 0, 9.4])]).toEqual([true, false]);
});

test('a look lays each pixel of the photo over the model to the pixel, for every lens and direction', async ({
  page,
}) => {
  const place: Vec3 = [3, -20, 12];
  const along = (direction: Vec3, up: Vec3): View => ({ position: place, direction: normalize(direction), up });
  const view = along([0, 4, -3], normalize([0, 3, 4]));
  await open(page, view);
  const orientation = { direction: ecefWay(view.direction), up: ecefWay(view.up) };
  const photo = aPhoto('1', place, { orientation, lens: { ...LENS, hfovDeg: 40 }, thumbnailUrl: QUARTERS });
  const photoLook = { photoId: '1', picture: QUARTERS, opacity: 1 };
  const seen = await show(page, { photos: [photo], photoLook }, 'look');
  // The upper left corner of a lens of 40° by 30.53° in a screen of 60° up and down.
  const perTangent = SIZE.height / 2 / Math.tan(Math.PI / 6);
  const half = [Math.tan(Math.PI / 9) * perTangent, (Math.tan(Math.PI / 9) * perTangent * 3) / 4] as const;
  const [left, top] = [SIZE.width / 2 - half[0], SIZE.height / 2 - half[1]];
  const isIn = (x: number, y: number) => isRed(seen.at(x, y));
  expect([isIn(left + 1.5, top + 20), isIn(left - 1.5, top + 20)]).toEqual([true, false]);
  expect([isIn(left + 20, top + 1.5), isIn(left + 20, top - 1.5)]).toEqual([true, false]);
  expect([isIn(SIZE.width / 2 - 2, top + 20), isIn(SIZE.width / 2 + 1, top + 20)]).toEqual([true, false]);

  // Through a lens of 40° up and down the model and the photo over it are larger by as much; the pick agrees.
  const long = await show(page, { fovYDeg: 40 }, 'long lens');
  const grown = Math.tan(Math.PI / 6) / Math.tan(Math.PI / 9);
  const longLeft = SIZE.width / 2 - half[0] * grown;
  const longTop = SIZE.height / 2 - half[1] * grown;
  const redAt = (x: number, y: number) => isRed(long.at(x, y));
  expect([redAt(longLeft + 1.5, longTop + 20), redAt(longLeft - 1.5, longTop + 20)]).toEqual([true, false]);
  expect([redAt(longLeft + 20, longTop + 1.5), redAt(longLeft + 20, longTop - 1.5)]).toEqual([true, false]);
  const [spotX, spotY] = [SIZE.width / 2 + 40, SIZE.height / 2 + 30];
  const spot = await page.evaluate(
    ([x, y]) => {
      const { stage } = window as unknown as PhotosWindow;
      const { pointEcef } = stage.pick(x!, y!)!;
      return { pointEcef, seen: stage.project(pointEcef)! };
    },
    [spotX, spotY],
  );
  // Calculated by hand: the ray of that pixel at 40° meets the ground at height 0.
  const perLong = SIZE.height / 2 / Math.tan(Math.PI / 9);
  const [side, fall] = [40 / perLong, -30 / perLong];
  const ray: Vec3 = [side, view.direction[1] + fall * view.up[1], view.direction[2] + fall * view.up[2]];
  const ground = transformPoint(FRAME.enuFromEcef, spot.pointEcef);
  const reach = -place[2] / ray[2];
  expect(Math.hypot(ground[0] - place[0] - ray[0] * reach, ground[1] - place[1] - ray[1] * reach)).toBeLessThan(0.01);
  expect(Math.hypot(spot.seen.x - spotX, spot.seen.y - spotY)).toBeLessThan(0.01);
  await show(page, { fovYDeg: 60 }, 'usual lens');

  // Half as strong, the blue of the model shows through.
  const through = (await show(page, { photoLook: { ...photoLook, opacity: 0.5 } }, 'half')).at(left + 20, top + 20);
  expect(through.r).toBeGreaterThan(90);
  expect(through.b).toBeGreaterThan(60);

  // A sphere whose quarters meet straight ahead and, in the other half, behind: the camera turns by 30° to the right.
  const turned = along([Math.sin(Math.PI / 6), Math.cos(Math.PI / 6), 0], [0, 0, 1]);
  const lens = { projection: 'equirectangular', widthPx: 400, heightPx: 200, crop: null } as const;
  const sphere = aPhoto('1', place, { kind: 'panosphere', orientation: NORTH, lens });
  await setView(page, turned);
  const round = await show(page, { photos: [sphere], photoLook }, 'sphere');
  const [ahead] = pixelOf([place[0], place[1] + 10, place[2]], turned, SIZE);
  expect(isRed(round.at(ahead - 2, 50))).toBe(true);
  expect(isRed(round.at(ahead + 2, 50))).toBe(false);
  expect(isWhite(round.at(ahead - 2, 150))).toBe(true);
  expect(isWhite(round.at(ahead + 2, 150))).toBe(false);
  expect([isRed(round.at(ahead - 5, 98)), isRed(round.at(ahead - 5, 101))]).toEqual([true, false]);

  // Away from the place of the photo, the photo is not shown over the model.
  await setView(page, { ...turned, position: [3, -22, 12] });
  expect(isRed((await picture(page, 'away')).at(ahead - 2, 50))).toBe(false);
});

test('billboards and frustum are on every screen, and there again after a lost context', async ({ page }) => {
  await open(page, OBLIQUE);
  const [place, other]: Vec3[] = [
    [-22, 0, 2],
    [12, 0, 2],
  ];
  const photos = [aPhoto('1', place!), aPhoto('2', other!, { orientation: NORTH, lens: LENS, thumbnailUrl: QUARTERS })];
  const shown = { photos, selectedPhotoId: '2' };
  const first = await show(page, shown, 'first screen');
  await page.evaluate(
    async ({ origin, pose, size, patch }) => {
      const w = window as unknown as PhotosWindow & { second: Stage };
      const container = document.createElement('div');
      container.style.cssText = `position:relative;width:${size.width}px;height:${size.height}px;background:#808080`;
      document.body.append(container);
      w.second = await w.createStage({ container, antialias: false });
      w.second.setSite({ origin, homePose: pose, layers: [{ modeltypeId: 3, url: '/tiles/quadtree/tileset.json' }] });
      w.second.update({ layerId: 3, screenSpaceErrorPx: 2, ...patch });
      await w.second.idle();
    },
    { origin: QUADTREE_ORIGIN, pose: poseOf(OBLIQUE), size: SIZE, patch: shown },
  );
  const ofSecond = async () => {
    const blob = await page.evaluateHandle(async () => {
      const { second } = window as unknown as { second: Stage };
      await second.idle();
      return second.screenshot();
    });
    return Picture.decode(await blobBytes(blob));
  };
  /** On the far plane of the frustum, between its lines: red and green. */
  const onPlane: Vec3[] = [
    [10.5, 6, 5.5],
    [13.5, 6, 5.5],
  ];
  const isComplete = (seen: Picture) => {
    const [red, green] = onPlane.map((point) => seen.at(...pixelOf(point, OBLIQUE, SIZE)));
    return isRed(seen.at(...onBoard(place!))) && isRed(red!) && green!.g > 150 && green!.r < 100;
  };
  expect([isComplete(first), isComplete(await ofSecond())]).toEqual([true, true]);

  await page.evaluate(async () => {
    const { stage, second } = window as unknown as PhotosWindow & { second: Stage };
    const restored = [stage, second].map(
      (one) => new Promise<void>((resolve) => one.on('contextRestored', () => resolve())),
    );
    window.engineContexts().at(-1)!.getExtension('WEBGL_lose_context')!.loseContext();
    await Promise.all(restored);
  });
  expect([isComplete(await picture(page, 'restored')), isComplete(await ofSecond())]).toEqual([true, true]);
});
