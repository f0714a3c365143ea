/** Elements on pages that set more than the element: styles for everything, little room, properties before the module. */
import type { Page } from '@playwright/test';
import type { OverlookViewerElement } from '@overlook/embed/viewer';
import { distance } from '@overlook/shared/maths';
import { openElements } from '../../fixtures/element-driver.ts';
import { Grant, HostServer } from '../../fixtures/host-page.ts';
import { expect, test } from '../../fixtures/test.ts';

test.use({ hasStills: false });

let host: HostServer;
test.beforeAll(async () => void (host = await HostServer.start()));
test.afterAll(() => host.stop());

const SCRIPT = '<script type="module" src="{{OVERLOOK}}/embed/v1/overlook-viewer.js"></script>';
const pageOf = (body: string, style = '', script = SCRIPT) =>
  `<!doctype html><html lang="en"><title>Host</title>${script}<style>${style}</style><body>${body}</body></html>`;
const element = (width: number, height: number, attributes = 'layer="textured"') =>
  `<overlook-viewer token="{{TOKEN}}" ${attributes} quality="speed" style="width:${width}px;height:${height}px"></overlook-viewer>`;
const TOOLS = ['TOOLS:MEASURE', 'TOOLS:ANGLE', 'TOOLS:TARGET', 'VIEW:ADJUSTQUALITY'];
const ALL = ['VIEW:TEXTURED', 'VIEW:SHADED', ...TOOLS];

test('properties that are set before the module is loaded are those of the element', async ({ page, request }) => {
  const { token } = await Grant.make(request);
  const early = `<script>
    const viewer = Object.assign(document.createElement('overlook-viewer'), { token: '{{TOKEN}}', layer: 'shaded', controls: 'home, zoom' });
    document.body.append(viewer);
    const module = Object.assign(document.createElement('script'), { type: 'module', src: '{{OVERLOOK}}/embed/v1/overlook-viewer.js' });
    document.head.append(module);
  </script>`;
  const [viewer] = await openElements(page, host.show({ html: pageOf(early, '', ''), token }));
  const shown = await viewer!.evaluate(async (one) => {
    await one.api!.idle();
    one.layer = 'textured';
    return { attributes: one.getAttributeNames(), controls: one.controls, layer: one.api!.layers.shown() };
  });
  expect(shown).toEqual({ attributes: ['token', 'layer', 'controls'], controls: 'home, zoom', layer: 'textured' });
  await expect(page.getByRole('button', { name: 'Zoom in' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Layer/ })).toHaveCount(0);
});

test('values of attributes that are none are reported, those of the beginning too', async ({ page, request }) => {
  const { token } = await Grant.make(request, { permissions: ALL });
  const listen = `<script>window.problems = []; addEventListener('overlook-error', ({ detail }) => problems.push(detail.message));</script>`;
  const html = pageOf(`${listen}${element(400, 300, 'layer="texture"').replace('"speed"', '"best"')}`);
  const [viewer] = await openElements(page, host.show({ html, token }));
  await viewer!.evaluate((one) => (one.quality = 'fast' as never));
  const problems = await page.evaluate(() => (window as unknown as { problems: string[] }).problems);
  expect(problems).toEqual([
    'There is no layer “texture” here.',
    'There is no quality “best”; there are quality, balanced, speed.',
    'There is no quality “fast”; there are quality, balanced, speed.',
  ]);
  expect(await viewer!.evaluate((one) => one.quality)).toBe('balanced');
});

test('rules of the page for all elements change neither its bounds nor its texts', async ({ page, request }) => {
  const { token } = await Grant.make(request, { permissions: ALL });
  const style = `* { all: unset; text-transform: uppercase; letter-spacing: 4px; white-space: nowrap; direction: rtl; text-indent: 30px }
    overlook-viewer { display: block; margin: 40px }`;
  const [viewer] = await openElements(page, host.show({ html: pageOf(element(800, 480), style), token }));
  await viewer!.evaluate((one) => one.api!.idle());
  const stage = await page.locator('.stage').boundingBox();
  expect(stage).toEqual(await page.locator('overlook-viewer').boundingBox());
  expect(stage).toMatchObject({ width: 800, height: 480 });
  const texts = await page.locator('.controls').evaluate((one) => {
    const { direction, textTransform, whiteSpace, textIndent } = getComputedStyle(one);
    return { direction, textTransform, whiteSpace, textIndent };
  });
  expect(texts).toEqual({ direction: 'ltr', textTransform: 'none', whiteSpace: 'normal', textIndent: '0px' });
  const left = await page.getByRole('radiogroup', { name: 'Layer' }).boundingBox();
  const right = await page.getByRole('button', { name: 'Zoom in' }).boundingBox();
  expect(left!.x).toBeLessThan(right!.x);
});

