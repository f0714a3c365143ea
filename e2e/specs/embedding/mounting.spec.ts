import type { CDPSession, Page } from '@playwright/test';
import type { OverlookViewerElement } from '@overlook/web/embed';
import { Grant, HostServer } from '../../fixtures/host-page.ts';
import { ORIGIN } from '../../fixtures/server.ts';
import { expect, test } from '../../fixtures/test.ts';

let host: HostServer;
test.beforeAll(async () => void (host = await HostServer.start()));
test.afterAll(() => host.stop());

const HTML = `<!doctype html><html lang="en"><title>Host</title>
<style>overlook-viewer { width: 80px; height: 60px; min-height: 0 }</style>
<script type="module" src="${ORIGIN}/embed/v1/overlook-viewer.js"></script><body></body></html>`;

/** An element is put into the page and taken out: each fifth when its view is drawn, the others while they load. */
const mountOnce = (page: Page, token: string, mount: number) =>
  page.evaluate(
    async ([secret, isDrawn]) => {
      const viewer = document.createElement('overlook-viewer') as OverlookViewerElement;
      viewer.setAttribute('layer', 'shaded');
      viewer.setAttribute('quality', 'speed');
      viewer.token = secret;
      const ready = new Promise((resolve) => viewer.addEventListener('overlook-ready', resolve, { once: true }));
      document.body.append(viewer);
      await ready;
      if (isDrawn) await viewer.api!.idle();
      viewer.remove();
      // The element ends after the task in which it was taken out.
      await Promise.resolve();
    },
    [token, mount % 5 === 4] as const,
  );

/** The memory of the page after garbage collection. */
async function heldBy(page: Page, devtools: CDPSession) {
  // Memory that a finalizer releases is collected in the next round.
  for (let round = 0; round < 3; round++) await devtools.send('HeapProfiler.collectGarbage');
  const { nodes, jsEventListeners: listeners, documents } = await devtools.send('Memory.getDOMCounters');
  const { usedSize: heapBytes } = await devtools.send('Runtime.getHeapUsage');
  const contexts = await page.evaluate(() => window.liveContexts().length);
  return { counts: { nodes, listeners, documents, contexts, workers: page.workers().length }, heapBytes };
}

/** Share of the heap after ten mounts: the compiler still optimises functions that run often, which adds 8 to 10 %. */
const HEAP_MOST_SHARE = 1.2;

test('mounted and unmounted 50 times, an element leaves no listener, node, context or growing heap', async ({
  page,
  request,
}) => {
  test.slow();
  const { token } = await Grant.make(request);
  await page.goto(host.show({ html: HTML }));
  await page.waitForFunction(() => customElements.get('overlook-viewer') !== undefined);
  const devtools = await page.context().newCDPSession(page);
  for (let mount = 0; mount < 10; mount++) await mountOnce(page, token, mount);
  const before = await heldBy(page, devtools);
  for (let mount = 10; mount < 50; mount++) await mountOnce(page, token, mount);
  const after = await heldBy(page, devtools);
  expect(after.counts).toEqual(before.counts);
  expect(after.counts).toMatchObject({ contexts: 0, workers: 0 });
  expect(after.heapBytes).toBeLessThan(before.heapBytes * HEAP_MOST_SHARE);
  const megabytes = ({ heapBytes }: { heapBytes: number }) => `${(heapBytes / 1e6).toFixed(1)} MB`;
  test.info().annotations.push({ type: 'heap', description: `${megabytes(before)} to ${megabytes(after)}` });
});
