/**
 * The resources that the stages of a page share: the workers that read tiles, the queue of tiles, the GPU memory and, if the
 * browser allows it, the WebGL context with its tilesets. The first stage creates them, the last one releases them. Stages with
 * other headers or query fields get other files, and share nothing.
 */
import { type ContentLoader, createContentLoader } from '../content/content-loader.ts';
import type { CompressedTextureSupport } from '../content/content.ts';
import { rendererName } from '../render/software-renderer.ts';
import { textureSupport } from '../render/texture-support.ts';
import type { Tile } from '../tiles/tile.ts';
import { TileCache } from '../tiles/tile-cache.ts';
import { TileScheduler } from '../tiles/tile-scheduler.ts';
import { TileStore } from '../tiles/tile-store.ts';
import { UploadCheck } from '../tiles/upload-check.ts';
import { type DeckCanvas, type DeckCanvasOptions, createDeckCanvas } from './deck-canvas.ts';
import { ContextLosses } from './context-losses.ts';
import { memoryCapBytes } from './memory-cap.ts';
import { PageContext, sharesContext } from './page-context.ts';
import type { StageOptions } from './stage-types.ts';

/** The headers and fields of requests for tiles, and requests that the page has sent before. */
type Credentials = Pick<StageOptions, 'fetchHeaders' | 'fetchQuery' | 'takeEarly'>;

interface SharedContext {
  readonly context: PageContext;
  readonly store: TileStore;
}

/** Their code is loaded beside the first files: nothing waits for it. */
const probes = () => import('../render/context-probe.ts');

/** By the function that returns the headers of a user or the query fields of a visitor. */
const pages = new Map<Credentials['fetchHeaders' | 'fetchQuery'], PageResources>();

/** The caller releases the result. */
export function acquirePageResources(
  user: object,
  { fetchHeaders, fetchQuery, takeEarly }: Credentials,
): PageResources {
  const key = fetchQuery ?? fetchHeaders;
  const credentials = {
    ...(fetchHeaders && { fetchHeaders }),
    ...(fetchQuery && { fetchQuery }),
    ...(takeEarly && { takeEarly }),
  };
  const page = pages.get(key) ?? new PageResources(credentials, () => pages.delete(key));
  pages.set(key, page);
  page.join(user);
  return page;
}

export class PageResources {
  readonly scheduler = new TileScheduler();
  readonly cache = new TileCache<Tile>(0);
  private readonly losses = new ContextLosses();
  private readonly contents: ContentLoader;
  /** Of the newest context: offered at first, without those that are not shown rightly afterwards. */
  private textures: CompressedTextureSupport = [];
  /** All contexts of a page are of one browser and one GPU: the first one is tried for the others. */
  private resolveFirstContext: (gl: WebGL2RenderingContext) => void = () => undefined;
  private shared: Promise<SharedContext> | null = null;
  /** By stage, the cap of its site, MiB. */
  private readonly caps = new Map<object, number>();
  /** By stage that draws in the shared context, the callback for its loss. */
  private readonly onLost = new Map<object, () => void>();

  constructor(
    credentials: Credentials,
    private readonly onUnused: () => void,
  ) {
    const firstContext = new Promise<WebGL2RenderingContext>((resolve) => {
      this.resolveFirstContext = resolve;
    });
    const shown = firstContext.then(async (gl) => {
      const { probeContext } = await probes();
      return (this.textures = await probeContext(gl));
    });
    // The workers load their code while the context is created.
    this.contents = createContentLoader({
      textureSupport: () => this.textures,
      shownTextures: () => shown,
      showsBitmap: async (bitmap) => {
        const [gl, { showsBitmap }] = await Promise.all([firstContext, probes()]);
        return showsBitmap(gl, bitmap);
      },
      startsNow: true,
      ...credentials,
    });
  }

  join(user: object): void {
    this.caps.set(user, 0);
  }

  /** The cap of a stage's site, MiB. The page uses the largest cap of its stages. */
  askFor(user: object, capMib: number): void {
    this.caps.set(user, capMib);
    this.updateCap();
  }

  /**
   * A canvas for a stage, and the tilesets of its context. The stage destroys the canvas. Rejects if the browser provides no
   * WebGL 2. `onLost` is called once when the context has been lost; the next canvas has a new context.
   */
  async openCanvas(
    user: object,
    options: Omit<DeckCanvasOptions, 'context'>,
  ): Promise<{ canvas: DeckCanvas; store: TileStore }> {
    if (!sharesContext()) {
      const noteLoss = this.losses.watch();
      const onLost = () => {
        noteLoss();
        this.updateCap();
        options.onLost();
      };
      const canvas = await createDeckCanvas({ ...options, onLost, context: null });
      return { canvas, store: this.createStore(canvas.gl) };
    }
    this.shared ??= this.createShared(options.antialias);
    const { context, store } = await this.shared;
    if (!this.caps.has(user)) throw new DOMException('The stage has been closed.', 'AbortError');
    this.onLost.set(user, options.onLost);
    return { canvas: await createDeckCanvas({ ...options, context }), store };
  }

  release(user: object): void {
    if (!this.caps.delete(user)) return;
    this.onLost.delete(user);
    if (this.caps.size > 0) return this.updateCap();
    // A context that is still being created is then destroyed.
    this.shared?.then(({ context }) => context.destroy()).catch(() => undefined);
    this.shared = null;
    this.contents.destroy();
    this.onUnused();
  }

  /** Number of lost contexts of this page; simultaneous losses count once. */
  get lostContexts(): number {
    return this.losses.count;
  }

  private createShared(antialias: boolean): Promise<SharedContext> {
    const noteLoss = this.losses.watch();
    const created = PageContext.create(antialias, () => this.loseShared(created, noteLoss)).then((context) => ({
      context,
      store: this.createStore(context.gl),
    }));
    // The next canvas tries again.
    created.catch(() => {
      if (this.shared === created) this.shared = null;
    });
    return created;
  }

  private loseShared(lost: Promise<SharedContext>, noteLoss: () => void): void {
    if (this.shared !== lost) return;
    this.shared = null;
    noteLoss();
    this.updateCap();
    const listeners = [...this.onLost.values()];
    this.onLost.clear();
    for (const listener of listeners) listener();
  }

  /** The store of tiles of a context: of the shared one, or of one that the caller has created. */
  createStore(gl: WebGL2RenderingContext): TileStore {
    // A query enables the formats in each context.
    const offered = textureSupport(gl);
    if (this.textures.length === 0) this.textures = offered;
    this.resolveFirstContext(gl);
    const { contents, scheduler, cache } = this;
    return new TileStore({ gl, contents, scheduler, cache, uploads: new UploadCheck(gl) });
  }

  private updateCap(): void {
    const { deviceMemory: memoryGib, platform, maxTouchPoints } = navigator as Navigator & { deviceMemory?: number };
    const device = { memoryGib, renderer: rendererName(), platform, touchPoints: maxTouchPoints };
    this.cache.capBytes = memoryCapBytes(Math.max(...this.caps.values()), device, this.losses.count);
  }
}
