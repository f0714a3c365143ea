/** Which candidate a pick snaps to: the order of kinds, the reach of each, what is caught stays caught, and the next one on demand. */
import { SNAPPING, SNAP_KINDS, type SnapKind } from '@overlook/shared/config';
import { distance } from '@overlook/shared/maths';
import type { SnapCandidate } from './candidates.ts';

/** Candidates that the next one is chosen from, and rays that are sent to find them. */
const OFFERED_MOST = 6;
const TESTED_MOST = 16;
/** Candidates of two kinds at one place are one, metres. */
const SAME_M = 1e-3;

/** Kinds that are points on the screen, and those that are long or have a rim. */
const POINT_KINDS: readonly SnapKind[] = ['vertex', 'intersection', 'edgeMiddle'];

/** Within so many CSS pixels a kind is caught. */
function reachOf(kind: SnapKind, isTouch: boolean): number {
  if (isTouch) return SNAPPING.touchReachPx;
  return POINT_KINDS.includes(kind) ? SNAPPING.pointReachPx : SNAPPING.edgeReachPx;
}

/** Nothing beyond it is caught or held, CSS pixels. */
export const farthestReach = (isTouch: boolean): number => SNAPPING.release * reachOf('vertex', isTouch);

export interface ChooseOptions {
  /** Key of the candidate that is caught; null for none. */
  readonly heldKey: string | null;
  readonly isTouch: boolean;
  /** Whether it is drawn, and nothing hides it. */
  isSeen(candidate: SnapCandidate): boolean;
}

/** The centre of a circle much larger than the reach is seldom what its rim is pointed at for: it then comes after the edge. */
const rankOf = ({ kind, isFar }: SnapCandidate): number =>
  SNAP_KINDS.indexOf(isFar ? 'edge' : kind) + (isFar ? 0.5 : 0);

/**
 * The candidates in reach that can be seen, in order: by kind, then by their distance from the pointer. The held one is released only
 * at {@link SNAPPING.release} times its reach.
 */
export function offeredSnaps(candidates: readonly SnapCandidate[], options: ChooseOptions): SnapCandidate[] {
  const { heldKey, isTouch, isSeen } = options;
  const nearness = (one: SnapCandidate) => (one.key === heldKey ? one.px / SNAPPING.release : one.px);
  const inReach = candidates
    .filter((one) => nearness(one) <= reachOf(one.kind, isTouch))
    .sort((a, b) => rankOf(a) - rankOf(b) || a.px - b.px);
  const offered: SnapCandidate[] = [];
  for (const one of inReach.slice(0, TESTED_MOST)) {
    if (offered.length === OFFERED_MOST) break;
    const isKnown = offered.some((other) => other.key === one.key || distance(other.pointEnu, one.pointEnu) < SAME_M);
    if (!isKnown && isSeen(one)) offered.push(one);
  }
  return offered;
}

/** The one to snap to. The held one counts as nearer by {@link SNAPPING.release}; one of a better kind takes its place. */
export function caughtSnap(offered: readonly SnapCandidate[], heldKey: string | null): SnapCandidate | null {
  // The plane of points is under the pointer wherever the cloud is: it has to be chosen.
  const [first] = offered.filter(({ kind }) => kind !== 'plane');
  const held = offered.find(({ key }) => key === heldKey);
  if (!first || !held || rankOf(held) > rankOf(first)) return first ?? null;
  return held.px <= SNAPPING.release * first.px ? held : first;
}
