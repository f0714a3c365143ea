/** Points that were picked on coarse tiles and are found again, along the same ray, on finer ones. */
import { distance } from '@overlook/shared/maths';
import type { Repick } from '../tool.ts';
import { type FigurePoint, isUsable } from './figure.ts';

/** Rays sent in one go: each costs up to a millisecond, and the view has just settled under somebody's hand. */
const RAYS_AT_MOST = 40;

/**
 * A finer surface lies within a few errors of the coarse one. Farther off is another object, which was too small for the
 * coarse tile: the point stays on what was clicked.
 */
const FARTHEST_ERRORS = 4;

export class Refinement {
  /** What became of a point, so that undo does not bring back the coarse one. */
  private readonly finer = new WeakMap<FigurePoint, FigurePoint>();
  private next = 0;

  /** Asks about some points, those never asked about first; the others take turns, call by call. True when one changed. */
  refine(points: readonly FigurePoint[], repick: Repick): boolean {
    const chosen = this.choose(points);
    let hasChanged = false;
    for (const point of chosen) {
      const better = ask(point, repick);
      if (better === point) continue;
      this.finer.set(point, better);
      hasChanged = true;
    }
    return hasChanged;
  }

  /** The best that is known of a point. */
  newest(point: FigurePoint): FigurePoint {
    let newest = point;
    for (let finer = this.finer.get(newest); finer; finer = this.finer.get(newest)) newest = finer;
    return newest;
  }

  private choose(points: readonly FigurePoint[]): FigurePoint[] {
    const findable = points.filter((point) => point.ray !== null);
    const chosen = findable.filter((point) => !point.isSettled).slice(0, RAYS_AT_MOST);
    const others = findable.filter((point) => point.isSettled && point.errorMetres > 0);
    const count = Math.min(RAYS_AT_MOST - chosen.length, others.length);
    for (let i = 0; i < count; i++) chosen.push(others[(this.next + i) % others.length]!);
    this.next = others.length > 0 ? (this.next + count) % others.length : 0;
    return chosen;
  }
}

function ask(point: FigurePoint, repick: Repick): FigurePoint {
  const hit = point.ray && repick(point.ray, point.modeltypeId);
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
