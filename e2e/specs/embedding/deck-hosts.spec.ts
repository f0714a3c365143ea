import type { Page } from '@playwright/test';
import { distance, llaFromEcef, type Vec3 } from '@overlook/shared/maths';
import { countGpuObjects, hostLibraries } from '../../fixtures/host-libraries.ts';
import { Grant, HostServer } from '../../fixtures/host-page.ts';
import { ORIGIN, STRANGER_PORT } from '../../fixtures/server.ts';
import { Picture, type Rgb } from '../../fixtures/picture.ts';
import { above, flatFace, middleOf, pointOnFace, poseOf, ecefFromEnu, enuFromEcef } from '../../fixtures/plant.ts';
import { expect, test } from '../../fixtures/test.ts';

interface Loadable {
  isLoaded: boolean;
}

interface DeckHost {
  deck: {
    props: { layers: Loadable[] };
    setProps(props: object): void;
    getViewports(): { unproject(pixel: number[], options: { targetZ: number }): number[] }[];
    pickObject(query: object): { pointEcef?: Vec3; featureId?: number | null } | null;
  };
  session: { origin: { longitude: number; latitude: number; height: number } };
  SiteLayer: new (props: object) => Loadable;
  site: object;
}

interface DeckPage {
  host: DeckHost;
}

const SIZE = { width: 480, height: 320 };
const isRed = ({ r, g, b }: Rgb) => r > 120 && g < 70 && b < 70;

test.use({ viewport: SIZE });

let modules: Record<string, string>;
test.beforeAll(async () => {
  modules = await hostLibraries();
});

async function withHost(run: (host: HostServer) => Promise<void>, port?: number): Promise<void> {
  const host = await HostServer.start(port);
  await run(host).finally(() => host.stop());
}

/** Everything is loaded, and deck.gl has drawn it. */
async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const { deck } = (window as unknown as { host?: DeckHost }).host ?? {};
    return deck?.props.layers[0]?.isLoaded;
  });
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(null)))),
  );
}

/** Looks down on a point (site ENU metres) from a MapView. */
const lookDown = async (page: Page, pointEnu: Vec3, zoom: number) => {
  const { longitude, latitude } = llaFromEcef(ecefFromEnu(pointEnu));
  const viewState = { longitude, latitude, zoom, pitch: 0, bearing: 0 };
  await page.evaluate(
    (initialViewState) => (window as unknown as DeckPage).host.deck.setProps({ initialViewState }),
    viewState,
  );
  await settled(page);
};

test('a MapView shows the plant in depth with a layer of its host', async ({ page, request }) => {
  const grant = await Grant.make(request, { permissions: ['VIEW:TEXTURED'] });
  await withHost(async (host) => {
    await page.goto(host.show({ example: 'deck.html', token: grant.token, modules }));
    await settled(page);
    const seen = await Picture.decode(await page.screenshot({ path: test.info().outputPath('map view.png') }));
    const cabin = seen.find(isRed, 200, 150)!;
    expect(cabin.count).toBeGreaterThan(100);
    // Seen from below the ground, the ground hides it.
    await page.evaluate(() => {
      const { deck, SiteLayer, site } = (window as unknown as DeckPage).host;
      const [, cabinLayer] = deck.props.layers;
      deck.setProps({ layers: [new SiteLayer({ ...site, raiseMetres: 40 }), cabinLayer] });
    });
    await settled(page);
    const covered = await Picture.decode(await page.screenshot({ path: test.info().outputPath('covered.png') }));
    expect(covered.find(isRed, 200, 150)?.count ?? 0).toBeLessThan(cabin.count / 10);
  });
});

/** Runs a module in the page, which imports by the names of its import map. */
const runModule = (page: Page, content: string) => page.addScriptTag({ type: 'module', content });

