/** Picks of layers that other code adds to a stage: by clicks, by tools, and where the section volume cuts them. */
import { type Vec3, transformDirection, transformPoint } from '@overlook/shared/maths';
import type { PickResult, SectionVolume, StageTool, ToolHit } from '@overlook/engine';
import { addAreaAndCubes, isBlue, isRed, type LayersWindow, pick } from '../../fixtures/added-layers.ts';
import { pixelOf } from '../../fixtures/plant.ts';
import { writeQuadtree } from '../../fixtures/quadtree.ts';
import { DOWN, FRAME, OBLIQUE, openQuadtreeStage, picture, QUADTREE, SIZE } from '../../fixtures/quadtree-stage.ts';
import { expect, test } from '../../fixtures/test.ts';

test.beforeAll(() => writeQuadtree(QUADTREE));

const enuOf = (hit: PickResult | null): Vec3 => transformPoint(FRAME.enuFromEcef, hit!.pointEcef);

test('picks give the nearest of tiles and added layers, with its object and exact place', async ({ page }) => {
  await openQuadtreeStage(page, OBLIQUE);
  await addAreaAndCubes(page);
  await picture(page, 'oblique');
  const at = (point: Vec3) => pixelOf(point, OBLIQUE, SIZE);

  const area = await pick(page, at([-20, 10, 0.5]));
  expect(area).toMatchObject({ layer: null, featureId: null, added: { layerId: 'areas', index: 0 } });
  expect(area!.added!.object).toEqual({ name: 'north west' });
  const [east, north, up] = enuOf(area);
  // The middle of the pixel lies up to a pixel beside the place, 0.4 m across and 0.8 m along; its height is exact.
  expect(Math.abs(east + 20)).toBeLessThan(0.45);
  expect(Math.abs(north - 10)).toBeLessThan(0.9);
  expect(Math.abs(up - 0.5)).toBeLessThan(0.01);

  const cube = await pick(page, at([18, 7, 3]));
  expect(cube).toMatchObject({ added: { layerId: 'cubes', index: 1, object: { name: 'standing' } } });
  expect(Math.abs(enuOf(cube)[1] - 7)).toBeLessThan(0.01);

  const buried = await pick(page, at([18, -10, 0]));
  expect(buried).toMatchObject({ layer: 3, added: null });
  expect(Math.abs(enuOf(buried)[2])).toBeLessThan(0.01);

  const both = await page.evaluate(
    ([x, y]) => (window as unknown as LayersWindow).stage.drill(x!, y!),
    at([-20, 10, 0.5]),
  );
  expect(both.map(({ added, layer }) => added?.layerId ?? layer)).toEqual(['areas', 3]);
});

test('a tool is set on an added layer that is nearer than the model, and on the model beside it', async ({ page }) => {
  await openQuadtreeStage(page, OBLIQUE);
  await addAreaAndCubes(page);
  await picture(page, 'oblique with a tool');
  await page.evaluate(() => {
    const w = window as unknown as LayersWindow & { hits: ToolHit[] };
    w.hits = [];
    const nothing = () => undefined;
    const tool: StageTool = {
      id: 'probe',
      cursor: 'crosshair',
      marks: () => [],
      grab: () => false,
      drag: nothing,
      release: nothing,
      cancelGrab: nothing,
      subscribe: () => nothing,
      tap: (hit) => void (hit && w.hits.push(hit)),
      markedPoint: () => null,
      hover: nothing,
      cancel: () => false,
      key: () => false,
      unrefined: () => [],
      refine: () => false,
    };
    w.stage.update({ activeTool: tool, drawnTools: [tool] });
  });
  const at = (point: Vec3) => pixelOf(point, OBLIQUE, SIZE);
  for (const point of [[18, 7, 3], [18, -10, 0]] as Vec3[]) await page.mouse.click(...at(point)); // prettier-ignore
  await page.waitForFunction(() => (window as unknown as { hits: unknown[] }).hits.length === 2);
  const [cube, ground] = await page.evaluate(() => (window as unknown as { hits: ToolHit[] }).hits);
  expect(Math.abs(transformPoint(FRAME.enuFromEcef, cube!.pointEcef)[1] - 7)).toBeLessThan(0.01);
  expect(cube!.isAdded).toBe(true);
  expect(Math.abs(transformPoint(FRAME.enuFromEcef, ground!.pointEcef)[2])).toBeLessThan(0.01);
  expect(ground!.isAdded).toBeUndefined();
});

test('the section volume cuts added layers as it cuts the tiles, in pictures and picks', async ({ page }) => {
  await openQuadtreeStage(page, DOWN);
  await addAreaAndCubes(page);
  await page.evaluate((section) => (window as unknown as LayersWindow).stage.update({ section }), {
    box: null,
    // Everything to the west of −20 m is cut away.
    planes: [
      {
        pointEcef: transformPoint(FRAME.ecefFromEnu, [-20, 0, 0]),
        normalEcef: transformDirection(FRAME.ecefFromEnu, [1, 0, 0]),
      },
    ],
  } as SectionVolume);
  const seen = await picture(page, 'cut');
  const at = (point: Vec3) => pixelOf(point, DOWN, SIZE);
  expect(isRed(seen.at(...at([-19, 10, 0.5])))).toBe(true);
  expect(isRed(seen.at(...at([-21, 10, 0.5])))).toBe(false);
  expect(isBlue(seen.at(...at([-21, 10, 0.5])))).toBe(false);
  expect(await pick(page, at([-19, 10, 0.5]))).toMatchObject({ added: { layerId: 'areas' } });
  expect(await pick(page, at([-22, 10, 0.5]))).toBeNull();
});
