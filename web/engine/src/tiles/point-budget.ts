/**
 * Keeps the points of a frame within a budget. If a view has more points, its screen-space error threshold is raised until they
 * fit, so that finer tiles are neither drawn nor fetched. If a view has room, the threshold returns to the requested one.
 *
 * The threshold is raised at once and lowered step by step, because the number of added points is known only after loading. A
 * threshold that was too fine is not retried for the same camera.
 */
import type { DrawItem } from '../render/draw-item.ts';
import type { CameraView } from '../view/camera-frame.ts';
import { TILE_OPTIONS } from './tile-options.ts';

export class PointBudget {
  private coarser = 1;
  /** Largest factor with too many points for this camera; 0 if none. */
  private tooFine = 0;
  /** Smallest factor with few enough points for this camera; Infinity if none. */
  private fitting = Infinity;
  private seenFrom: readonly number[] = [];
  /** True if a further selection for the same camera will be finer. */
  hasRoom = false;

  /** Whether the threshold is larger than the requested one. */
  get isLimiting(): boolean {
    return this.coarser > 1;
  }

  /** Returns the raised threshold for the requested one (CSS pixels). */
  raised(thresholdPx: number): number {
    return thresholdPx * this.coarser;
  }

  /** Sets camera, threshold and budget for the next {@link isOver}. A change discards what was learnt before. */
  seeFrom(
    { x, y, z, dx, dy, dz, pixelsPerMetre }: Pick<CameraView, 'x' | 'y' | 'z' | 'dx' | 'dy' | 'dz' | 'pixelsPerMetre'>,
    thresholdPx: number,
    budget: number,
  ): void {
    const view = [x, y, z, dx, dy, dz, pixelsPerMetre, thresholdPx, budget];
    if (view.every((value, i) => value === this.seenFrom[i])) return;
    this.seenFrom = view;
    this.tooFine = 0;
    this.fitting = Infinity;
  }

  /**
   * Returns true if a selection with `points` must be repeated with a larger threshold. `isLoading`: tiles that the selection
   * needs are still loading.
   */
  isOver(points: number, budget: number, isLoading: boolean): boolean {
    this.hasRoom = false;
    if (points > budget && this.coarser < TILE_OPTIONS.pointCoarsest) {
      this.tooFine = Math.max(this.tooFine, this.coarser);
      const larger = this.coarser * Math.max(TILE_OPTIONS.pointLeastStepUp, Math.sqrt(points / budget));
      // More tiles may have arrived since a factor fitted.
      this.coarser = this.fitting > this.coarser ? Math.min(larger, this.fitting) : larger;
      return true;
    }
    this.fitting = this.coarser;
    const finer = Math.max(1, this.coarser / TILE_OPTIONS.pointStepDown);
    if (!isLoading && finer < this.coarser && finer > this.tooFine && points < TILE_OPTIONS.pointRoomShare * budget) {
      this.coarser = finer;
      this.hasRoom = true;
    }
    return false;
  }
}

/** Number of points of the tiles. */
export const pointsOf = (items: readonly DrawItem[]): number =>
  items.reduce((sum, { tile }) => tile.gpu.reduce((all, { points }) => all + points, sum), 0);
