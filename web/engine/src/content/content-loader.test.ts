import { beforeEach, describe, expect, test, vi } from 'vitest';
import { UnsupportedContentError } from '@overlook/shared/tiles3d';
import type { ParsedContent, TileContent } from './content.ts';
import { ContentHttpError } from './content-errors.ts';
import { createContentLoader, type ContentLoaderOptions } from './content-loader.ts';
import { toErrorMessage, transferablesOf, type WorkerReply, type WorkerRequest } from './content-protocol.ts';
import { makeTile, triangleGlb } from './testing/make-files.ts';
import { parseBytes } from './testing/node-platform.ts';

/** A worker that only records its requests; the test answers. */
class FakeWorker extends EventTarget {
  static made: FakeWorker[] = [];
  readonly requests: WorkerRequest[] = [];
  isTerminated = false;

  constructor() {
    super();
    FakeWorker.made.push(this);
  }

  postMessage(request: WorkerRequest): void {
    this.requests.push(request);
  }

  terminate(): void {
    this.isTerminated = true;
  }

  answer(data: WorkerReply): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
}

const EMPTY: TileContent = {
  primitives: [],
  textures: [],
  properties: null,
  featureCount: 0,
  copyright: null,
  warnings: [],
};
const loaded: ParsedContent = { type: 'content', content: EMPTY };
const never = new AbortController().signal;
const url = (name: string) => `https://site.test/${name}`;

const makeLoader = (options: Partial<ContentLoaderOptions> = {}) =>
  createContentLoader({
    textureSupport: () => ['rgba8'],
    createWorker: () => new FakeWorker() as unknown as Worker,
    ...options,
  });

beforeEach(() => {
  FakeWorker.made = [];
});

describe('a file that was requested before', () => {
  const early = new Map<string, Promise<ArrayBuffer | null>>();
  const takeEarly = (address: string) => early.get(address) ?? null;

  test('is sent to the worker with its bytes; others are fetched there', async () => {
    const bytes = new ArrayBuffer(3);
    early.set(url('a'), Promise.resolve(bytes)).set(url('b'), Promise.resolve(null));
    early.set(url('c'), Promise.reject(new TypeError('Failed to fetch')));
    const loader = makeLoader({ takeEarly, workerCount: 1 });
    for (const name of ['a', 'b', 'c', 'd']) void loader.load(url(name), never).catch(() => undefined);
    await vi.waitFor(() => expect(FakeWorker.made[0]!.requests).toHaveLength(4));
    const sent = FakeWorker.made[0]!.requests.map((request) => request.type === 'load' && [request.url, request.bytes]);
    expect(sent).toContainEqual([url('a'), bytes]);
    for (const name of ['b', 'c', 'd']) expect(sent).toContainEqual([url(name), undefined]);
    loader.destroy();
  });

  test('is not sent when it was cancelled', async () => {
    let arrive = (_bytes: ArrayBuffer): void => undefined;
    early.set(
      url('e'),
      new Promise((resolve) => {
        arrive = resolve;
      }),
    );
    const loader = makeLoader({ takeEarly, workerCount: 1 });
    const controller = new AbortController();
    const load = loader.load(url('e'), controller.signal);
    controller.abort();
    await expect(load).rejects.toThrow();
    arrive(new ArrayBuffer(3));
    await Promise.resolve();
    expect(FakeWorker.made.flatMap(({ requests }) => requests)).toEqual([]);
    loader.destroy();
  });
});

