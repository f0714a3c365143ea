/** Views that are put into a page and taken out again, in each of the ways there are, leave nothing. */
import type { CDPSession, Page } from '@playwright/test';
import { countGpuObjects, hostLibraries } from '../../fixtures/host-libraries.ts';
import { Grant, HostServer } from '../../fixtures/host-page.ts';
import { WAYS, WAYS_PAGE, type Way } from '../../fixtures/mounted-ways.ts';
import { expect, test } from '../../fixtures/test.ts';

let host: HostServer;
test.beforeAll(async () => void (host = await HostServer.start()));
test.afterAll(() => host.stop());

/** Times that a view is mounted: 50 for what docs/performance.md says. Not part of `npm test`: beside other work it can wait for minutes. */
const MOUNTS = Number(process.env['MOUNTS'] ?? 0);
test.skip(MOUNTS === 0, 'MOUNTS is not set');
/** What is counted after so many is what one mount may leave for those that follow. */
const FIRST = Math.min(10, Math.ceil(MOUNTS / 2));

/** Each fourth is taken out when all of it is drawn, the others as soon as they are there. */
async function mount(page: Page, way: Way, from: number, to: number): Promise<void> {
  for (let i = from; i < to; i++)
    await page.evaluate(([name, isDrawn]) => window.ways[name](isDrawn), [way, i % 4 === 0] as const);
}

type Count = 'nodes' | 'listeners' | 'documents' | 'contexts' | 'workers';
interface Held {
  counts: Record<Count, number>;
  gpu: Record<string, number>;
  heapBytes: number;
}

/** What the page holds after the garbage has been collected. */
async function heldBy(
  page: Page,
  devtools: CDPSession,
  gpuObjects: () => Promise<Record<string, number>>,
): Promise<Held> {
  // What a finalizer gives free is collected in the next round.
  for (let round = 0; round < 3; round++) await devtools.send('HeapProfiler.collectGarbage');
  const { nodes, jsEventListeners: listeners, documents } = await devtools.send('Memory.getDOMCounters');
  const { usedSize: heapBytes } = await devtools.send('Runtime.getHeapUsage');
  const contexts = await page.evaluate(() => window.liveContexts().length);
  return {
    counts: { nodes, listeners, documents, contexts, workers: page.workers().length },
    gpu: await gpuObjects(),
    heapBytes,
  };
}

/** Of the heap after the first mounts: the compiler goes on with functions that run often, 8 to 10 %. */
const HEAP_MOST_SHARE = 1.2;

const growth = ({ counts: before }: Held, { counts: after }: Held): Record<string, number> =>
  Object.fromEntries(Object.entries(after).map(([name, count]) => [name, count - before[name as Count]]));

const megabytes = ({ heapBytes }: Held) => `${(heapBytes / 1e6).toFixed(1)} MB`;

test('no way of embedding leaves a listener, node, context, worker or growing heap', async ({ page, request }) => {
  test.slow();
  const { token } = await Grant.make(request);
  const gpuObjects = await countGpuObjects(page);
  await page.goto(host.show({ html: WAYS_PAGE, token, modules: await hostLibraries() }));
  await page.waitForFunction(() => 'ways' in window);
  const devtools = await page.context().newCDPSession(page);
  const grown: Partial<Record<Way, Record<string, number>>> = {};
  for (const way of WAYS) {
    await test.step(way, async () => {
      await mount(page, way, 0, FIRST);
      const before = await heldBy(page, devtools, gpuObjects);
      await mount(page, way, FIRST, MOUNTS);
      const after = await heldBy(page, devtools, gpuObjects);
      const description = `${way}: ${megabytes(before)} to ${megabytes(after)}; ${JSON.stringify(after.counts)}`;
      test.info().annotations.push({ type: 'held', description });
      grown[way] = growth(before, after);
      expect.soft(after.heapBytes, way).toBeLessThan(before.heapBytes * HEAP_MOST_SHARE);
      // The context of a host's own map stays; those of the other ways go with all that is in them.
      if (way === 'mapLibre') expect.soft(dataOf(after.gpu), way).toEqual(dataOf(before.gpu));
    });
  }
  // deck.gl's overlay of MapLibre leaves listeners and a node of its own, with and without a site.
  const { overlay, mapLibre, ...others } = grown;
  expect(mapLibre).toEqual(overlay);
  expect(overlay).toMatchObject({ contexts: 0, documents: 0, workers: 0 });
  for (const [way, counts] of Object.entries(others))
    expect.soft(counts, way).toEqual({ nodes: 0, listeners: 0, documents: 0, contexts: 0, workers: 0 });
});

/** luma.gl 9.4 makes a second vertex array for each model and forgets the first; these hold no data. */
const dataOf = ({ VertexArray: _, ...kinds }: Record<string, number>) => kinds;
