/** Point clouds from files of the person, as a screen draws them: tiles that are always there. */
import type { EnuFrame } from '@overlook/shared/maths';
import type { DrawItem } from '../render/draw-item.ts';
import type { CloudStore, StageCloud } from '../tiles/cloud-store.ts';
import type { Tile } from '../tiles/tile.ts';
import type { CameraView } from '../view/camera-frame.ts';

export class LocalClouds {
  constructor(
    private readonly store: CloudStore,
    private readonly frame: EnuFrame,
    private readonly clouds: () => readonly StageCloud[],
  ) {}

  /** What is to be drawn of them. */
  items({ x, y, z }: Pick<CameraView, 'x' | 'y' | 'z'>): DrawItem<Tile>[] {
    return this.store.use(this, this.clouds(), this.frame).map((tile) => {
      const distance = tile.volume.distanceTo(x, y, z);
      return { tile, cutouts: null, finer: null, isCut: true, distance };
    });
  }

  destroy(): void {
    this.store.release(this);
  }
}
