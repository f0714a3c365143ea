/** Which mark is under the pointer. CSS pixels. */
import type { Mark, PointMark } from './mark.ts';
import type { MarkLabel } from './mark-labels.ts';
import type { ScreenMarks } from './screen-marks.ts';
import { SEGMENT_STRIDE } from './screen-projection.ts';

/** Half of the smallest target: 24 px for a mouse, 44 for a finger (interface brief §2). */
const REACH_PX = 12;
const COARSE_REACH_PX = 22;
/** A line is long: it need not be as thick to be hit. */
const LINE_REACH_PX = 6;
const COARSE_LINE_REACH_PX = 16;

export interface HitTestOptions {
  /** The pointer is a finger. */
  readonly isCoarse?: boolean;
  /** Only marks that can be grabbed. */
  readonly isForGrab?: boolean;
  /**
   * Whether the model hides a part: for a mark behind it, the click goes to the model. Handles can be grabbed through
   * the model.
   */
  readonly isHidden?: (part: number) => boolean;
}

/**
 * Index of the mark, null for none: the nearest point, else a label, else a line. Labels and lines count only when they
 * can be grabbed, and so does a target; the shared cursor and an orbit's pivot never do.
 */
export function hitTest(
  screen: ScreenMarks,
  labels: readonly MarkLabel[],
  [x, y]: readonly [number, number],
  options: HitTestOptions,
): number | null {
  const { marks } = screen.placed;
  const point = nearestPoint(screen, x, y, options);
  if (point !== null) return point;
  const label = labels.find(
    ({ mark, box }) => isHit(marks[mark]!, options) && within(x, box.left, box.width) && within(y, box.top, box.height),
  );
  return label?.mark ?? nearestLine(screen, x, y, options);
}

function nearestPoint(screen: ScreenMarks, x: number, y: number, options: HitTestOptions): number | null {
  const { parts, isShown, placed } = screen;
  const reachPx = options.isCoarse ? COARSE_REACH_PX : REACH_PX;
  let best: number | null = null;
  let bestPx = reachPx;
  let bestDepth = Number.POSITIVE_INFINITY;
  placed.marks.forEach((mark, i) => {
    const part = placed.firstPart[i]!;
    if (mark.kind !== 'point' || !isShown[part] || !isHit(mark, options)) return;
    if (mark.variant !== 'handle' && options.isHidden?.(part)) return;
    const at = SEGMENT_STRIDE * part;
    const distancePx = Math.hypot(parts[at]! - x, parts[at + 1]! - y);
    const depth = parts[at + 2]!;
    // Of two at the same place the one in front.
    if (!(distancePx < bestPx || (distancePx === bestPx && depth < bestDepth))) return;
    best = i;
    bestPx = distancePx;
    bestDepth = depth;
  });
  return best;
}

function nearestLine(screen: ScreenMarks, x: number, y: number, options: HitTestOptions): number | null {
  const { parts, isShown, placed } = screen;
  let best: number | null = null;
  let bestPx = options.isCoarse ? COARSE_LINE_REACH_PX : LINE_REACH_PX;
  placed.marks.forEach((mark, i) => {
    if (mark.kind !== 'line' || !isHit(mark, options)) return;
    for (let part = placed.firstPart[i]!; part < placed.firstPart[i + 1]!; part++) {
      if (!isShown[part]) continue;
      const distancePx = distanceToSegment(parts, SEGMENT_STRIDE * part, x, y);
      if (distancePx > bestPx) continue;
      best = i;
      bestPx = distancePx;
    }
  });
  return best;
}

function isHit(mark: Mark, { isForGrab = false }: HitTestOptions): boolean {
  if (mark.kind !== 'point') return mark.canGrab === true;
  if (NEVER.includes(mark.variant)) return false;
  return mark.canGrab === true || (!isForGrab && mark.variant !== 'target');
}

const NEVER: readonly PointMark['variant'][] = ['cursor', 'pivot'];

const within = (value: number, from: number, size: number): boolean => value >= from && value <= from + size;

function distanceToSegment(parts: Float64Array, at: number, x: number, y: number): number {
  const [x0, y0] = [parts[at]!, parts[at + 1]!];
  const [dx, dy] = [parts[at + 3]! - x0, parts[at + 4]! - y0];
  const squared = dx * dx + dy * dy;
  const t = squared > 0 ? Math.min(1, Math.max(0, ((x - x0) * dx + (y - y0) * dy) / squared)) : 0;
  return Math.hypot(x0 + dx * t - x, y0 + dy * t - y);
}