test(
  'a pick in a MapView and in a GlobeView is within 5 cm of the place',
  { tag: '@long' },
  async ({ page, request }) => {
    const grant = await Grant.make(request, { permissions: ['VIEW:TEXTURED', 'VIEW:CAD'] });
    const roof = flatFace('Control room roof deck');
    const height = llaFromEcef(ecefFromEnu(middleOf(roof))).height;
    await withHost(async (host) => {
      await page.goto(host.show({ example: 'deck.html', token: grant.token, modules }));
      await settled(page);
      for (const view of ['MapView', 'GlobeView']) {
        if (view === 'GlobeView')
          await runModule(
            page,
            `import { GlobeView } from '@deck.gl/core'; window.host.deck.setProps({ views: new GlobeView() });`,
          );
        await lookDown(page, middleOf(roof), 20);
        for (const [x, y] of [
          [240, 160],
          [200, 150],
          [270, 181],
        ] as const) {
          const answer = await page.evaluate(
            ([px, py, roofHeight]) => {
              const { deck, session } = (window as unknown as DeckPage).host;
              const hit = deck.pickObject({ x: px, y: py, unproject3D: true });
              const [viewport] = deck.getViewports();
              const targetZ = roofHeight! - session.origin.height;
              const [longitude, latitude] = viewport!.unproject([px! + 0.5, py! + 0.5], { targetZ });
              return { pointEcef: hit?.pointEcef, longitude: longitude!, latitude: latitude! };
            },
            [x, y, height],
          );
          const truth = llaFromEcef(answer.pointEcef!);
          const got = enuFromEcef(answer.pointEcef!);
          const at = `${view} at ${x}, ${y}`;
          expect(Math.abs(got[2] - roof.offset), `height in ${at}`).toBeLessThan(0.05);
          expect(Math.abs(truth.longitude - answer.longitude) * 91_000, `east in ${at}`).toBeLessThan(0.05);
          expect(Math.abs(truth.latitude - answer.latitude) * 111_000, `north in ${at}`).toBeLessThan(0.05);
        }
      }
    });
  },
);

test('objects are picked by their number, hidden and coloured', async ({ page, request }) => {
  const grant = await Grant.make(request, { permissions: ['VIEW:CAD'] });
  await withHost(async (host) => {
    await page.goto(host.show({ example: 'deck.html', token: grant.token, modules }));
    await settled(page);
    await lookDown(page, middleOf(flatFace('Control room roof deck')), 20);
    const pickMiddle = () =>
      page.evaluate(() => (window as unknown as DeckPage).host.deck.pickObject({ x: 240, y: 160, unproject3D: true }));
    const id = await page.evaluate(
      () => (window as unknown as DeckPage).host.deck.pickObject({ x: 240, y: 160, unproject3D: true })?.featureId,
    );
    expect(id).toEqual(expect.any(Number));
    const draw = async (props: object) => {
      await page.evaluate((changed) => {
        const { deck, SiteLayer, site } = (window as unknown as DeckPage).host;
        deck.setProps({ layers: [new SiteLayer({ ...site, ...changed })] });
      }, props);
      await settled(page);
    };
    const rest = { opacity: 1, color: null };
    await draw({ features: { rest, rules: [{ features: [id, id], color: [230, 20, 20] }] } });
    const red = await Picture.decode(await page.screenshot({ path: test.info().outputPath('red.png') }));
    expect(red.around(240, 160).r).toBeGreaterThan(2 * red.around(240, 160).g);
    await draw({ features: { rest, rules: [{ features: [id, id], opacity: 0 }] } });
    expect(
      await page.evaluate(
        () =>
          (window as unknown as DeckPage).host.deck.pickObject({ x: 240, y: 160, unproject3D: true })?.featureId ??
          null,
      ),
    ).not.toBe(id);
    // A volume far from here: nothing is left.
    const centerEcef = ecefFromEnu([1000, 1000, 0]);
    await draw({ section: { box: { centerEcef, size: [1, 1, 1], headingRad: 0 }, planes: [] } });
    expect(await pickMiddle()).toBeNull();
  });
});

