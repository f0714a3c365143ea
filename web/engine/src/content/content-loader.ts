/**
 * The main-thread side of content loading: a small pool of workers that fetch and parse, so that the bytes of a tile never
 * touch the thread that draws.
 */
import { MalformedContentError } from '@overlook/shared/tiles3d';
import type { OwnArchive } from './archives/archive-kinds.ts';
import type { Band, BandPoints } from './band-points.ts';
import type { CompressedTextureSupport, ExternalTileset, ParsedContent } from './content.ts';
import { ContentWorkerLost, fileNameOf } from './content-errors.ts';
import { DecoderWatch } from './decoder-watch.ts';
import type { Subtree } from './implicit/subtree.ts';
import {
  closeBitmaps,
  fromErrorMessage,
  type Loaded,
  type ProbeReply,
  type WorkerReply,
  type WorkerRequest,
  type LoadKind,
} from './content-protocol.ts';
// The default export is the bundler's: the address of the worker as it is built.
// oxlint-disable-next-line import/default
import { readerFile } from './reader-file.ts';
import { loadShown } from './shown-formats.ts';
import { workerAddress } from './worker-address.ts';

export interface ContentLoaderOptions {
  /** 2 unless given: one fetches and decodes while the other parses. */
  workerCount?: number;
  /** The supported texture formats of the device, best first. Asked at every load. */
  textureSupport: () => CompressedTextureSupport;
  /** The formats that were found to be shown rightly. Contents with textures in another one are loaded again. */
  shownTextures?: () => Promise<CompressedTextureSupport>;
  /** Whether the browser shows a bitmap that a worker has transferred. Without it they are copied. Closes the bitmap. */
  showsBitmap?: (probe: ImageBitmap) => Promise<boolean>;
  /** Whether the workers start now; otherwise each starts at its first load. */
  startsNow?: boolean;
  /** Asked at every load, so that a renewed session is used. */
  fetchHeaders?: () => Record<string, string>;
  /** The same for fields that are added to the addresses. */
  fetchQuery?: () => Record<string, string>;
  /** Bytes of a file that was requested before, by its absolute address; null for others. See `StageOptions`. */
  takeEarly?: (url: string) => Promise<ArrayBuffer | null> | null;
  /** For tests: replaces the module worker. */
  createWorker?: () => Worker;
}

export interface ContentLoader {
  /**
   * Fetches and parses `url` (absolute, or relative to the page). The caller owns the result and closes its bitmaps.
   * Rejects with UnsupportedContentError, MalformedContentError, ContentHttpError, ContentWorkerLost (both of the latter tell whether
   * they are `retryable`), or with the signal's reason when aborted, which really stops the fetch.
   */
  load(url: string, signal: AbortSignal, hint?: { upAxis?: 'X' | 'Y' | 'Z' }): Promise<ParsedContent>;
  /** Like `load`, for the points of a content in a band; a tileset is returned unchanged. */
  loadBand(
    url: string,
    signal: AbortSignal,
    options: { band: Band; upAxis: 'X' | 'Y' | 'Z' },
  ): Promise<{ type: 'band'; points: BandPoints } | { type: 'tileset'; tileset: ExternalTileset }>;
  /** Fetches and parses a subtree of implicit tiling. Rejects as `load` does. */
  loadSubtree(url: string, signal: AbortSignal): Promise<Subtree>;
  /** Fetches and parses a JSON file that is no content: a list of models. Rejects as `load` does. */
  loadJson(url: string, signal: AbortSignal): Promise<unknown>;
  /**
   * A loader whose addresses are all in a file of the person; what is outside of it is refused. It uses the workers of this one;
   * destroying it lets the file go.
   */
  within(archive: OwnArchive): ContentLoader;
  /** Stops the workers; running loads reject with an AbortError. Safe to call twice. */
  destroy(): void;
}

interface Task {
  /** What is loaded. */
  readonly url: string;
  resolve(loaded: Loaded): void;
  reject(reason: unknown): void;
}

/** One place of the pool: its worker is replaced after a crash. */
class WorkerSlot {
  readonly tasks = new Map<number, Task>();
  #worker: Worker | null = null;
  readonly #watch = new DecoderWatch((id) => this.#giveUp(id));

  constructor(
    readonly createWorker: () => Worker,
    private readonly showsBitmap: ContentLoaderOptions['showsBitmap'],
  ) {}

  /** Starts the worker unless it runs. */
  start(): Worker {
    this.#worker ??= this.#create();
    return this.#worker;
  }

  send(request: WorkerRequest): void {
    if (request.type !== 'load' && !this.#worker) return;
    this.start().postMessage(request, request.type === 'load' && request.bytes ? [request.bytes] : []);
  }

  /** Stops the worker and rejects its running loads. */
  stop(reason: unknown): void {
    this.#worker?.terminate();
    this.#worker = null;
    this.#watch.clear();
    const tasks = [...this.tasks.values()];
    this.tasks.clear();
    for (const task of tasks) task.reject(reason);
  }

  #create(): Worker {
    const worker = this.createWorker();
    worker.addEventListener('message', ({ data }: MessageEvent<WorkerReply>) => {
      if (data.probe) void this.#tryBitmap(worker, data.probe);
      else this.#settle(data);
    });
    const onCrash = (event: Event) => {
      const { message } = event as Partial<ErrorEvent>;
      const cause = message ? `: ${message}` : '';
      if (this.#worker === worker) this.stop(new ContentWorkerLost(`The worker that reads tiles stopped${cause}.`));
    };
    worker.addEventListener('error', onCrash);
    worker.addEventListener('messageerror', onCrash);
    return worker;
  }

  async #tryBitmap(worker: Worker, probe: ImageBitmap): Promise<void> {
    if (!this.showsBitmap) return probe.close();
    const isShown = await this.showsBitmap(probe);
    if (isShown && this.#worker === worker) this.send({ type: 'transferBitmaps' });
  }

  /** Ends the worker whose decoder does not return; its other running loads may be repeated. */
  #giveUp(id: number): void {
    const task = this.tasks.get(id);
    this.tasks.delete(id);
    this.stop(new ContentWorkerLost('The worker that reads tiles was held up by damaged data.'));
    task?.reject(
      new MalformedContentError(fileNameOf(task.url), 'has compressed data that cannot be decoded in time.'),
    );
  }

