import type { Page } from '@playwright/test';
import { Grant, HostServer } from '../../fixtures/host-page.ts';
import { hostLibraries } from '../../fixtures/host-libraries.ts';
import { ORIGIN } from '../../fixtures/server.ts';
import { expect, test } from '../../fixtures/test.ts';

test.use({ hasStills: false });

let host: HostServer;
let modules: Record<string, string>;
test.beforeAll(async () => {
  host = await HostServer.start();
  modules = await hostLibraries();
});
test.afterAll(() => host.stop());

/** A component under StrictMode, and the events that it received; `mount` and `unmount` act once. */
const HTML = `<!doctype html><html lang="en"><title>Host</title>
<style>overlook-viewer { width: 200px; height: 160px }</style>
<script type="importmap">{"imports":{"react":"/libraries/react.js","react-dom/client":"/libraries/react-dom-client.js"}}</script>
<body><div id="app"></div><script type="module">
import { createElement, createRef, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { OverlookViewer } from '{{OVERLOOK}}/embed/v1/overlook-viewer-react.js';
const told = [];
const ref = createRef();
let root = null;
const show = (props) => root.render(createElement(StrictMode, null, createElement(OverlookViewer, {
  ref,
  token: '{{TOKEN}}',
  quality: 'speed',
  onReady: (api) => told.push('ready ' + api.site().slug),
  onLayer: (layer) => told.push('layer ' + layer),
  onError: ({ reason }) => told.push('error ' + reason),
  ...props,
})));
Object.assign(window, {
  told, ref, show,
  mount(props) { root = createRoot(document.getElementById('app')); show(props); },
  unmount() { root.unmount(); },
});
</script></body></html>`;

interface HostWindow {
  told: string[];
  ref: { current: { readonly api: { idle(): Promise<void>; layers: { shown(): string | null } } | null } | null };
  show(props: object): void;
  mount(props: object): void;
  unmount(): void;
}

const told = (page: Page) => page.evaluate(() => (window as unknown as HostWindow).told);
const idle = (page: Page) => page.evaluate(() => (window as unknown as HostWindow).ref.current!.api!.idle());
const openedBy = (page: Page) => {
  const opened: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url() === `${ORIGIN}/api/view_grants/open`) opened.push(request.url());
  });
  return opened;
};

test('under StrictMode it opens one visit each time, reports each event once, and leaves nothing behind', async ({
  page,
  request,
}) => {
  const { token } = await Grant.make(request);
  const opened = openedBy(page);
  await page.goto(host.show({ html: HTML, token, modules }));
  for (const times of [1, 2]) {
    await page.evaluate(() => (window as unknown as HostWindow).mount({ layer: 'shaded' }));
    await expect.poll(() => told(page)).toContain('ready ridgeway');
    await idle(page);
    await page.evaluate(() => (window as unknown as HostWindow).show({ layer: 'cad' }));
    await expect.poll(() => told(page)).toContain('layer cad');
    expect(await told(page)).toEqual(['ready ridgeway', 'layer cad']);
    await expect(page.locator('overlook-viewer')).toHaveAttribute('layer', 'cad');
    await page.evaluate(() => {
      const { told: all, unmount } = window as unknown as HostWindow;
      all.length = 0;
      unmount();
    });
    await expect(page.locator('overlook-viewer')).toHaveCount(0);
    await expect.poll(() => page.workers().length).toBe(0);
    expect(await page.evaluate(() => window.liveContexts().length)).toBe(0);
    expect(opened).toHaveLength(times);
  }
  expect(await told(page)).toEqual([]);
});

test('a password opens the view that has one, and without it onError hears of it', async ({ page, request }) => {
  const password = 'a rather long one';
  const { token } = await Grant.make(request, { password });
  await page.goto(host.show({ html: HTML, token, modules }));
  await page.evaluate(() => (window as unknown as HostWindow).mount({}));
  await expect.poll(() => told(page)).toEqual(['error passwordWanted']);
  await page.evaluate(() => (window as unknown as HostWindow).unmount());
  await page.evaluate((secret) => (window as unknown as HostWindow).mount({ password: secret }), password);
  await expect.poll(() => told(page)).toContain('ready ridgeway');
  expect(await told(page)).not.toContain('error passwordWrong');
});

test('the example works unchanged', async ({ page, request }) => {
  const { token } = await Grant.make(request);
  await page.goto(host.show({ example: 'react-element.html', token, modules }));
  const viewer = page.locator('overlook-viewer');
  await page.waitForFunction(() => document.querySelector('overlook-viewer')?.['api' as never]);
  await page.getByRole('button', { name: 'Shaded', exact: true }).last().click();
  await expect(viewer).toHaveAttribute('layer', 'shaded');
  await page.evaluate(() =>
    document.querySelector<HTMLElement & HostWindow['ref']['current']>('overlook-viewer')!.api!.idle(),
  );
  await viewer.click({ position: { x: 250, y: 170 } });
  await expect(page.locator('#place')).toHaveText(/^-?\d+\.\d{6}, -?\d+\.\d{6}$/);
  await page.evaluate(() => (window as unknown as { root: { unmount(): void } }).root.unmount());
  await expect(viewer).toHaveCount(0);
});
