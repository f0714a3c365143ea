/**
 * Layers that other code adds to a stage: where they appear, what hides and cuts them, how they are picked, and when
 * they are removed.
 */
import type { Page } from '@playwright/test';
import { type Vec3, transformDirection, transformPoint } from '@overlook/shared/maths';
import type { PickResult, SectionVolume, siteFrame, StageTool, ToolHit } from '@overlook/web/engine';
import type { Area, showAreas } from '../../harness/example-areas.ts';
import type { HarnessLayers } from '../../harness/main.ts';
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
} from '../../fixtures/quadtree-stage.ts';
import { expect, test } from '../../fixtures/test.ts';

interface LayersWindow extends StageWindow {
  deckLayers: HarnessLayers;
  siteFrame: typeof siteFrame;
  showAreas: typeof showAreas;
  remove: () => void;
}

test.beforeAll(() => writeQuadtree(QUADTREE));

const pick = (page: Page, [x, y]: readonly [number, number]): Promise<PickResult | null> =>
  page.evaluate(([px, py]) => (window as unknown as LayersWindow).stage.pick(px!, py!), [x, y]);

const enuOf = (hit: PickResult | null): Vec3 => transformPoint(FRAME.fromEcef, hit!.pointEcef);

const isRed = ({ r, g, b }: Rgb) => r > 150 && g < 90 && b < 90;
/** In light or shade. */
const isGreen = ({ r, g, b }: Rgb) => g > 70 && g > 2 * r && g > 2 * b;
const isBlue = ({ r, g, b }: Rgb) => b > 150 && r < 120 && g < 140;
/** From half way between the blue ground and a pink icon: pictures are JPEGs, in which an edge is several pixels wide. */
const isPink = ({ r, g, b }: Rgb) => r > 158 && b > 180 && g < 100;

/** An area of 10 m, half a metre above the ground, and two cubes of 6 m: one that is on it and one that is buried. */
const addAreaAndCubes = (page: Page) =>
  page.evaluate(() => {
    const w = window as unknown as LayersWindow;
    const { PolygonLayer, SimpleMeshLayer } = w.deckLayers;
    const faces: number[] = [];
    for (let axis = 0; axis < 3; axis++) {
      for (const side of [-1, 1]) {
        const corner = (u: number, v: number) => {
          const at = [0, 0, 0];
          at[axis] = side;
          at[(axis + 1) % 3] = u;
          at[(axis + 2) % 3] = v;
          return at;
        };
        const quad = [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, -1), corner(1, 1), corner(-1, 1)];
        faces.push(...quad.flat());
      }
    }
    const positions = Float32Array.from(faces);
    const mesh = {
      attributes: {
        positions: { value: positions, size: 3 },
        normals: { value: positions, size: 3 },
        texCoords: { value: new Float32Array((positions.length / 3) * 2), size: 2 },
      },
    };
    w.remove = w.stage.addLayer([
      new PolygonLayer({
        id: 'areas',
        data: [{ name: 'north west' }],
        pickable: true,
        getPolygon: () => [
          [-25, 5, 0.5],
          [-15, 5, 0.5],
          [-15, 15, 0.5],
          [-25, 15, 0.5],
        ],
        getFillColor: [230, 20, 20],
        stroked: false,
      }),
      new SimpleMeshLayer({
        id: 'cubes',
        data: [
          { name: 'buried', at: [18, -10, -5] },
          { name: 'standing', at: [18, 10, 3] },
        ],
        pickable: true,
        mesh: mesh as never,
        sizeScale: 3,
        material: false,
        getPosition: ({ at }: { at: [number, number, number] }) => at,
        getColor: [20, 220, 20],
      }),
    ]);
  });

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
  expect(Math.abs(transformPoint(FRAME.fromEcef, cube!.pointEcef)[1] - 7)).toBeLessThan(0.01);
  expect(cube!.isAdded).toBe(true);
  expect(Math.abs(transformPoint(FRAME.fromEcef, ground!.pointEcef)[2])).toBeLessThan(0.01);
  expect(ground!.isAdded).toBeUndefined();
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

test('the section volume cuts added layers as it cuts the tiles, in pictures and picks', async ({ page }) => {
  await openQuadtreeStage(page, DOWN);
  await addAreaAndCubes(page);
  await page.evaluate((section) => (window as unknown as LayersWindow).stage.update({ section }), {
    box: null,
    // Everything to the west of −20 m is cut away.
    planes: [
      {
        pointEcef: transformPoint(FRAME.toEcef, [-20, 0, 0]),
        normalEcef: transformDirection(FRAME.toEcef, [1, 0, 0]),
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
