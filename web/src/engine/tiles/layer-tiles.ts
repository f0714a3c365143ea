/** The tilesets of one layer of a site: one, or as many as its models.json lists. */
import type { EnuSection } from '../section/enu-section.ts';
import type { PickDemand } from './finest-tiles.ts';
import { isModelsList, readModelsList } from './models-list.ts';
import { isTransient, retryDelayMs } from './retry-policy.ts';
import type { CameraView, DrawItem } from './selection.ts';
import { NO_PROGRESS, Tileset, type TilesetOptions, type TilesetProgress } from './tileset.ts';

export class LayerTiles {
  private tilesets: Tileset[] = [];
  private readonly abort = new AbortController();
  private listPending = false;
  private listFailed = false;
  private isListFailing = false;
  private timer: ReturnType<typeof setTimeout> | null = null;

  constructor(
    readonly modeltypeId: number,
    private readonly options: Omit<TilesetOptions, 'placement'>,
  ) {
    if (isModelsList(options.url)) void this.loadList(0);
    else this.tilesets = [new Tileset({ ...options, placement: null })];
  }

  get isStale(): boolean {
    return this.tilesets.some((tileset) => tileset.isStale);
  }

  get loadedCount(): number {
    return this.tilesets.reduce((sum, tileset) => sum + tileset.loadedCount, 0);
  }

  /** With `demands` null only what is there already is chosen. */
  select(
    view: CameraView,
    thresholdPx: number,
    nowMs: number,
    section: EnuSection | null,
    demands: readonly PickDemand[] | null,
  ): void {
    for (const tileset of this.tilesets) tileset.select(view, thresholdPx, nowMs, section, demands);
  }

  upload(deadlineMs: number): boolean {
    let more = false;
    for (const tileset of this.tilesets) more = tileset.upload(deadlineMs) || more;
    return more;
  }

  /** Appends what is to be drawn. */
  collect(items: DrawItem[]): void {
    for (const tileset of this.tilesets) for (const item of tileset.items) items.push(item);
  }

  /** The finest tiles at the picked points, as far as they are there. */
  get finest(): DrawItem[] {
    return this.tilesets.flatMap((tileset) => tileset.finest);
  }

  rest(): void {
    for (const tileset of this.tilesets) tileset.rest();
  }

  evict(): void {
    for (const tileset of this.tilesets) tileset.evict();
  }

  progress(): TilesetProgress {
    const pending = this.listPending ? 1 : 0;
    const sum: TilesetProgress = {
      ...NO_PROGRESS,
      wanted: pending,
      loading: pending,
      underWay: pending,
      failed: this.listFailed || this.isListFailing ? 1 : 0,
      isCovered: pending === 0 && !this.listFailed,
    };
    for (const { progress } of this.tilesets) {
      sum.wanted += progress.wanted;
      sum.ready += progress.ready;
      sum.loading += progress.loading;
      sum.underWay += progress.underWay;
      sum.failed += progress.failed;
      sum.stoppedAtMemoryLimit ||= progress.stoppedAtMemoryLimit;
      sum.isCovered &&= progress.isCovered;
    }
    return sum;
  }

  retryFailed(): void {
    if (this.listFailed || this.timer) void this.loadList(0);
    for (const tileset of this.tilesets) tileset.retryFailed();
  }

  destroy(): void {
    this.abort.abort();
    this.forgetTimer();
    for (const tileset of this.tilesets) tileset.destroy();
    this.tilesets = [];
  }

  private forgetTimer(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
  }

  private async loadList(attempts: number): Promise<void> {
    this.forgetTimer();
    const { url, contents, onError, onChange } = this.options;
    this.listPending = true;
    this.listFailed = false;
    try {
      const list = readModelsList(await contents.loadJson(url, this.abort.signal), url);
      this.tilesets = list.map((entry) => new Tileset({ ...this.options, ...entry }));
      this.listPending = false;
      this.isListFailing = false;
    } catch (error) {
      if (this.abort.signal.aborted) return;
      const transient = isTransient(error);
      onError(url, error as Error, !transient);
      this.isListFailing = transient;
      if (transient) this.timer = setTimeout(() => void this.loadList(attempts + 1), retryDelayMs(attempts + 1));
      else {
        this.listPending = false;
        this.listFailed = true;
      }
    }
    onChange();
  }
}
