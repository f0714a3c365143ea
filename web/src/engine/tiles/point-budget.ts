/**
 * Keeps the points of a picture within a budget: where a view has more, its screen-space error is raised until they fit, so that
 * finer tiles are neither drawn nor fetched. Where a view has room again, the error goes back to what was asked for.
 *
 * A selection is tried again at once with a larger error, and step by step with a smaller one, because what that adds is
 * known only when it has loaded. An error that was found too small is not tried again for the same camera.
 */
import type { DrawItem } from '../render/draw-item.ts';
import type { CameraView } from '../view/camera-frame.ts';

/** Below this share of the budget there is room for a smaller error. */
const ROOM_FROM = 0.6;
const STEP_DOWN = 1.25;
/** At least so much more at once: points of a surface are as many as the square of what the error is less. */
const LEAST_STEP_UP = 1.1;
/** Here the coarsest tiles are drawn alone. */
const COARSEST = 1024;

export class PointBudget {
  private coarser = 1;
  /** The largest factor with which this camera had too many points; 0 while none had. */
  private tooFine = 0;
  /** The smallest factor with which it had few enough; Infinity while none had. */
  private fitting = Infinity;
  private seenFrom: readonly number[] = [];
  /** Another selection for the same camera comes out finer. */
  hasRoom = false;

  /** What the error that was asked for (CSS pixels) is raised to. */
  raised(thresholdPx: number): number {
    return thresholdPx * this.coarser;
  }

  /** For what the next {@link isOver} is about: what was learnt of another camera, error or budget does not count for it. */
  seeFrom(
    { x, y, z, dx, dy, dz }: Pick<CameraView, 'x' | 'y' | 'z' | 'dx' | 'dy' | 'dz'>,
    thresholdPx: number,
    budget: number,
  ): void {
    const view = [x, y, z, dx, dy, dz, thresholdPx, budget];
    if (view.every((value, i) => value === this.seenFrom[i])) return;
    this.seenFrom = view;
    this.tooFine = 0;
    this.fitting = Infinity;
  }

  /** Whether a selection with so many points is to be made again with a larger error; `isLoading`: of what it needs, more comes. */
  isOver(points: number, budget: number, isLoading: boolean): boolean {
    this.hasRoom = false;
    if (points > budget && this.coarser < COARSEST) {
      this.tooFine = Math.max(this.tooFine, this.coarser);
      const larger = this.coarser * Math.max(LEAST_STEP_UP, Math.sqrt(points / budget));
      // More tiles may have come since one fitted.
      this.coarser = this.fitting > this.coarser ? Math.min(larger, this.fitting) : larger;
      return true;
    }
    this.fitting = this.coarser;
    const finer = Math.max(1, this.coarser / STEP_DOWN);
    if (!isLoading && finer < this.coarser && finer > this.tooFine && points < ROOM_FROM * budget) {
      this.coarser = finer;
      this.hasRoom = true;
    }
    return false;
  }
}

/** How many points tiles have. */
export const pointsOf = (items: readonly DrawItem[]): number =>
  items.reduce((sum, { tile }) => tile.gpu.reduce((all, { points }) => all + points, sum), 0);