describe('the pool', () => {
  test('starts its workers before the first load on request', () => {
    const loader = makeLoader({ startsNow: true, workerCount: 3 });
    expect(FakeWorker.made).toHaveLength(3);
    void loader.load(url('a'), never).catch(() => undefined);
    expect(FakeWorker.made).toHaveLength(3);
    loader.destroy();
  });

  test('workers start when needed and the least busy one gets the next load', async () => {
    const loader = makeLoader();
    expect(FakeWorker.made).toHaveLength(0);
    const loads = ['a', 'b', 'c'].map((name) => loader.load(url(name), never));
    const [first, second] = FakeWorker.made;
    expect(first!.requests).toMatchObject([{ id: 1 }, { id: 3 }]);
    expect(second!.requests).toMatchObject([{ id: 2 }]);
    first!.answer({ id: 1, loaded });
    first!.answer({ id: 3, loaded });
    await expect(loads[0]).resolves.toBe(loaded);
    void loader.load(url('d'), never).catch(() => undefined);
    expect(first!.requests).toHaveLength(3);
    loader.destroy();
    await expect(loads[1]).rejects.toMatchObject({ name: 'AbortError' });
  });

  test('headers are requested at every load', () => {
    let token = 1;
    const loader = makeLoader({ workerCount: 1, fetchHeaders: () => ({ authorization: `Bearer ${token++}` }) });
    for (const name of ['a', 'b']) void loader.load(url(name), never, { upAxis: 'Z' }).catch(() => undefined);
    expect(FakeWorker.made[0]!.requests).toMatchObject([
      { url: url('a'), headers: { authorization: 'Bearer 1' }, upAxis: 'Z', kind: 'content' },
      { headers: { authorization: 'Bearer 2' } },
    ]);
    loader.destroy();
  });

  test('a crashed worker gives its loads back as retryable and is replaced', async () => {
    const loader = makeLoader({ workerCount: 1 });
    const lost = loader.load(url('a'), never);
    FakeWorker.made[0]!.dispatchEvent(Object.assign(new Event('error'), { message: 'out of memory' }));
    await expect(lost).rejects.toMatchObject({ name: 'ContentWorkerLost', retryable: true });
    await expect(lost).rejects.toThrow(/out of memory/);
    expect(FakeWorker.made[0]!.isTerminated).toBe(true);
    const again = loader.load(url('a'), never);
    FakeWorker.made[1]!.answer({ id: 2, loaded });
    await expect(again).resolves.toBe(loaded);
    loader.destroy();
  });

  test('a worker whose decoder does not return is replaced, and its content is not loaded again', async () => {
    vi.useFakeTimers();
    try {
      const loader = makeLoader({ workerCount: 1 });
      const [hung, other] = [loader.load(url('hung.glb'), never), loader.load(url('b'), never)];
      const refused = expect(hung).rejects.toThrow(/^hung\.glb: has compressed data/);
      const lost = expect(other).rejects.toMatchObject({ name: 'ContentWorkerLost', retryable: true });
      const [worker] = FakeWorker.made;
      // The other's decoder returns in time.
      for (const [id, decoding] of [
        [2, true],
        [1, true],
        [2, false],
      ] as const)
        worker!.answer({ id, decoding });
      vi.advanceTimersByTime(29_000);
      expect(worker!.isTerminated).toBe(false);
      vi.advanceTimersByTime(2000);
      expect(worker!.isTerminated).toBe(true);
      await Promise.all([refused, lost]);
      loader.destroy();
    } finally {
      vi.useRealTimers();
    }
  });

  test('decoders that return may take any time together', async () => {
    vi.useFakeTimers();
    try {
      const loader = makeLoader({ workerCount: 1 });
      const pending = loader.load(url('a'), never);
      const [worker] = FakeWorker.made;
      for (let i = 0; i < 10; i++) {
        worker!.answer({ id: 1, decoding: true });
        vi.advanceTimersByTime(20_000);
        worker!.answer({ id: 1, decoding: false });
      }
      worker!.answer({ id: 1, loaded });
      await expect(pending).resolves.toBe(loaded);
      expect(vi.getTimerCount()).toBe(0);
      loader.destroy();
    } finally {
      vi.useRealTimers();
    }
  });

  test('destroy stops everything, twice is once, and no load starts after it', async () => {
    const loader = makeLoader();
    const pending = loader.load(url('a'), never);
    loader.destroy();
    loader.destroy();
    await expect(pending).rejects.toMatchObject({ name: 'AbortError' });
    await expect(loader.load(url('b'), never)).rejects.toMatchObject({ name: 'AbortError' });
    expect(FakeWorker.made.map((worker) => worker.isTerminated)).toEqual([true]);
  });
});

