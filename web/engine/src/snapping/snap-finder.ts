/**
 * What a pick at a place of the screen snaps to.
 *
 * 1. Triangles around the pointer, from the view's beginning to a little behind the hit (near-triangles.ts).
 * 2. The edges among them at which a surface ends or is creased (feature-edges.ts).
 * 3. Places on these edges, and on what walks from them find: middles, circles, axes (candidates.ts).
 * 4. Those in reach that can be seen, in order (choose-snap.ts). What hides a place near the pointer is among the triangles too.
 */
import { SNAP_KINDS, type SnapKind } from '@overlook/shared/config';
import { pixelsPerMetreAt } from '../view/camera-frame.ts';
import { type SnapCandidate, candidatesNear } from './candidates.ts';
import { farthestReach, offeredSnaps } from './choose-snap.ts';
import { featureEdges } from './feature-edges.ts';
import { type DrawnSide, NearTriangles } from './near-triangles.ts';
import { PartWalks } from './part-walks.ts';
import { pointCandidates } from './point-candidates.ts';
import type { ScreenAround } from './screen-around.ts';
import { isHidden } from './sight.ts';

/** Behind the hit a surface that is seen at a slant comes this many times the reach nearer to the pointer than to the hit. */
const SLANT = 8;
/** Where too much is around the pointer, a smaller part of it is looked at, twice. */
const TIGHTER = [1, 1 / 2, 1 / 4];

export interface SnapRequest {
  readonly side: DrawnSide;
  readonly around: ScreenAround;
  /** Metres along the ray to what is under the pointer; Infinity for nothing. */
  readonly hitM: number;
  readonly kinds: readonly SnapKind[];
  readonly heldKey: string | null;
  readonly isTouch: boolean;
}

/** Finds snaps; it keeps its buffers and what walks have found. */
export class SnapFinder {
  private readonly near = new NearTriangles();
  private readonly walks = new PartWalks();

  /** The candidates in order; none where there is nothing in reach, or too much. */
  find({ side, around, hitM, kinds, heldKey, isTouch }: SnapRequest): SnapCandidate[] {
    const wanted = SNAP_KINDS.filter((kind) => kinds.includes(kind));
    const { near } = this;
    for (const share of TIGHTER) {
      const reachPx = share * farthestReach(isTouch);
      const depthM = (SLANT * reachPx) / pixelsPerMetreAt(around.camera, hitM);
      if (!near.gather(side, around, reachPx, hitM === Infinity ? Infinity : hitM + depthM)) continue;
      const isCloud = near.count === 0 && hitM < Infinity;
      if (isCloud)
        return offeredSnaps(pointCandidates(side, around, hitM, wanted), { heldKey, isTouch, isSeen: () => true });
      const features = featureEdges(near, around, reachPx);
      const candidates = candidatesNear(near, features, around, this.walks, { kinds: wanted, reachPx });
      const isSeen = (one: SnapCandidate) => !one.isOnSurface || !isHidden(near, around, one.pointEnu);
      return offeredSnaps(candidates, { heldKey, isTouch, isSeen });
    }
    return [];
  }
}
