import { RAD_PER_DEG } from '@overlook/shared/maths';
import type { LevelMove } from './level-move.ts';
import type { LevelAxis } from './level-step.ts';
import type { PointPairs } from './point-pairs.ts';

/** The cap of pairs shrinks to this share at most in a step, and not below this many medians of their distances. */
const SHRINK = 0.6;
const CAP_MEDIANS = 4;
/** The last cap, metres: noise of scanners, and of the thickness of paint and dust. */
const LAST_CAP_M = 0.05;
/** Pairs farther apart may lie beside the neighbour's surface, because the data still lie beside it. */
const BESIDE_M = 0.2;
const STEPS_MOST = 60;
/** A smaller step ends it. */
const STILL_M = 0.0001;
const STILL_RAD = 0.001 * RAD_PER_DEG;

/**
 * Moves data onto the neighbour, step by step, with pairs found anew each time and ever narrower (iterative closest points, Besl and McKay
 * 1992). `kept` are the axes that the last pairs do not fix.
 */
export function closeIn(pairs: PointPairs, start: LevelMove, capM: number): { move: LevelMove; kept: LevelAxis[] } {
  let move = start;
  let cap = capM;
  let kept: LevelAxis[] = [];
  for (let i = 0; i < STEPS_MOST; i++) {
    pairs.find(move, cap, cap > BESIDE_M ? cap : 0);
    if (pairs.count === 0) break;
    const solved = pairs.step(move);
    const [east, north, up, turn] = solved.step;
    kept = solved.kept;
    move = move.followedBy(solved.step);
    const isStill = Math.hypot(east, north, up) < STILL_M && Math.abs(turn) < STILL_RAD;
    if (isStill && cap === LAST_CAP_M) break;
    cap = Math.max(LAST_CAP_M, Math.min(cap, Math.max(CAP_MEDIANS * pairs.medianM(), SHRINK * cap)));
    // The median of wide pairs does not shrink where much has changed.
    if (isStill) cap = Math.max(LAST_CAP_M, SHRINK * cap);
  }
  return { move, kept };
}