describe('aborting', () => {
  test('rejects at once, notifies the worker, and frees late results', async () => {
    const loader = makeLoader({ workerCount: 1 });
    const controller = new AbortController();
    const pending = loader.load(url('a'), controller.signal);
    controller.abort(new Error('not wanted'));
    await expect(pending).rejects.toThrow('not wanted');
    expect(FakeWorker.made[0]!.requests[1]).toEqual({ type: 'abort', id: 1 });
    let closed = 0;
    const bitmap = { close: () => closed++ } as unknown as ImageBitmap;
    const sampler = { wrapS: 0, wrapT: 0, minFilter: 0, magFilter: 0 };
    const late = { ...EMPTY, textures: [{ kind: 'bitmap' as const, bitmap, sampler, isData: false }] };
    FakeWorker.made[0]!.answer({ id: 1, loaded: { type: 'content', content: late } });
    expect(closed).toBe(1);
    loader.destroy();
  });

  test('an aborted signal starts nothing', async () => {
    const loader = makeLoader();
    await expect(loader.load(url('a'), AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
    expect(FakeWorker.made).toHaveLength(0);
  });
});

test.each([
  [new ContentHttpError(url('a'), 503), { name: 'ContentHttpError', status: 503, retryable: true, url: url('a') }],
  [new ContentHttpError(url('a'), 404), { name: 'ContentHttpError', status: 404, retryable: false }],
  [
    new UnsupportedContentError('a.glb, extensionsRequired', 'names KHR_xyz.'),
    { name: 'UnsupportedContentError', place: 'a.glb, extensionsRequired', reason: 'names KHR_xyz.' },
  ],
  [new TypeError('x is undefined'), { name: 'TypeError', message: 'x is undefined' }],
])('errors keep their kind on the way: %s', async (error, expected) => {
  const loader = makeLoader();
  const pending = loader.load(url('a'), never);
  FakeWorker.made[0]!.answer({ id: 1, error: structuredClone(toErrorMessage(error)) });
  await expect(pending).rejects.toMatchObject(expected);
  loader.destroy();
});

test('a subtree is requested as such', async () => {
  const loader = makeLoader();
  const pending = loader.loadSubtree(url('0.subtree'), never);
  expect(FakeWorker.made[0]!.requests).toMatchObject([{ kind: 'subtree' }]);
  const all = { constant: true, bits: null };
  const subtree = { tiles: all, contents: [all], childSubtrees: all };
  FakeWorker.made[0]!.answer({ id: 1, loaded: { type: 'subtree', subtree } });
  await expect(pending).resolves.toBe(subtree);
  loader.destroy();
});

test('a parsed content moves whole: every buffer is on the list once, and none is left behind', async () => {
  const parsed = await parseBytes(makeTile('b3dm', { feature: { BATCH_LENGTH: 2 } }, triangleGlb()));
  const transfer = transferablesOf(parsed, true);
  expect(new Set(transfer).size).toBe(transfer.length);
  const moved = structuredClone(parsed, { transfer });
  expect(moved).toMatchObject({ content: { primitives: [{ max: [2, 3, 0] }] } });
  const [left] = (parsed as { content: TileContent }).content.primitives;
  expect(left!.positions.value.byteLength + left!.matrix.byteLength + left!.featureIds!.value.byteLength).toBe(0);
});

describe('what the browser may do wrongly', () => {
  const bitmap = (name: string) => ({ name, close: () => undefined }) as unknown as ImageBitmap;
  const withTexture = (internalFormat: number): ParsedContent => {
    const sampler = { wrapS: 0, wrapT: 0, minFilter: 0, magFilter: 0 };
    return {
      type: 'content',
      content: { ...EMPTY, textures: [{ kind: 'compressed', internalFormat, levels: [], sampler }] },
    };
  };

  test.each([
    ['are transferred when the first one was shown', true, [{ type: 'transferBitmaps' }]],
    ['stay copied when it was not', false, []],
  ] as const)('bitmaps of a worker %s', async (_, isShown, requests) => {
    const tried: ImageBitmap[] = [];
    const probe = bitmap('probe');
    const showsBitmap = (one: ImageBitmap) => Promise.resolve(isShown).finally(() => tried.push(one));
    const loader = makeLoader({ showsBitmap, startsNow: true, workerCount: 1 });
    FakeWorker.made[0]!.answer({ probe });
    await vi.waitFor(() => expect(tried).toEqual([probe]));
    await new Promise((resolve) => setTimeout(resolve));
    expect(FakeWorker.made[0]!.requests).toEqual(requests);
    loader.destroy();
  });

  test('a copied bitmap is not among what moves', () => {
    const texture = { kind: 'bitmap' as const, bitmap: bitmap('a'), sampler: {} as never, isData: false };
    const content: ParsedContent = { type: 'content', content: { ...EMPTY, textures: [texture] } };
    expect([transferablesOf(content, true), transferablesOf(content, false)]).toEqual([[texture.bitmap], []]);
  });

  test('a content in a format that is not shown is loaded again, in one that is', async () => {
    let formats: ('bc7' | 'etc2' | 'rgba8')[] = ['bc7', 'etc2', 'rgba8'];
    const shownTextures = () => Promise.resolve((formats = ['etc2', 'rgba8']));
    const loader = makeLoader({ textureSupport: () => formats, shownTextures, workerCount: 1 });
    const load = loader.load(url('a'), never);
    const worker = FakeWorker.made[0]!;
    worker.answer({ id: 1, loaded: withTexture(0x8e8c) });
    await vi.waitFor(() => expect(worker.requests).toHaveLength(2));
    expect(worker.requests).toMatchObject([{ textureSupport: ['bc7', 'etc2', 'rgba8'] }, { textureSupport: formats }]);
    const inEtc2 = withTexture(0x9278);
    worker.answer({ id: 2, loaded: inEtc2 });
    expect(await load).toBe(inEtc2);
    loader.destroy();
  });
});