/** Pairs of controls that overlap, and those that reach out of their element, by the size of each element. */
const faults = (page: Page): Promise<Record<string, string[]>> =>
  page.evaluate(() => {
    const found: Record<string, string[]> = {};
    for (const one of document.querySelectorAll<OverlookViewerElement>('overlook-viewer')) {
      const own = one.getBoundingClientRect();
      const parts = [...one.shadowRoot!.querySelectorAll('.compass, .bar button, .layers > .button, .scale, .footer')]
        .filter((part) => part.checkVisibility({ visibilityProperty: true }))
        .map((part) => ({ name: part.getAttribute('part') ?? part.className, box: part.getBoundingClientRect() }));
      const isOut = ({ box }: (typeof parts)[0]) =>
        box.left < own.left || box.top < own.top || box.right > own.right || box.bottom > own.bottom;
      const overlaps = ({ box: a }: (typeof parts)[0], { box: b }: (typeof parts)[0]) =>
        a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
      const [panel, button] = [...one.shadowRoot!.querySelectorAll('.layers, .layers > .button')];
      const isBare = panel!.getBoundingClientRect().width < button!.getBoundingClientRect().width;
      found[`${own.width} × ${own.height}`] = [
        ...(isBare ? ['layers without its surface'] : []),
        ...parts.filter(isOut).map(({ name }) => `${name} out`),
        ...parts.flatMap((a, i) =>
          parts.slice(i + 1).flatMap((b) => (overlaps(a, b) ? [`${a.name} over ${b.name}`] : [])),
        ),
      ];
    }
    return found;
  });

const WIDTHS = [200, 240, 299, 300, 400, 639, 640, 720];
const HEIGHTS = [160, 220, 239, 240, 299, 300, 340, 359, 360, 419, 420, 480];

for (const pointer of ['mouse', 'touch'] as const)
  test.describe(`small elements, ${pointer}`, () => {
    test.use({ hasTouch: pointer === 'touch' });

    test('their controls do not overlap', { tag: '@long' }, async ({ page, request }) => {
      const { token } = await Grant.make(request, { permissions: ALL });
      const html = pageOf(element(640, 480), 'body { margin: 0 }');
      const [viewer] = await openElements(page, host.show({ html, token }));
      expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(pointer === 'touch');
      await viewer!.evaluate((one) => one.api!.idle());
      const all: Record<string, string[]> = {};
      for (const width of WIDTHS)
        for (const height of HEIGHTS) {
          const size = { width: `${width}px`, height: `${height}px` };
          await viewer!.evaluate((one, style) => void Object.assign(one.style, style), size);
          Object.assign(all, await faults(page));
        }
      expect(Object.entries(all).filter(([, list]) => list.length > 0)).toEqual([]);
    });
  });

test('with cooperative gestures the page scrolls over it, and Ctrl or two fingers move the view', async ({
  page,
  request,
}) => {
  const { token } = await Grant.make(request);
  const viewer = element(400, 300, 'layer="textured" gestures="cooperative"');
  const address = host.show({ html: pageOf(viewer, 'body { margin: 0; height: 3000px }'), token });
  const [shown] = await openElements(page, address);
  await expect(page.locator('.scroll-hint')).toBeAttached();
  const camera = () => shown!.evaluate(({ api }) => api!.idle().then(() => api!.camera.pose().position));
  const scrolled = () => page.evaluate(() => scrollY);
  const hint = page.locator('.scroll-hint[data-shown]');
  const home = await camera();
  await page.mouse.move(200, 200);
  await page.mouse.wheel(0, 120);
  await expect.poll(scrolled).toBe(120);
  await expect(hint).toHaveText('Hold Ctrl and scroll to zoom');
  await page.mouse.wheel(0, -120);
  await expect.poll(scrolled).toBe(0);
  expect(await camera()).toEqual(home);
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, 120);
  await page.keyboard.up('Control');
  await expect.poll(async () => distance(await camera(), home)).toBeGreaterThan(1);
  expect(await scrolled()).toBe(0);
  const zoomed = await camera();
  const devices = await page.context().newCDPSession(page);
  await devices.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  const gestureSourceType = 'touch' as const;
  // Headless browsers scroll no page for such a finger: that they may is what can be asked of them.
  await devices.send('Input.synthesizeScrollGesture', { x: 200, y: 60, yDistance: 60, gestureSourceType });
  await expect(hint).toHaveText('Use two fingers to move the view');
  await expect(page.locator('overlook-viewer canvas').first()).toHaveCSS('touch-action', 'pan-x pan-y');
  expect(await camera()).toEqual(zoomed);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', apartPx: number) => {
    const touchPoints = [-1, 1].map((side, id) => ({ x: 200 + (side * apartPx) / 2, y: 110, id }));
    return devices.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : touchPoints });
  };
  await touch('touchStart', 60);
  for (const apartPx of [80, 100, 120, 140]) {
    await touch('touchMove', apartPx);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  await touch('touchEnd', 140);
  expect(distance(await camera(), zoomed)).toBeGreaterThan(1);
  expect(await page.evaluate(() => visualViewport!.scale)).toBe(1);
});

test('a poster of the page is shown until the view is open, also before the module is loaded', async ({
  page,
  request,
}) => {
  const { token } = await Grant.make(request);
  let load = () => undefined as void;
  const mayLoad = new Promise<void>((resolve) => (load = resolve));
  await page.route('**/embed/v1/overlook-viewer.js', async (route) => {
    await mayLoad;
    await route.continue();
  });
  const poster = '<svg slot="poster" id="poster" width="200" height="100"></svg>';
  const viewer = element(400, 300).replace('></', ` controls="none">${poster}</`);
  await page.goto(host.show({ html: pageOf(viewer), token }), { waitUntil: 'commit' });
  await expect(page.locator('#poster')).toBeVisible();
  load();
  await expect(page.getByText('Opening the view…')).toBeVisible();
  await expect(page.locator('#poster')).toHaveCSS('width', '400px');
  await page.waitForFunction(() => document.querySelector<OverlookViewerElement>('overlook-viewer')?.api);
  await expect(page.locator('#poster')).toBeHidden();
});
