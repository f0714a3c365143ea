/** Layers that other code adds to a stage: where they appear, what hides them, how they fail and when they are removed. */
import type { Vec3 } from '@overlook/shared/maths';
import type { Area } from '../../harness/example-areas.ts';
import { addAreaAndCubes, isBlue, isGreen, isRed, type LayersWindow, pick } from '../../fixtures/added-layers.ts';
import { openHarness } from '../../fixtures/harness.ts';
import { Picture, type Rgb } from '../../fixtures/picture.ts';
import { pixelOf } from '../../fixtures/plant.ts';
import { QUADTREE_ORIGIN, writeQuadtree } from '../../fixtures/quadtree.ts';
import { DOWN, openQuadtreeStage, picture, poseOf, QUADTREE, setView, SIZE } from '../../fixtures/quadtree-stage.ts';
import { expect, test } from '../../fixtures/test.ts';

test.beforeAll(() => writeQuadtree(QUADTREE));

/** From half way between the blue ground and a pink icon: pictures are JPEGs, in which an edge is several pixels wide. */
const isPink = ({ r, g, b }: Rgb) => r > 158 && b > 180 && g < 100;

test('areas and meshes are where their metres say, in depth with the tiles, and go when they are removed', async ({
  page,
}) => {
  await openQuadtreeStage(page, DOWN);
  await addAreaAndCubes(page);
  const seen = await picture(page, 'from above');
  const at = (point: Vec3) => pixelOf(point, DOWN, SIZE);
  // Just within and just outside of two corners of the area.
  for (const [e, n] of [
    [-24, 6],
    [-16, 14],
  ] as const)
    expect(isRed(seen.at(...at([e, n, 0.5])))).toBe(true);
  for (const [e, n] of [
    [-26, 4],
    [-14, 16],
  ] as const)
    expect(isBlue(seen.at(...at([e, n, 0.5])))).toBe(true);
  expect(isGreen(seen.around(...at([18, 10, 6])))).toBe(true);
  expect(isBlue(seen.around(...at([18, -10, 0])))).toBe(true);

  await page.evaluate(() => (window as unknown as LayersWindow).remove());
  const bare = await picture(page, 'removed');
  expect(isBlue(bare.around(...at([-20, 10, 0.5])))).toBe(true);
  expect(isBlue(bare.around(...at([18, 10, 6])))).toBe(true);
});

test('icons and text keep their size in pixels at any distance, and metres stay metres', async ({ page }) => {
  await openQuadtreeStage(page, DOWN);
  await page.evaluate(() => {
    const w = window as unknown as LayersWindow;
    const { IconLayer, ScatterplotLayer, TextLayer } = w.deckLayers;
    const atlas = document.createElement('canvas');
    atlas.width = atlas.height = 32;
    const context = atlas.getContext('2d')!;
    context.fillStyle = 'rgb(255, 0, 255)';
    context.fillRect(0, 0, 32, 32);
    w.stage.addLayer([
      new IconLayer({
        id: 'icons',
        data: [[-15, 8, 4]],
        iconAtlas: atlas.toDataURL(),
        iconMapping: { square: { x: 0, y: 0, width: 32, height: 32 } },
        getIcon: () => 'square',
        getSize: 24,
        getPosition: (point: [number, number, number]) => point,
      }),
      new TextLayer({
        id: 'names',
        data: [[12, 8, 4]],
        getText: () => 'Pump',
        getColor: [255, 255, 255],
        getSize: 24,
        getPosition: (point: [number, number, number]) => point,
      }),
      new ScatterplotLayer({
        id: 'posts',
        data: [[0, -10, 0.3]],
        radiusUnits: 'meters',
        billboard: true,
        getRadius: 4,
        getFillColor: [20, 230, 20],
        getPosition: (point: [number, number, number]) => point,
      }),
    ]);
  });
  for (const height of [60, 110]) {
    const view = { ...DOWN, position: [0, 0, height] as Vec3 };
    await setView(page, view);
    const seen = await picture(page, `from ${height} m`);
    const [x, y] = pixelOf([-15, 8, 4], view, SIZE);
    const row = Array.from({ length: SIZE.width }, (_, i) => i).filter((i) => isPink(seen.at(i, y)));
    expect(Math.abs(row.length - 24), `${row.length} pixels from ${height} m`).toBeLessThanOrEqual(2);
    expect(Math.abs((row[0]! + row.at(-1)! + 1) / 2 - x)).toBeLessThanOrEqual(1);

    const [tx, ty] = pixelOf([12, 8, 4], view, SIZE).map(Math.round) as [number, number];
    let lit = 0;
    for (let i = -40; i <= 40; i++)
      for (let j = -14; j <= 14; j++) {
        const { r, g, b } = seen.at(tx + i, ty + j);
        if (r > 170 && g > 170 && b > 170) lit++;
      }
    expect(lit, 'letters of 24 px').toBeGreaterThan(200);
    expect(lit).toBeLessThan(800);

    const [, py] = pixelOf([0, -10, 0.3], view, SIZE);
    const width = Array.from({ length: SIZE.width }, (_, i) => i).filter((i) => isGreen(seen.at(i, py))).length;
    const metresPerPixel = ((height - 0.3) * 2 * Math.tan(Math.PI / 6)) / SIZE.height;
    expect(Math.abs(width * metresPerPixel - 8)).toBeLessThan(2.5 * metresPerPixel);
  }
});