  #settle(reply: Exclude<WorkerReply, ProbeReply>): void {
    if (reply.decoding !== undefined) return this.#watch.report(reply);
    this.#watch.forget(reply.id);
    const task = this.tasks.get(reply.id);
    this.tasks.delete(reply.id);
    if (reply.error) task?.reject(fromErrorMessage(reply.error));
    else if (task) task.resolve(reply.loaded);
    // The load was aborted while the finished content was being sent.
    else closeBitmaps(reply.loaded);
  }
}

const createContentWorker = () => new Worker(workerAddress(readerFile), { type: 'module', name: 'overlook-content' });

/** Sends a request with the bytes that were requested before, unless it was cancelled meanwhile. */
async function sendWith(
  early: Promise<ArrayBuffer | null>,
  slot: WorkerSlot,
  request: Extract<WorkerRequest, { type: 'load' }>,
): Promise<void> {
  const bytes = await early.catch(() => null);
  if (slot.tasks.has(request.id)) slot.send(bytes ? { ...request, bytes } : request);
}

/** Makes a loader. The caller destroys it. */
export function createContentLoader(options: ContentLoaderOptions): ContentLoader {
  const {
    workerCount = 2,
    textureSupport,
    shownTextures,
    showsBitmap,
    startsNow = false,
    fetchHeaders,
    fetchQuery,
    takeEarly,
    createWorker = createContentWorker,
  } = options;
  const slots = Array.from({ length: Math.max(1, workerCount) }, () => new WorkerSlot(createWorker, showsBitmap));
  if (startsNow) for (const slot of slots) slot.start();
  let isDestroyed = false;
  let lastId = 0;

  const start = (
    kind: LoadKind,
    url: string,
    signal: AbortSignal,
    upAxis: 'X' | 'Y' | 'Z',
    { band, archive }: { band?: Band; archive?: OwnArchive } = {},
  ) =>
    new Promise<Loaded>((resolve, reject) => {
      if (isDestroyed) throw new DOMException('The content loader is closed.', 'AbortError');
      signal.throwIfAborted();
      const id = ++lastId;
      const headers = fetchHeaders?.() ?? {};
      const absoluteUrl = new URL(url, globalThis.location?.href).href;
      const slot = slots.reduce((least, other) => (other.tasks.size < least.tasks.size ? other : least));
      const onAbort = () => {
        slot.tasks.delete(id);
        slot.send({ type: 'abort', id });
        reject(signal.reason);
      };
      const settled =
        <T>(settle: (value: T) => void) =>
        (value: T) => {
          signal.removeEventListener('abort', onAbort);
          settle(value);
        };
      signal.addEventListener('abort', onAbort, { once: true });
      slot.tasks.set(id, { url: absoluteUrl, resolve: settled(resolve), reject: settled(reject) });
      const request = {
        type: 'load' as const,
        id,
        kind,
        url: absoluteUrl,
        headers,
        query: fetchQuery?.() ?? {},
        upAxis,
        textureSupport: textureSupport(),
        ...(band ? { band } : {}),
        ...(archive ? { archive } : {}),
      };
      const early = archive ? null : (takeEarly?.(absoluteUrl) ?? null);
      if (early) void sendWith(early, slot, request);
      else slot.send(request);
    });

  const loaderOf = (archive?: OwnArchive): ContentLoader =>
    loaderBy(
      (kind, url, signal, more) =>
        start(kind, url, signal, more?.upAxis ?? 'Y', { ...more, ...(archive && { archive }) }),
      shownTextures,
      {
        within: loaderOf,
        destroy() {
          if (archive) return slots.forEach((slot) => slot.send({ type: 'close', archiveId: archive.id }));
          isDestroyed = true;
          for (const slot of slots) slot.stop(new DOMException('The content loader was closed.', 'AbortError'));
        },
      },
    );
  return loaderOf();
}

type Start = (
  kind: LoadKind,
  url: string,
  signal: AbortSignal,
  more?: { upAxis?: 'X' | 'Y' | 'Z'; band?: Band },
) => Promise<Loaded>;

/** `start` resolves to the kind that was requested. */
const loaderBy = (
  start: Start,
  shownTextures: ContentLoaderOptions['shownTextures'],
  rest: Pick<ContentLoader, 'within' | 'destroy'>,
): ContentLoader => ({
  ...rest,
  load: async (url, signal, hint) =>
    (await loadShown(() => start('content', url, signal, hint), shownTextures)) as ParsedContent,
  loadBand: async (url, signal, options) =>
    (await start('content', url, signal, options)) as Exclude<Loaded, { type: 'content' | 'subtree' | 'json' }>,
  loadSubtree: async (url, signal) =>
    ((await start('subtree', url, signal)) as Extract<Loaded, { type: 'subtree' }>).subtree,
  loadJson: async (url, signal) => ((await start('json', url, signal)) as Extract<Loaded, { type: 'json' }>).json,
});
