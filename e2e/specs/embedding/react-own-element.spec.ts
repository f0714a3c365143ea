/** A React 19 application that writes `<overlook-viewer>` itself: React sets its properties and listens to its events. */
import type { Page } from '@playwright/test';
import { Grant, HostServer } from '../../fixtures/host-page.ts';
import { hostLibraries } from '../../fixtures/host-libraries.ts';
import { expect, test } from '../../fixtures/test.ts';

test.use({ hasStills: false });

let host: HostServer;
let modules: Record<string, string>;
test.beforeAll(async () => {
  host = await HostServer.start();
  modules = await hostLibraries();
});
test.afterAll(() => host.stop());

/** `show` renders the element under StrictMode, each time with new listeners; `load` loads its module. */
const HTML = `<!doctype html><html lang="en"><title>Host</title>
<style>overlook-viewer { width: 480px; height: 320px }</style>
<script type="importmap">{"imports":{"react":"/libraries/react.js","react-dom/client":"/libraries/react-dom-client.js"}}</script>
<body><div id="app"></div><script type="module">
import { createElement, createRef, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
const told = [];
const ref = createRef();
const root = createRoot(document.getElementById('app'));
const render = (child) => root.render(createElement(StrictMode, null, child));
Object.assign(window, {
  told, ref,
  load: () => import('{{OVERLOOK}}/embed/v1/overlook-viewer.js').then(() => null),
  show: (props) => render(createElement('overlook-viewer', {
    ref,
    className: 'plant',
    site: 'ridgeway',
    token: '{{TOKEN}}',
    quality: 'speed',
    controls: 'home zoom',
    'onoverlook-ready': ({ detail: api }) => told.push('ready ' + api.site().slug),
    'onoverlook-layer': ({ detail: layer }) => told.push('layer ' + layer),
    'onoverlook-error': ({ detail: { reason } }) => told.push('error ' + reason),
    ...props,
  })),
  remove: () => render(null),
});
</script></body></html>`;

interface HostWindow {
  told: string[];
  ref: { current: { readonly api: { idle(): Promise<void>; layers: { shown(): string | null } } | null } };
  load(): Promise<null>;
  show(props: object): void;
  remove(): void;
}

// The page defines these.
const told = (page: Page) => page.evaluate(() => (window as unknown as HostWindow).told);
const show = (page: Page, props: object) =>
  page.evaluate((given) => (window as unknown as HostWindow).show(given), props);
const load = (page: Page) => page.evaluate(() => (window as unknown as HostWindow).load());
const remove = (page: Page) => page.evaluate(() => (window as unknown as HostWindow).remove());
const idle = (page: Page) => page.evaluate(() => (window as unknown as HostWindow).ref.current.api!.idle());
const shown = (page: Page) => page.evaluate(() => (window as unknown as HostWindow).ref.current.api!.layers.shown());

test('the element in JSX has its properties, also those of before its module, hears each event once, and is removed and added again', async ({
  page,
  request,
}) => {
  const { token } = await Grant.make(request);
  const warnings: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') warnings.push(message.text());
  });
  await page.goto(host.show({ html: HTML, token, modules }));
  const viewer = page.locator('overlook-viewer');
  await show(page, { layer: 'shaded' });
  await expect(viewer).toHaveAttribute('layer', 'shaded');
  await load(page);
  for (const _time of [1, 2]) {
    await expect.poll(() => told(page)).toContain('ready ridgeway');
    await idle(page);
    expect(await shown(page)).toBe('shaded');
    await expect(viewer).toHaveAttribute('controls', 'home zoom');
    await expect(viewer.getByRole('button', { name: 'Zoom in' })).toBeVisible();
    await expect(viewer.getByRole('button', { name: 'Full screen' })).toHaveCount(0);
    await show(page, { layer: 'cad' });
    await expect.poll(() => told(page)).toContain('layer cad');
    // Left out by the next rendering: the layer stays, and no layer “undefined” is asked for.
    await show(page, { controls: undefined });
    await expect(viewer).not.toHaveAttribute('controls');
    await expect(viewer).not.toHaveAttribute('layer', 'undefined');
    await expect(viewer.getByRole('button', { name: 'Full screen' })).toHaveCount(1);
    expect(await shown(page)).toBe('cad');
    expect(await told(page)).toEqual(['ready ridgeway', 'layer cad']);
    await remove(page);
    await expect(viewer).toHaveCount(0);
    await expect.poll(() => page.workers().length).toBe(0);
    expect(await page.evaluate(() => window.liveContexts().length)).toBe(0);
    await page.evaluate(() => ((window as unknown as HostWindow).told.length = 0));
    await show(page, { layer: 'shaded' });
  }
  expect(warnings).toEqual([]);
});

test('another token opens another view, and one that is left out closes it', async ({ page, request }) => {
  const [first, second] = [await Grant.make(request), await Grant.make(request)];
  await page.goto(host.show({ html: HTML, token: first.token, modules }));
  await load(page);
  await show(page, {});
  await expect.poll(() => told(page)).toEqual(['ready ridgeway']);
  await show(page, { token: second.token });
  await expect.poll(() => told(page)).toEqual(['ready ridgeway', 'ready ridgeway']);
  await show(page, { token: undefined });
  await expect(page.locator('overlook-viewer')).toContainText('no token');
  await expect.poll(() => page.evaluate(() => window.liveContexts().length)).toBe(0);
});
