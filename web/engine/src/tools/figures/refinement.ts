/** Points that were picked on coarse tiles and are found again, along the same ray, on finer ones. */
import { distance } from '@overlook/shared/maths';
import type { SettledView } from '../tool.ts';
import { type FigurePoint, isUsable } from './figure.ts';

/** Rays sent in one go: each costs up to a millisecond, and the view has just settled and the user may go on. */
const RAYS_AT_MOST = 40;

/**
 * A finer surface lies within a few errors of the coarse one. Farther off is another object, which was too small for the
 * coarse tile: the point stays on what was clicked.
 */
const FARTHEST_ERRORS = 4;

/**
 * A point that is known to this error, in metres, is not looked for in finer tiles: the finest content is not more
 * exact.
 */
const KNOWN_ENOUGH = 0.01;

/** The newest of the points that finer tiles may show better. */
export const unrefinedOf = (points: readonly FigurePoint[]): FigurePoint[] =>
  points.filter(({ ray, errorMetres }) => ray !== null && errorMetres > KNOWN_ENOUGH).slice(-RAYS_AT_MOST);

export class Refinement {
  /** The refined position of a point, so that undo does not restore the coarse one. */
  private readonly finer = new WeakMap<FigurePoint, FigurePoint>();
  private readonly asked = new WeakMap<SettledView, WeakSet<FigurePoint>>();

  /** Asks about some of the points that the view was not asked about yet, those never asked about first. */
  refine(points: readonly FigurePoint[], view: SettledView): { hasAsked: boolean; hasChanged: boolean } {
    const asked = this.asked.get(view) ?? new WeakSet();
    this.asked.set(view, asked);
    const chosen = choose(points, asked);
    let hasChanged = false;
    for (const point of chosen) {
      const better = ask(point, view);
      if (!better) continue;
      asked.add(better);
      if (better === point) continue;
      this.finer.set(point, better);
      hasChanged = true;
    }
    return { hasAsked: chosen.length > 0, hasChanged };
  }

  /** The best known position of a point. */
  newest(point: FigurePoint): FigurePoint {
    let newest = point;
    for (let finer = this.finer.get(newest); finer; finer = this.finer.get(newest)) newest = finer;
    return newest;
  }
}

function choose(points: readonly FigurePoint[], asked: WeakSet<FigurePoint>): FigurePoint[] {
  const findable = points.filter((point) => point.ray !== null && !asked.has(point));
  const fresh = findable.filter((point) => !point.isSettled);
  const others = findable.filter((point) => point.isSettled && point.errorMetres > 0);
  return [...fresh, ...others].slice(0, RAYS_AT_MOST);
}

/** The best position of a point in the view; null while the answer is on its way. */
function ask(point: FigurePoint, view: SettledView): FigurePoint | null {
  const hit = point.ray && view.repick(point.ray, point);
  if (hit === undefined) return null;
  const isBetter =
    hit &&
    isUsable(hit) &&
    hit.errorMetres < point.errorMetres &&
    distance(hit.pointEcef, point.pointEcef) <= FARTHEST_ERRORS * point.errorMetres;
  if (isBetter) {
    const { pointEcef, featureId, errorMetres } = hit;
    return { ...point, pointEcef, featureId, errorMetres, isSettled: true };
  }
  return point.isSettled ? point : { ...point, isSettled: true };
}