test(
  'leaves nothing on the GPU after it was added and removed twenty times',
  { tag: '@long' },
  async ({ page, request }) => {
    const grant = await Grant.make(request, { permissions: ['VIEW:CAD'] });
    const gpuObjects = await countGpuObjects(page);
    await withHost(async (host) => {
      await page.goto(host.show({ example: 'deck.html', token: grant.token, modules }));
      const counts: Record<string, number>[] = [];
      for (let round = 0; round < 20; round++) {
        await settled(page);
        await page.evaluate(() => (window as unknown as DeckPage).host.deck.setProps({ layers: [] }));
        await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
        counts.push(await gpuObjects());
        await page.evaluate(() => {
          const { deck, SiteLayer, site } = (window as unknown as DeckPage).host;
          deck.setProps({ layers: [new SiteLayer(site)] });
        });
      }
      // luma.gl 9.4 makes a second vertex array for each model and forgets the first; these hold no data.
      const held = counts.map(({ VertexArray: _, ...kinds }) => kinds);
      expect(held.at(-1)).toEqual(held[2]);
    });
  },
);

test('a wrong token and a foreign origin are named', async ({ page, request }) => {
  const grant = await Grant.make(request, { permissions: ['VIEW:TEXTURED'] });
  await withHost(async (host) => {
    await page.goto(host.show({ example: 'deck.html', token: 'no such token', modules }));
    await expect(page.getByText('There is no such view')).toBeVisible();
  });
  await withHost(async (host) => {
    await page.goto(host.show({ example: 'deck.html', token: grant.token, modules }));
    await expect(page.locator('#map')).toContainText(/may not be shown|does not answer/);
  }, STRANGER_PORT);
});

test('MapLibre shows the plant, picks it, and shows it no more once the view is withdrawn', async ({
  page,
  request,
}) => {
  const grant = await Grant.make(request, { permissions: ['VIEW:TEXTURED', 'VIEW:CAD'] });
  type Place = { lngLatHeight: Vec3; featureId: number | null } | null;
  type Control = Loadable & { pick(point: object): Place; setProps(props: object): void };
  type MapPage = { control: Control; map: { jumpTo(view: object): void } };
  const roof = flatFace('Control room roof deck');
  const { longitude, latitude, height } = llaFromEcef(ecefFromEnu(middleOf(roof)));
  await withHost(async (host) => {
    await page.goto(host.show({ example: 'maplibre.html', token: grant.token, modules }));
    await page.waitForFunction(() => (window as unknown as Partial<MapPage>).control?.isLoaded);
    const center = [longitude, latitude];
    await page.evaluate((at) => (window as unknown as MapPage).map.jumpTo({ center: at, zoom: 20, pitch: 0 }), center);
    await expect
      .poll(async () => {
        const place = await page.evaluate(() => (window as unknown as MapPage).control.pick({ x: 240, y: 160 }));
        return place && Math.abs(place.lngLatHeight[2] - height);
      })
      .toBeLessThan(0.05);
    await page.screenshot({ path: test.info().outputPath('maplibre.png') });
    await test.step('another layer is shown, whose objects have ids', async () => {
      const pickedId = () =>
        page.evaluate(() => {
          const { control } = window as unknown as MapPage;
          return control.isLoaded ? control.pick({ x: 240, y: 160 })?.featureId : undefined;
        });
      expect(await pickedId()).toBeNull();
      await page.evaluate(() => (window as unknown as MapPage).control.setProps({ layer: 'cad' }));
      await expect.poll(pickedId).toEqual(expect.any(Number));
      const refused = await page.evaluate(() => {
        const { control } = window as unknown as MapPage;
        const messages: string[] = [];
        for (const props of [
          { layer: 'points' },
          { features: { rest: { opacity: 1, color: null }, rules: [{ features: [5e7, 5e7] }] } },
        ])
          try {
            control.setProps(props);
          } catch (error) {
            messages.push((error as Error).message);
          }
        return messages;
      });
      expect(refused).toEqual([expect.stringContaining('points'), expect.stringContaining('50000000')]);
      expect(await pickedId()).toEqual(expect.any(Number));
    });
    await grant.revoke();
    await expect(page.getByRole('alert')).toContainText('withdrawn', { timeout: 8000 });
  });
});

