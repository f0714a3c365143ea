/**
 * What a view costs on the pages of others, in a browser without a GPU:
 *
 *   E2E_PORT=4599 npx tsx bench/embeds.ts WORK [--rounds 3]      (in `e2e`)
 *
 * WORK is a folder where the packages of the benchmark beside the project are installed (run-peers.mjs): CesiumJS and
 * 3d-tiles-renderer. A server with the demo site answers at E2E_PORT, with the host's origin (E2E_PORT + 200) among its
 * EMBED_ORIGINS. Each first tile is measured in a new browser context, the peers in turn. Then: the main thread a frame of one and four elements
 * that fly, and of a deck.gl MapView without and with a SiteLayer. Judge ratios of one run.
 */
import { copyFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test';
import { build } from 'vite';
import type { OverlookViewerElement } from '@overlook/embed/viewer';
import { CHROMIUM_ARGS, chromiumPath } from '../fixtures/chromium.ts';
import { hostLibraries } from '../fixtures/host-libraries.ts';
import { Grant, HostServer } from '../fixtures/host-page.ts';
import { ORIGIN } from '../fixtures/server.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '3' }, frames: { type: 'string', default: '40' } },
});
const [rounds, frames] = [Number(values.rounds), Number(values.frames)];
const work = path.resolve(positionals[0]!);
const SIZE = { width: 800, height: 500 };
const SSE_PX = 16;

interface Measured {
  firstTileMs: number;
  kilobytes: number;
  /** Main thread of the page until then. */
  taskMs: number;
}

/** A page of a peer as one script; its packages are those of the work folder. */
async function bundled(name: string): Promise<string> {
  const entry = path.join(work, `host-${name}.js`);
  await copyFile(path.join(import.meta.dirname, `embeds/${name}.js`), entry);
  const result = await build({
    configFile: false,
    logLevel: 'error',
    root: work,
    define: { CESIUM_BASE_URL: '"/"', 'process.env.NODE_ENV': '"production"' },
    build: { write: false, target: 'es2022', lib: { entry, formats: ['es'] } },
  });
  const [{ output }] = result as unknown as [{ output: { code?: string }[] }];
  return output[0]!.code!;
}

const ELEMENT = `<script type="module" src="${ORIGIN}/embed/v1/overlook-viewer.js"></script>`;
const element = (width: number, height: number) =>
  `<overlook-viewer token="{{TOKEN}}" layer="textured" quality="balanced" style="width:${width}px;height:${height}px"></overlook-viewer>`;
const html = (body: string) =>
  `<!doctype html><html lang="en"><title>Host</title><body style="margin:0">${body}</body></html>`;
const PEER = html(
  '<div id="view" style="width:800px;height:500px"></div><script type="module" src="/peer.js"></script>',
);
const MARK = `<script type="module">
  document.querySelector('overlook-viewer').addEventListener('overlook-progress', ({ detail }) => {
    if (detail.loaded > 0) requestAnimationFrame(() => (window.firstTileMs ??= performance.now()));
  });
</script>`;

const sessions = new WeakMap<Page, CDPSession>();

/** A page whose main thread is measured from now on. */
async function measuredPage(context: BrowserContext): Promise<Page> {
  // tsx names the functions that pages are given by a helper of its own.
  await context.addInitScript('globalThis.__name = (named) => named');
  const page = await context.newPage();
  page.setDefaultTimeout(180_000);
  const cdp = await context.newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  sessions.set(page, cdp);
  return page;
}

/** Processor time of the main thread since the page was made. */
async function taskMs(page: Page): Promise<number> {
  const { metrics } = await sessions.get(page)!.send('Performance.getMetrics');
  return 1000 * metrics.find(({ name }) => name === 'TaskDuration')!.value;
}

async function inContext<T>(browser: Browser, use: (context: BrowserContext) => Promise<T>): Promise<T> {
  const context = await browser.newContext({ viewport: { width: 820, height: 1010 } });
  return use(context).finally(() => context.close());
}

/** Opens a page and waits for its first tile; `begin` is called where the page waits for it. */
const firstTile = (browser: Browser, address: string, argument: object | null): Promise<Measured> =>
  inContext(browser, async (context) => {
    let bytes = 0;
    context.on('requestfinished', (request) => {
      void request.sizes().then(
        (sizes) => (bytes += sizes.responseBodySize),
        () => 0,
      );
    });
    const page = await measuredPage(context);
    await page.goto(address);
    if (argument) {
      await page.waitForFunction(() => 'show' in window);
      await page.evaluate((given) => void (window as unknown as { show(to: object): void }).show(given), argument);
    }
    await page.waitForFunction(() => 'firstTileMs' in window);
    const firstTileMs = await page.evaluate(() => (window as unknown as { firstTileMs: number }).firstTileMs);
    return { firstTileMs, kilobytes: bytes / 1000, taskMs: await taskMs(page) };
  });

