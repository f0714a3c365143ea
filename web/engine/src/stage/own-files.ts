/**
 * The files of the user that a screen draws beside the layers: point clouds, whose tiles are always loaded, and models, which
 * are tilesets in an archive.
 */
import type { EnuFrame, Mat4 } from '@overlook/shared/maths';
import type { OwnArchive } from '../content/archives/archive-kinds.ts';
import type { EnuSection } from '../geometry/half-spaces.ts';
import type { DrawItem } from '../render/draw-item.ts';
import type { StageCloud } from '../tiles/cloud-store.ts';
import type { Tile } from '../tiles/tile.ts';
import type { TileStore } from '../tiles/tile-store.ts';
import type { TilesetListener } from '../tiles/tileset.ts';
import { type TilesetProgress, type TilesetView, sumOfProgress } from '../tiles/tileset-view.ts';
import type { CameraView } from '../view/camera-frame.ts';

/** A model in a file of the user. Plain data, compared by identity: replaced, never changed. */
export interface StageModel {
  readonly archive: OwnArchive;
  /** URL of its tileset in the archive. */
  readonly url: string;
  /** Transform from its frame to ECEF; null for a georeferenced model. */
  readonly placement: Mat4 | null;
}

interface OwnFilesOptions extends TilesetListener {
  readonly store: TileStore;
  readonly frame: EnuFrame;
  state(): { readonly localClouds: readonly StageCloud[]; readonly ownModels: readonly StageModel[] };
}

export class OwnFiles {
  private readonly models = new Map<StageModel, TilesetView>();

  constructor(private readonly options: OwnFilesOptions) {}

  /** Opens new models and selects their tiles. Without a layer (null) nothing is drawn, but closed models are freed. */
  select(camera: CameraView, thresholdPx: number | null, section: EnuSection | null): void {
    const { store, frame, state } = this.options;
    if (thresholdPx === null) return void this.items(camera);
    this.closeGone();
    for (const model of state().ownModels)
      if (!this.models.has(model)) this.models.set(model, store.open({ ...model, frame }, this.options));
    for (const view of this.models.values()) view.select(camera, thresholdPx, section, []);
  }

  /** The items to draw, for models those of the newest {@link select}. Frees closed files. */
  items({ x, y, z }: Pick<CameraView, 'x' | 'y' | 'z'>): DrawItem<Tile>[] {
    const { store, frame, state } = this.options;
    this.closeGone();
    const points = store.clouds.use(this, state().localClouds, frame).map((tile) => {
      const distance = tile.volume.distanceTo(x, y, z);
      return { tile, cutouts: null, finer: null, isCut: true, distance };
    });
    return [...points, ...[...this.models.values()].flatMap(({ items }) => items)];
  }

  /** True while the selection for an unchanged camera may still change. */
  get isStale(): boolean {
    return [...this.models.values()].some((view) => view.isStale);
  }

  /** Models do not count for the coverage of a view. */
  progress(): TilesetProgress {
    return { ...sumOfProgress([...this.models.values()].map(({ progress }) => progress)), isCovered: true };
  }

  /** Tiles of models on the GPU. */
  get loadedCount(): number {
    return [...this.models.values()].reduce((sum, { loadedCount }) => sum + loadedCount, 0);
  }

  retryFailed(): void {
    for (const view of this.models.values()) view.retryFailed();
  }

  private closeGone(): void {
    const { ownModels } = this.options.state();
    for (const [model, view] of this.models) {
      if (ownModels.includes(model)) continue;
      view.close();
      this.models.delete(model);
    }
  }

  destroy(): void {
    this.options.store.clouds.release(this);
    for (const view of this.models.values()) view.close();
    this.models.clear();
  }
}