test('added layers outlive a lost context and end with their stage, in each of several screens', async ({ page }) => {
  await openQuadtreeStage(page, DOWN);
  const counts = await page.evaluate(
    async ({ origin, pose }) => {
      const w = window as unknown as LayersWindow;
      const count = { made: 0, ended: 0 };
      class Counted extends w.deckLayers.SolidPolygonLayer {
        static override layerName = 'Counted';
        override initializeState() {
          count.made++;
          super.initializeState();
        }
        override finalizeState(context: never) {
          count.ended++;
          super.finalizeState(context);
        }
      }
      const layer = new Counted({
        id: 'square',
        data: [0],
        getPolygon: () => [
          [-5, -5, 1],
          [5, -5, 1],
          [5, 5, 1],
          [-5, 5, 1],
        ],
        getFillColor: [230, 20, 20],
      });
      const other = document.createElement('div');
      other.style.cssText = 'position:relative;width:160px;height:100px';
      document.body.append(other);
      const second = await w.createStage({ container: other, antialias: false });
      second.setSite({ origin, homePose: pose, layers: [] });
      for (const stage of [w.stage, second]) stage.addLayer(layer);
      await Promise.all([w.stage.idle(), second.idle()]);
      const both = { ...count };
      await second.screenshot();
      second.destroy();
      const one = { ...count };
      await new Promise<void>((resolve) => {
        w.stage.on('contextRestored', () => resolve());
        window.engineContexts().at(-1)!.getExtension('WEBGL_lose_context')!.loseContext();
      });
      await w.stage.idle();
      return { both, one };
    },
    { origin: QUADTREE_ORIGIN, pose: poseOf(DOWN) },
  );
  expect(counts).toEqual({ both: { made: 2, ended: 0 }, one: { made: 2, ended: 1 } });
  const restored = await picture(page, 'restored');
  expect(isRed(restored.around(160, 100))).toBe(true);
  expect(isBlue(restored.around(160, 40))).toBe(true);
});

test('a layer that fails is reported once, and the stage and the other layers go on', async ({ page }) => {
  await openQuadtreeStage(page, DOWN);
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.evaluate(() => {
    const w = window as unknown as LayersWindow;
    class Faulty extends w.deckLayers.SolidPolygonLayer {
      static override layerName = 'Faulty';
      override draw() {
        throw new Error('This layer does not draw.');
      }
    }
    w.stage.addLayer(new Faulty({ id: 'faulty', data: [] }));
  });
  await addAreaAndCubes(page);
  for (const view of [DOWN, { ...DOWN, position: [0, 0, 59] as Vec3 }]) {
    await setView(page, view);
    const seen = await picture(page, `beside a faulty layer from ${view.position[2]} m`);
    expect(isRed(seen.around(...pixelOf([-20, 10, 0.5], view, SIZE)))).toBe(true);
    expect(isBlue(seen.around(160, 100))).toBe(true);
  }
  expect(errors).toHaveLength(1);
  expect(errors[0]).toContain('This layer does not draw.');
});

