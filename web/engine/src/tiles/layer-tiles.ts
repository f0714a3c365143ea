/** The tilesets of one layer on one screen: a single tileset, or all that its models.json lists. */
import type { EnuFrame } from '@overlook/shared/maths';
import type { EnuSection } from '../geometry/half-spaces.ts';
import type { DrawItem } from '../render/draw-item.ts';
import type { CameraView } from '../view/camera-frame.ts';
import type { PickDemand } from './finest-tiles.ts';
import { FirstFile } from './first-file.ts';
import { type PlacedTileset, isModelsList, placedTilesets } from './models-list.ts';
import { pointsOf } from './point-budget.ts';
import type { Tile } from './tile.ts';
import type { TileStore } from './tile-store.ts';
import type { TilesetListener } from './tileset.ts';
import { type NextView, sumOfProgress, NO_PROGRESS, type TilesetProgress, type TilesetView } from './tileset-view.ts';

export interface LayerTilesOptions extends TilesetListener {
  url: string;
  frame: EnuFrame;
  store: TileStore;
}

export class LayerTiles {
  /** Date of the capture; null until it is known. */
  takenOn: string | null = null;
  private tilesets: TilesetView[] = [];
  private readonly list: FirstFile<PlacedTileset[]> | null;

  constructor(
    readonly modeltypeId: number,
    private readonly options: LayerTilesOptions,
  ) {
    this.list = isModelsList(options.url) ? this.loadList() : null;
    if (!this.list) this.open([{ url: options.url, placement: null }]);
  }

  /** The roots of its tilesets that have been read. */
  roots(): Tile[] {
    return this.tilesets.flatMap(({ root }) => root ?? []);
  }

  get isStale(): boolean {
    return this.tilesets.some((tileset) => tileset.isStale);
  }

  get loadedCount(): number {
    return this.tilesets.reduce((sum, tileset) => sum + tileset.loadedCount, 0);
  }

  /** If `demands` is null, selects only from loaded tiles. */
  select(
    view: CameraView,
    thresholdPx: number,
    section: EnuSection | null,
    demands: readonly PickDemand[] | null,
    hidden: ReadonlySet<Tile> | null = null,
  ): void {
    for (const tileset of this.tilesets) tileset.select(view, thresholdPx, section, demands, hidden);
  }

  /** Unrequested tiles that the newest selection would need without occlusion culling. */
  get unrequested(): Tile[] {
    return this.tilesets.flatMap((tileset) => tileset.unrequested);
  }

  /** Loads the tiles of a view that may be shown soon; null stops this. */
  prefetch(
    next: NextView | null,
    thresholdPx: number,
    section: EnuSection | null,
    hidden: ReadonlySet<Tile> | null = null,
  ): void {
    for (const tileset of this.tilesets) tileset.prefetch(next, thresholdPx, section, hidden);
  }

  /** True when all tiles of the prefetched view are loaded. */
  get hasNext(): boolean {
    return (!this.list || this.list.state === 'read') && this.tilesets.every((tileset) => tileset.hasNext);
  }

  /** Appends the draw items. */
  collect(items: DrawItem<Tile>[]): void {
    for (const tileset of this.tilesets) for (const item of tileset.items) items.push(item);
  }

  /** Number of points that the newest selection draws. */
  get points(): number {
    return this.tilesets.reduce((sum, { items }) => sum + pointsOf(items), 0);
  }

  /** The loaded ones of the finest tiles at the picked points. */
  get finest(): DrawItem<Tile>[] {
    return this.tilesets.flatMap((tileset) => tileset.finest);
  }

  /** Returns the finest loaded tiles of a view, or those of an error threshold. The next call reuses the returned items. */
  loadedFor(
    view: CameraView,
    thresholdPx?: number,
    section?: EnuSection | null,
  ): { items: DrawItem<Tile>[]; isCovered: boolean } {
    const parts = this.tilesets.map((tileset) => tileset.loadedFor(view, thresholdPx, section));
    const isListed = !this.list || this.list.state === 'read';
    return {
      items: parts.flatMap(({ items }) => items),
      isCovered: isListed && parts.every(({ isCovered }) => isCovered),
    };
  }

  /** Draws and keeps nothing until the next {@link select}. */
  deactivate(): void {
    for (const tileset of this.tilesets) tileset.deactivate();
  }

  progress(): TilesetProgress {
    const pending = this.list?.pendingCount ?? 0;
    const list: TilesetProgress = {
      ...NO_PROGRESS,
      wanted: pending,
      loading: pending,
      underWay: pending,
      failed: this.list?.failedCount ?? 0,
      isCovered: !this.list || this.list.state === 'read',
    };
    return sumOfProgress([list, ...this.tilesets.map(({ progress }) => progress)]);
  }

  retryFailed(): void {
    this.list?.retry();
    for (const tileset of this.tilesets) tileset.retryFailed();
  }

  destroy(): void {
    this.list?.close();
    for (const tileset of this.tilesets) tileset.close();
    this.tilesets = [];
  }

  private open(list: readonly PlacedTileset[]): void {
    const { store, frame } = this.options;
    this.tilesets = list.map((entry) => store.open({ ...entry, frame }, this.options));
  }

  private loadList(): FirstFile<PlacedTileset[]> {
    const { url, store, onChange, onError } = this.options;
    const { contents, scheduler } = store.resources;
    const read = async (signal: AbortSignal) => placedTilesets(await contents.loadJson(url, signal), url);
    const onListChange = () => {
      if (this.list?.value) this.open(this.list.value);
      onChange();
    };
    return new FirstFile({ url, scheduler, read, onChange: onListChange, onError });
  }
}
