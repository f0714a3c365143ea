/**
 * Fills and lines. Fills lie under everything, the farthest first. All lines of one style are a single path: first its
 * dark casing, then the line, so that where two legs meet no casing cuts across the other.
 */
import { shownRing } from './cut-marks.ts';
import { CASING_COLOR, HIDDEN_ALPHA, LINE_CASING_ALPHA, MARK_COLOR, lineStyle } from './mark-styles.ts';
import type { LineMark } from './mark.ts';
import { type Occlusion, sampleCount } from './occlusion.ts';
import type { ScreenMarks } from './screen-marks.ts';
import { type MarkCamera, SEGMENT_STRIDE, clipPolygon, toClip } from './screen-projection.ts';

/** Shorter steps are left out of a path: they cannot be seen, and ten thousand points may lie in one corner. */
const STEP_PX = 0.5;
const FILL_MARGIN_PX = 16;

/** Line marks of one look, by their index in the list. */
interface LineGroup {
  readonly color: string;
  readonly isDashed: boolean;
  readonly marks: number[];
}

/** The constant data of a list of marks. */
export interface LinePlan {
  readonly groups: readonly LineGroup[];
  /** Marks with a fill. */
  readonly filled: readonly number[];
}

export function planLines({ placed: { marks } }: ScreenMarks): LinePlan {
  const groups = new Map<string, LineGroup>();
  const filled: number[] = [];
  marks.forEach((mark, i) => {
    if (mark.kind !== 'line') return;
    const { color = MARK_COLOR, isDashed = false } = mark;
    const key = `${color} ${isDashed}`;
    const group = groups.get(key) ?? { color, isDashed, marks: [] };
    groups.set(key, group);
    group.marks.push(i);
    if (mark.isClosed && mark.fillAlpha) filled.push(i);
  });
  return { groups: [...groups.values()], filled };
}

export function paintFills(context: CanvasRenderingContext2D, screen: ScreenMarks, plan: LinePlan): void {
  const { view, placed } = screen;
  if (!view) return;
  const farthestFirst = plan.filled.map((i) => ({ i, depth: meanDepth(screen, i) })).sort((a, b) => b.depth - a.depth);
  for (const { i } of farthestFirst) {
    const mark = placed.marks[i] as LineMark;
    if (!tracePolygon(context, screen, i, view)) continue;
    context.globalAlpha = mark.fillAlpha ?? 0;
    context.fillStyle = mark.color ?? MARK_COLOR;
    context.fill();
  }
  context.globalAlpha = 1;
}

export function paintLines(
  context: CanvasRenderingContext2D,
  screen: ScreenMarks,
  plan: LinePlan,
  occlusion: Occlusion,
  isSecondary: boolean,
): void {
  context.lineJoin = 'round';
  for (const group of plan.groups) {
    const style = lineStyle(group.isDashed, isSecondary);
    for (const isHidden of [true, false]) {
      const alpha = isHidden ? HIDDEN_ALPHA : 1;
      context.beginPath();
      if (!traceGroup(context, screen, occlusion, group, isHidden)) continue;
      context.setLineDash([]);
      context.globalAlpha = LINE_CASING_ALPHA * alpha;
      context.strokeStyle = CASING_COLOR;
      context.lineWidth = style.casingPx;
      context.stroke();
      context.setLineDash([...style.dashPx]);
      context.globalAlpha = alpha;
      context.strokeStyle = group.color;
      context.lineWidth = style.widthPx;
      context.stroke();
    }
  }
  context.setLineDash([]);
  context.globalAlpha = 1;
}

/** Adds the runs of a group that are hidden, or those that are not, to the path. False when there is none. */
function traceGroup(
  context: CanvasRenderingContext2D,
  screen: ScreenMarks,
  occlusion: Occlusion,
  group: LineGroup,
  isHidden: boolean,
): boolean {
  const { parts, isShown, placed } = screen;
  let [penX, penY] = [Number.NaN, Number.NaN];
  let hasRuns = false;
  const run = (x0: number, y0: number, x1: number, y1: number): void => {
    // Not "farther than": a pen that is nowhere yet is not near.
    const goesOn = Math.abs(x0 - penX) <= STEP_PX && Math.abs(y0 - penY) <= STEP_PX;
    if (goesOn && Math.abs(x1 - penX) < STEP_PX && Math.abs(y1 - penY) < STEP_PX) return;
    if (!goesOn) context.moveTo(x0, y0);
    context.lineTo(x1, y1);
    [penX, penY] = [x1, y1];
    hasRuns = true;
  };
  for (const i of group.marks) {
    penX = Number.NaN;
    for (let part = placed.firstPart[i]!; part < placed.firstPart[i + 1]!; part++) {
      if (!isShown[part]) continue;
      const at = SEGMENT_STRIDE * part;
      const [x0, y0, x1, y1] = [parts[at]!, parts[at + 1]!, parts[at + 3]!, parts[at + 4]!];
      if (!occlusion.isHiddenSomewhere(part)) {
        if (!isHidden) run(x0, y0, x1, y1);
        continue;
      }
      const samples = sampleCount(screen, part);
      for (let from = 0, to = 0; from < samples; from = to) {
        const isRunHidden = occlusion.isHidden(part, from);
        for (to = from + 1; to < samples && occlusion.isHidden(part, to) === isRunHidden;) to++;
        if (isRunHidden !== isHidden) continue;
        const [s0, s1] = [from / samples, to / samples];
        run(x0 + (x1 - x0) * s0, y0 + (y1 - y0) * s0, x0 + (x1 - x0) * s1, y0 + (y1 - y0) * s1);
      }
    }
  }
  return hasRuns;
}

function tracePolygon(
  context: CanvasRenderingContext2D,
  { placed, section }: ScreenMarks,
  mark: number,
  view: MarkCamera,
): boolean {
  const { marks, firstVertex } = placed;
  const ring = shownRing(placed, firstVertex[mark]!, firstVertex[mark + 1]!, marks[mark]!.isUncut ? null : section);
  const clip = new Float64Array(ring.length);
  toClip(view, ring, clip);
  const xy = clipPolygon(clip, view, FILL_MARGIN_PX);
  if (xy.length < 6) return false;
  context.beginPath();
  context.moveTo(xy[0]!, xy[1]!);
  for (let k = 2; k < xy.length; k += 2) context.lineTo(xy[k]!, xy[k + 1]!);
  context.closePath();
  return true;
}

function meanDepth({ clip, placed: { firstVertex } }: ScreenMarks, mark: number): number {
  const [first, end] = [firstVertex[mark]!, firstVertex[mark + 1]!];
  let sum = 0;
  for (let vertex = first; vertex < end; vertex++) sum += clip[3 * vertex + 2]!;
  return sum / (end - first);
}
