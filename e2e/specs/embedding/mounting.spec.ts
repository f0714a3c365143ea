/** Views that are put into a page and taken out again, in each of the ways there are, leave nothing. */
import type { CDPSession, Page } from '@playwright/test';
import { countGpuObjects, hostLibraries } from '../../fixtures/host-libraries.ts';
import { Grant, HostServer } from '../../fixtures/host-page.ts';
import { WAYS, WAYS_PAGE, type Way } from '../../fixtures/mounted-ways.ts';
import { expect, test } from '../../fixtures/test.ts';

let host: HostServer;
test.beforeAll(async () => void (host = await HostServer.start()));
test.afterAll(() => host.stop());

/** Times that a view is mounted; MOUNTS=50 is what docs/performance.md says. */
const MOUNTS = Number(process.env['MOUNTS'] ?? 4);
/** What is counted after so many is what one mount may leave for those that follow. */
const FIRST = Math.min(10, Math.ceil(MOUNTS / 2));

/** What a page makes once, however late, does not grow again; a leak grows in each of these rounds of mounts. */
const ROUNDS = 3;
/** Before and after that count, one of so many is taken out when all of it is drawn, the others as soon as they are there. */
const DRAWN_ONE_OF = Math.min(4, FIRST);

async function mount(page: Page, way: Way, from: number, to: number): Promise<void> {
  for (let i = from; i < to; i++)
    await page.evaluate(([name, isDrawn]) => window.ways[name](isDrawn), [way, i % DRAWN_ONE_OF === 0] as const);
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

/**
 * The same, once it is no more than before: under load, a worker or a frame that has ended is let go of some tasks later. What is
 * kept stays above it.
 */
async function heldSince(before: Held, read: () => Promise<Held>): Promise<Held> {
  let held = await read();
  for (let round = 0; round < 5 && Object.keys(growth(before, held)).length > 0; round++) held = await read();
  return held;
}

/** Counts that grew. Fewer than before is no fault: the first count may include a view that was released late. */
const growth = ({ counts: before }: Held, { counts: after }: Held): Record<string, number> =>
  Object.fromEntries(
    Object.entries(after)
      .map(([name, count]) => [name, count - before[name as Count]] as const)
      .filter(([, more]) => more > 0),
  );

/**
 * The page compiles functions that run often, once: at most 1.1 MB in 40 mounts. The smallest leak that was found kept 0.25 MB each
 * time, which is more than this after 20 mounts.
 */
const HEAP_GROWTH_MOST_BYTES = 3e6 + 1e5 * (MOUNTS - FIRST);

const megabytes = ({ heapBytes }: Held) => `${(heapBytes / 1e6).toFixed(1)} MB`;

/** The two ways that share no code; the others are built on one of them. */
const isFirst = (way: (typeof WAYS)[number]) => way === 'element' || way === 'frame';

for (const way of WAYS) {
  const tag = isFirst(way) ? [] : '@long';
  test(
    `${way}: views that are taken out leave no listener, node, context, worker or growing heap`,
    { tag },
    async ({ page, request }) => {
      test.setTimeout(100_000 + 5000 * MOUNTS);
      const { token } = await Grant.make(request);
      const gpuObjects = await countGpuObjects(page);
      await page.goto(host.show({ html: WAYS_PAGE, token, modules: await hostLibraries() }));
      await page.waitForFunction(() => 'ways' in window);
      const devtools = await page.context().newCDPSession(page);
      const read = () => heldBy(page, devtools, gpuObjects);
      await mount(page, way, 0, FIRST);
      let after = await read();
      let before = after;
      for (let round = 0; round < ROUNDS; round++) {
        before = after;
        await mount(page, way, FIRST, MOUNTS);
        after = await heldSince(before, read);
        if (Object.keys(growth(before, after)).length === 0) break;
      }
      const description = `${megabytes(before)} to ${megabytes(after)}; ${JSON.stringify(after.counts)}`;
      test.info().annotations.push({ type: 'held', description });
      expect.soft(growth(before, after)).toEqual({});
      expect.soft(after.heapBytes - before.heapBytes).toBeLessThan(HEAP_GROWTH_MOST_BYTES);
      // The context of a host's own map stays; those of the other ways go with all that is in them.
      if (way === 'mapLibre') expect.soft(dataOf(after.gpu)).toEqual(dataOf(before.gpu));
    },
  );
}

/** luma.gl 9.4 makes a second vertex array for each model and forgets the first; these hold no data. */
const dataOf = ({ VertexArray: _, ...kinds }: Record<string, number>) => kinds;