test('the example of the documents: areas in degrees, with names, on the site that is open', async ({ page }) => {
  await openQuadtreeStage(page, DOWN);
  // A ten-thousandth of a degree is 11.1 m to the north and 9.1 m to the east there.
  const { longitude, latitude, height } = QUADTREE_ORIGIN;
  const corners: Area['corners'] = [
    [longitude, latitude],
    [longitude + 1e-4, latitude],
    [longitude + 1e-4, latitude + 1e-4],
    [longitude, latitude + 1e-4],
  ];
  await page.evaluate(
    (areas) => {
      const w = window as unknown as LayersWindow;
      w.remove = w.showAreas(w.stage, areas);
    },
    [{ name: 'Area 1', corners, height: height + 1 }],
  );
  const seen = await picture(page, 'example');
  expect(isRed(seen.around(...pixelOf([7, 8, 1], DOWN, SIZE)))).toBe(true);
  expect(isBlue(seen.around(...pixelOf([11, 8, 1], DOWN, SIZE)))).toBe(true);
  expect(isBlue(seen.around(...pixelOf([7, 13, 1], DOWN, SIZE)))).toBe(true);
  expect(await pick(page, pixelOf([7, 8, 1], DOWN, SIZE))).toMatchObject({ added: { object: { name: 'Area 1' } } });

  // The same degrees on a site whose origin is elsewhere: 9.1 m further east, so the area begins at the middle less that.
  await page.evaluate(
    ({ origin, pose }) => {
      const { stage } = window as unknown as LayersWindow;
      stage.setSite({ origin, homePose: pose, layers: [] });
    },
    { origin: { ...QUADTREE_ORIGIN, longitude: longitude + 1e-4 }, pose: poseOf(DOWN) },
  );
  const moved = await picture(page, 'another origin');
  expect(isRed(moved.around(...pixelOf([7, 8, 1], DOWN, SIZE)))).toBe(true);
});

test('the tiles are a layer too, for a deck.gl of your own: it loads them, draws them and releases them', async ({
  page,
}) => {
  await openHarness(page, { quadtree: QUADTREE });
  await page.evaluate(
    async ({ origin, view }) => {
      const w = window as unknown as LayersWindow;
      const { Deck, SiteTilesLayer, SiteView, SolidPolygonLayer } = w.deckLayers;
      const layer = new SiteTilesLayer({
        id: 'tiles',
        url: new URL('/tiles/quadtree/tileset.json', location.href).href,
        origin,
        screenSpaceErrorPx: 2,
      });
      const square = new SolidPolygonLayer({
        id: 'square',
        data: [0],
        getPolygon: () => [
          [-5, -5, 1],
          [5, -5, 1],
          [5, 5, 1],
          [-5, 5, 1],
        ],
        getFillColor: [230, 20, 20],
      });
      const deck = await new Promise<InstanceType<typeof Deck>>((resolve) => {
        const made: InstanceType<typeof Deck> = new Deck({
          parent: w.container as HTMLDivElement,
          views: new SiteView({ id: 'site' }),
          viewState: { site: { ...view, near: 1, far: 1e5, fovYDeg: 60 } } as never,
          layers: [layer, square],
          onAfterRender: () => layer.isLoaded && resolve(made),
        });
      });
      w.remove = () => deck.finalize();
    },
    {
      origin: QUADTREE_ORIGIN,
      view: { positionEnu: DOWN.position, direction: DOWN.direction, up: DOWN.up },
    },
  );
  const body = await page.locator('#view').screenshot({ path: test.info().outputPath('own deck.png') });
  const seen = await Picture.decode(body);
  expect(isRed(seen.around(160, 100))).toBe(true);
  expect(isBlue(seen.around(160, 40))).toBe(true);
  expect(isBlue(seen.around(100, 150))).toBe(true);
  await page.evaluate(() => (window as unknown as LayersWindow).remove());
  await expect.poll(() => page.workers().length).toBe(0);
});