/** Straight down on the roof, at the same place in the page, a host's tiles and the product's viewer. */
async function comparePicks(page: Page, token: string): Promise<void> {
  const roof = flatFace('Control room roof deck');
  const view = above(middleOf(roof), 40);
  const pose = poseOf(view);
  await runModule(
    page,
    `import { createElement } from 'react';
    import { OverlookDeck } from '${ORIGIN}/embed/v1/overlook-deck-react.js';
    import '${ORIGIN}/embed/v1/overlook-viewer.js';
    const grant = { server: '${ORIGIN}', token: '${token}' };
    const initialPose = ${JSON.stringify(pose)};
    window.tiles = undefined;
    window.root.render(createElement(OverlookDeck, { key: 'roof', ...grant, initialPose, onTiles: (tiles) => (window.tiles = tiles) }));
    const viewer = document.createElement('overlook-viewer');
    viewer.token = grant.token;
    viewer.style = 'position: fixed; inset: 0; width: ${SIZE.width}px; height: ${SIZE.height}px; z-index: -1';
    viewer.addEventListener('overlook-ready', ({ detail: api }) => {
      api.camera.setPose(initialPose);
      api.idle().then(() => (window.product = api));
    });
    document.body.append(viewer);`,
  );
  type Picks = { pick(x: number, y: number): { pointEcef: Vec3 } | null };
  type Both = { tiles?: Loadable & Picks; product?: Picks };
  await page.waitForFunction(() => {
    const { tiles, product } = window as unknown as Both;
    return tiles?.isLoaded && product;
  });
  for (const pixel of [
    [240, 160],
    [200, 150],
    [250, 150],
  ] as const) {
    const [host, product] = await page.evaluate(([x, y]) => {
      const both = window as unknown as Required<Both>;
      return [both.tiles.pick(x, y)!.pointEcef, both.product.pick(x, y)!.pointEcef];
    }, pixel);
    const truth = ecefFromEnu(pointOnFace(view, pixel, SIZE, roof));
    expect(distance(host!, product!), `the product's at ${pixel}`).toBeLessThan(0.001);
    expect(distance(host!, truth), `the plant's at ${pixel}`).toBeLessThan(0.001);
  }
  await page.evaluate(() => document.querySelector('overlook-viewer')!.remove());
}

test(
  'React with StrictMode shows one deck.gl, with a layer of the host in depth',
  { tag: '@long' },
  async ({ page, request }) => {
    const grant = await Grant.make(request, { permissions: ['VIEW:TEXTURED'] });
    type ReactPage = { tiles?: Loadable; root: { unmount(): void } };
    await withHost(async (host) => {
      await page.goto(host.show({ example: 'react-deck.html', token: grant.token, modules }));
      await page.waitForFunction(() => (window as unknown as ReactPage).tiles?.isLoaded);
      await expect(page.locator('canvas')).toHaveCount(1);
      const seen = await Picture.decode(await page.screenshot({ path: test.info().outputPath('react.png') }));
      expect(seen.find(isRed, 230, 150)?.count ?? 0).toBeGreaterThan(20);
      await test.step('its picks are those of the product within 1 mm', () => comparePicks(page, grant.token));
      await page.evaluate(() => (window as unknown as ReactPage).root.unmount());
      await expect(page.locator('canvas')).toHaveCount(0);
      await expect.poll(() => page.workers().length).toBe(0);
    });
  },
);

test('React shows in the middle why there is no site, if the host does not', async ({ page }) => {
  await withHost(async (host) => {
    await page.goto(host.show({ example: 'react-deck.html', token: 'unknown', modules }));
    const message = page.getByRole('alert');
    await expect(message).toHaveText('There is no such view');
    const text = await message.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      const { x, y, width, height } = range.getBoundingClientRect();
      return [x + width / 2, y + height / 2];
    });
    expect(text).toEqual([expect.closeTo(SIZE.width / 2, -0.5), expect.closeTo(SIZE.height / 2, -0.5)]);
  });
});
