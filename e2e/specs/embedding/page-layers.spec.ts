/** Layers that a host page on another origin gives to its own element. */
import type { JSHandle, Page } from '@playwright/test';
import type { OverlookViewerElement } from '@overlook/embed/viewer';
import { openElements } from '../../fixtures/element-driver.ts';
import { Grant, HostServer } from '../../fixtures/host-page.ts';
import { Picture, type Rgb } from '../../fixtures/picture.ts';
import { facing, flatFace, middleOf, poseOf, ecefFromEnu } from '../../fixtures/plant.ts';
import { ORIGIN } from '../../fixtures/server.ts';
import { withExample } from '../../fixtures/shown-example.ts';
import { expect, test } from '../../fixtures/test.ts';

let host: HostServer;
test.beforeAll(async () => void (host = await HostServer.start()));
test.afterAll(() => host.stop());

const isPink = ({ r, g, b }: Rgb) => r > 150 && b > 100 && g < 90;
const ROOF = flatFace('Control room roof deck');

const HTML = `<!doctype html><html lang="en"><title>Host</title>
<script type="module" src="${ORIGIN}/embed/v1/overlook-viewer.js"></script>
<script type="module">
  import * as layers from '${ORIGIN}/layers/v1/overlook-layers.js';
  const made = (id, further) => layers.defineLayer({
    id, title: id, source: { kind: 'data', data: [{ name: id, at: ${JSON.stringify(middleOf(ROOF))} }] },
    layers: ({ data }) => new layers.ScatterplotLayer({
      id: 'dots', data, pickable: true, billboard: true, getPosition: ({ at }) => at, getRadius: 2,
      getFillColor: [255, 0, 255], parameters: { depthCompare: 'always' },
    }),
    pick: ({ name }) => ({ title: name, rows: [['State', 'open']] }),
    ...further,
  });
  Object.assign(window, { made, ScatterplotLayer: layers.ScatterplotLayer });
</script>
<body><overlook-viewer token="{{TOKEN}}" layer="textured" controls="none" style="width:400px;height:300px"></overlook-viewer></body></html>`;

type Made = { id: string; title: string };
interface HostWindow {
  made(id: string, further?: object): Made;
  ScatterplotLayer: new (props: object) => object;
}

async function openHost(page: Page, token: string): Promise<JSHandle<OverlookViewerElement>> {
  const [element] = await openElements(page, host.show({ html: HTML, token }));
  await element!.evaluate(
    async ({ api }, pose) => {
      api!.camera.setPose(pose);
      await api!.idle();
    },
    poseOf(facing(ROOF, 20)),
  );
  return element!;
}

async function isMarked(page: Page, element: JSHandle<OverlookViewerElement>): Promise<boolean> {
  await element.evaluate(({ api }) => api!.idle());
  const picture = await Picture.decode(await page.locator('overlook-viewer').screenshot());
  return isPink(picture.around(picture.width / 2, picture.height / 2));
}

test('a layer of the page is drawn, clicked, cut by the section, hidden and removed', async ({ page, request }) => {
  const { token } = await Grant.make(request);
  const element = await openHost(page, token);
  await element.evaluate(({ api }) => api!.added.add((window as unknown as HostWindow).made('marks')));
  await expect.poll(() => isMarked(page, element)).toBe(true);
  const told = element.evaluate(
    (viewer) =>
      new Promise((resolve) =>
        viewer.addEventListener('overlook-click', (event) => resolve((event as CustomEvent).detail), { once: true }),
      ),
  );
  await page.locator('overlook-viewer').click({ position: { x: 200, y: 150 } });
  expect(await told).toMatchObject({
    layer: null,
    added: { layer: 'marks', title: 'marks', rows: [['State', 'open']] },
  });
  await element.evaluate(({ api }) => {
    const { position, direction } = api!.camera.pose();
    // The part that is kept begins behind the camera.
    api!.section.set({
      box: null,
      planes: [{ pointEcef: position, normalEcef: direction.map((part) => -part) as never }],
    });
  });
  await expect.poll(() => isMarked(page, element)).toBe(false);
  await element.evaluate(({ api }) => api!.section.set(null));
  await expect.poll(() => isMarked(page, element)).toBe(true);
  await element.evaluate(({ api }) => api!.added.set('marks', { isShown: false }));
  await expect.poll(() => isMarked(page, element)).toBe(false);
  const left = await element.evaluate(({ api }) => {
    api!.added.remove('marks');
    return api!.added.all();
  });
  expect(left).toEqual([]);
});

test('a layer that throws is switched off alone, and one whose permission the embed lacks is not read', async ({
  page,
  request,
}) => {
  const { token } = await Grant.make(request, { permissions: ['VIEW:TEXTURED'] });
  const element = await openHost(page, token);
  const refused = await element.evaluate(async ({ api }) => {
    const { made, ScatterplotLayer } = window as unknown as HostWindow;
    class Broken extends ScatterplotLayer {
      draw() {
        throw new Error('No paint is left.');
      }
    }
    await api!.added.add(made('marks'));
    await api!.added.add(
      made('faulty', { layers: () => new Broken({ id: 'dots', data: [0], getPosition: () => [0, 0, 0] }) }),
    );
    const source = { kind: 'load', load: () => Promise.reject(new Error('It was read.')) };
    return api!.added
      .add(made('secret', { token: 'MOC:VIEW', source }))
      .catch((error: Error) => `${error.name}: ${error.message}`);
  });
  expect(refused).toBe('RangeError: The layer “secret” needs the permission MOC:VIEW, which this view does not have.');
  const all = () =>
    element.evaluate(({ api }) => api!.added.all().map(({ id, isShown, failure }) => ({ id, isShown, failure })));
  await expect.poll(all).toEqual([
    { id: 'faulty', isShown: false, failure: expect.stringContaining('No paint is left.') },
    { id: 'marks', isShown: true, failure: null },
  ]);
  await expect.poll(() => isMarked(page, element)).toBe(true);
});

test('the example of the documents works as the script of the documents shows it', async ({ page, request }) => {
  await host.stop();
  const { token } = await Grant.make(request);
  await withExample('docs/layers/examples/page-layer.html', token, (address) => exampleWorks(page, address));
});

async function exampleWorks(page: Page, address: string): Promise<void> {
  const [element] = await openElements(page, address);
  await expect(page.getByText('2 wind sensors')).toBeVisible();
  await element!.evaluate(({ api }) => api!.idle());
  const pixels = async () =>
    (await Picture.decode(await page.locator('overlook-viewer').screenshot())).find(isPink, 310, 170)?.count ?? 0;
  await expect.poll(pixels).toBeGreaterThan(20);
  const { x, y } = (await element!.evaluate(({ api }, at) => api!.project(at), ecefFromEnu([-20, 0, 45])))!;
  await page.locator('overlook-viewer').click({ position: { x, y } });
  await expect(page.locator('#clicked')).toHaveText(/^WS-\d Wind: [\d.]+ m\/s$/);
  await page.getByRole('checkbox').uncheck();
  await expect.poll(pixels).toBe(0);
}