/** Main thread a frame while something moves in each animation frame. */
async function perFrame(page: Page, step: (frame: number) => void): Promise<number> {
  const before = await taskMs(page);
  await page.evaluate(
    ([source, count]) =>
      new Promise<void>((resolve) => {
        const move = new Function(`return (${source})`)() as (frame: number) => void;
        let frame = 0;
        const next = () => {
          if (frame === count) return resolve();
          move(frame++);
          requestAnimationFrame(next);
        };
        next();
      }),
    [step.toString(), frames] as const,
  );
  return ((await taskMs(page)) - before) / frames;
}

async function elements(browser: Browser, host: HostServer, token: string, count: number): Promise<number> {
  return inContext(browser, async (context) => {
    const page = await measuredPage(context);
    await page.goto(host.show({ html: html(ELEMENT + element(400, 250).repeat(count)), token }));
    await page.waitForFunction(() =>
      [...document.querySelectorAll<OverlookViewerElement>('overlook-viewer')].every(({ api }) => api),
    );
    await page.evaluate(() =>
      Promise.all(
        [...document.querySelectorAll<OverlookViewerElement>('overlook-viewer')].map(({ api }) => api!.idle()),
      ),
    );
    return perFrame(page, (frame) => {
      for (const { api } of document.querySelectorAll<OverlookViewerElement>('overlook-viewer')) {
        const { position, direction, up } = api!.camera.pose();
        const by = frame % 20 < 10 ? 0.5 : -0.5;
        api!.camera.setPose({ position: position.map((at, i) => at + by * up[i]!) as never, direction, up });
      }
    });
  });
}

async function mapFrames(browser: Browser, host: HostServer, token: string, withSite: boolean): Promise<number> {
  return inContext(browser, async (context) => {
    const page = await measuredPage(context);
    await page.goto(host.show({ example: 'deck.html', token, modules: await hostLibraries() }));
    await page.waitForFunction(() => 'host' in window);
    await page.evaluate((isKept) => {
      const { deck } = (
        window as unknown as { host: { deck: { props: { layers: object[] }; setProps(p: object): void } } }
      ).host;
      if (!isKept) deck.setProps({ layers: deck.props.layers.slice(1) });
    }, withSite);
    await page.waitForFunction(() => {
      const { deck } = (window as unknown as { host: { deck: { props: { layers: { isLoaded: boolean }[] } } } }).host;
      return deck.props.layers[0]!.isLoaded;
    });
    return perFrame(page, (frame) => {
      const { deck, session } = (
        window as unknown as {
          host: {
            deck: { setProps(p: object): void; redraw(reason: string): void };
            session: { origin: { longitude: number; latitude: number } };
          };
        }
      ).host;
      const { longitude, latitude } = session.origin;
      deck.setProps({ initialViewState: { longitude, latitude, zoom: 16, pitch: 50, bearing: frame } });
      deck.redraw('bench');
    });
  });
}

const median = (list: number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]!;
const browser = await chromium.launch({ executablePath: chromiumPath(), args: CHROMIUM_ARGS });
const admin = await browser.newContext();
const host = await HostServer.start();
const { token } = await Grant.make(admin.request);
const cesiumFiles = path.join(work, 'node_modules/cesium/Build/Cesium');
const peers = { cesium: await bundled('cesium'), three: await bundled('three') };

// The address of the tileset and the visitor's token are those of the element's own requests.
const tileset = await inContext(browser, async (context) => {
  const page = await context.newPage();
  const [request] = await Promise.all([
    context.waitForEvent('request', { predicate: (one) => /textured.*\.json\?/.test(one.url()), timeout: 60_000 }),
    page.goto(host.show({ html: html(ELEMENT + element(800, 500)), token })),
  ]);
  return new URL(request.url());
});
const visitor = tileset.searchParams.get('visitor')!;
tileset.search = '';

const rows: Record<string, Measured[]> = { element: [], cesium: [], three: [] };
for (let round = 0; round < rounds; round++) {
  rows['element']!.push(
    await firstTile(browser, host.show({ html: html(ELEMENT + element(800, 500) + MARK), token }), null),
  );
  for (const [name, code] of Object.entries(peers)) {
    const address = host.show({ html: PEER, modules: { '/peer.js': code }, folder: cesiumFiles });
    rows[name]!.push(await firstTile(browser, address, { url: tileset.href, visitor, sse: SSE_PX }));
  }
}
console.log(`load ${os.loadavg()[0]!.toFixed(1)}, ${SIZE.width} × ${SIZE.height}, ${rounds} rounds, medians`);
for (const [name, list] of Object.entries(rows)) {
  const of = (key: keyof Measured) => median(list.map((one) => one[key])).toFixed(0);
  console.log(
    `${name.padEnd(9)} first tile ${of('firstTileMs')} ms, ${of('kilobytes')} kB, main thread ${of('taskMs')} ms`,
  );
}
for (const count of [1, 4])
  console.log(`${count} elements: main thread a frame ${(await elements(browser, host, token, count)).toFixed(2)} ms`);
for (const withSite of [false, true, false, true])
  console.log(
    `MapView ${withSite ? 'with' : 'without'} SiteLayer: main thread a frame ${(await mapFrames(browser, host, token, withSite)).toFixed(2)} ms`,
  );
await host.stop();
await browser.close();
