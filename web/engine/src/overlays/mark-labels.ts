/**
 * The values on the screen and their places. Labels compete by priority for the available room. The labels of the point
 * under the pointer, and of an active one, have priority, so that a hidden value is shown when its point is hovered.
 */
import type { ScreenXy } from '../view/screen-ray.ts';
import { type LabelBox, type LabelRequest, layoutLabels } from './label-layout.ts';
import { LABEL_CLEAR_PX, LABEL_HEIGHT_PX, LABEL_PADDING_PX } from './mark-styles.ts';
import type { LabelMark, PointMark } from './mark.ts';
import { isSameVertex } from './placed-marks.ts';
import type { ScreenMarks } from './screen-marks.ts';
import { SEGMENT_STRIDE, clipSegment, isOnScreen, screenX, screenY } from './screen-projection.ts';

/** A leg shorter than this on the screen has no room for its value, in CSS pixels. */
const SHORTEST_LEG_PX = 24;

export interface MarkLabel {
  /** Index of the label, or of the point whose own label it is. */
  readonly mark: number;
  readonly text: string;
  readonly box: LabelBox;
}

/** A square of the screen: its centre as shares of width and height, its side in CSS pixels. */
export interface ClearArea {
  readonly xShare: number;
  readonly yShare: number;
  readonly sizePx: number;
}

export interface LabelScene {
  readonly screen: ScreenMarks;
  /** Index of the mark under the pointer. */
  readonly hovered: number | null;
  /** Part of the screen where no label may lie. */
  readonly keptClear: ClearArea | null;
  /** Width in CSS pixels of a text in a label. */
  widthPx(text: string): number;
  /** Radius in CSS pixels of a point mark's disc. */
  radiusPx(mark: number): number;
}

interface MarkLabelRequest extends LabelRequest {
  readonly mark: number;
  readonly text: string;
}

/** The labels of the camera of `screen`'s newest update. */
export function layoutMarkLabels(scene: LabelScene): MarkLabel[] {
  const { view } = scene.screen;
  if (!view) return [];
  const asked = askedPoints(scene);
  const requests = [...asked.map((point) => ownLabel(scene, point)), ...labelRequests(scene, asked)].filter(
    (request): request is MarkLabelRequest => request !== null,
  );
  const boxes = layoutLabels(requests, view, scene.keptClear && boxOf(scene.keptClear, view));
  return requests.flatMap(({ mark, text }, i) => {
    const box = boxes[i];
    return box ? [{ mark, text, box }] : [];
  });
}

const boxOf = ({ xShare, yShare, sizePx }: ClearArea, view: { widthPx: number; heightPx: number }): LabelBox => ({
  left: xShare * view.widthPx - sizePx / 2,
  top: yShare * view.heightPx - sizePx / 2,
  width: sizePx,
  height: sizePx,
});

/** The point under the pointer first, then those that are active. */
function askedPoints({ screen: { placed }, hovered }: LabelScene): number[] {
  const points = hovered !== null && placed.marks[hovered]?.kind === 'point' ? [hovered] : [];
  placed.marks.forEach((mark, i) => {
    if (mark.kind === 'point' && mark.variant === 'active' && i !== hovered) points.push(i);
  });
  return points;
}

/** The label of a point, unless one of its lines has the same. */
function ownLabel(scene: LabelScene, point: number): MarkLabelRequest | null {
  const { screen } = scene;
  const { placed, clip, view } = screen;
  const mark = placed.marks[point] as PointMark;
  const { label: text } = mark;
  const vertex = placed.firstVertex[point]!;
  if (!text || !isOnScreen(clip, vertex, view!, 0)) return null;
  const isSaid = placed.marks.some(
    (other, i) => other.kind === 'label' && other.text === text && belongs(screen, i, point),
  );
  if (isSaid) return null;
  const at = SEGMENT_STRIDE * placed.firstPart[point]!;
  return {
    ...sized(scene, text),
    mark: point,
    anchorXy: [screen.parts[at]!, screen.parts[at + 1]!],
    alongXy: null,
    clearPx: scene.radiusPx(point) + LABEL_CLEAR_PX,
    priority: Number.POSITIVE_INFINITY,
  };
}

function labelRequests(scene: LabelScene, asked: readonly number[]): (MarkLabelRequest | null)[] {
  const { screen } = scene;
  return screen.placed.marks.map((mark, i) => {
    if (mark.kind !== 'label') return null;
    const isAsked = asked.some((point) => belongs(screen, i, point));
    const place = mark.alongEcef ? besideLine(screen, i, isAsked) : besidePoint(screen, i);
    if (!place) return null;
    const priority = isAsked ? Number.POSITIVE_INFINITY : mark.priority;
    return { ...sized(scene, mark.text), ...place, mark: i, text: mark.text, clearPx: LABEL_CLEAR_PX, priority };
  });
}

type Place = Pick<LabelRequest, 'anchorXy' | 'alongXy'>;

function besidePoint({ placed, clip, view, parts }: ScreenMarks, label: number): Place | null {
  if (!isOnScreen(clip, placed.firstVertex[label]!, view!, 0)) return null;
  const at = SEGMENT_STRIDE * placed.firstPart[label]!;
  const mark = placed.marks[label]!;
  // Off a level line: above the place, or below it.
  const alongXy: ScreenXy | null = mark.kind === 'label' && isAbovePoint(mark) ? [1, 0] : null;
  return { anchorXy: [parts[at]!, parts[at + 1]!], alongXy };
}

const isAbovePoint = ({ variant }: LabelMark): boolean => variant === 'selection' || variant === 'total';

const scratch = new Float64Array(SEGMENT_STRIDE);

/** While the label's own place is off the screen, the place on the line nearest to it that is not. */
function besideLine({ placed, clip, view, parts }: ScreenMarks, label: number, isAsked: boolean): Place | null {
  const vertex = placed.firstVertex[label]!;
  if (!clipSegment(clip, vertex + 1, vertex + 2, view!, 0, scratch, 0)) return null;
  const alongXy: ScreenXy = [scratch[3]! - scratch[0]!, scratch[4]! - scratch[1]!];
  if (!isAsked && Math.hypot(...alongXy) < SHORTEST_LEG_PX) return null;
  if (isOnScreen(clip, vertex, view!, 0)) {
    const at = SEGMENT_STRIDE * placed.firstPart[label]!;
    return { anchorXy: [parts[at]!, parts[at + 1]!], alongXy };
  }
  const t = Math.min(scratch[7]!, Math.max(scratch[6]!, shareAlong(placed.verticesEnu, vertex)));
  const at = (k: number): number => clip[3 * (vertex + 1) + k]! * (1 - t) + clip[3 * (vertex + 2) + k]! * t;
  return { anchorXy: [screenX(at(0), at(2), view!), screenY(at(1), at(2), view!)], alongXy };
}

/** Share of the way between a label's two ends at which its own point lies. */
function shareAlong(verticesEnu: Float64Array, vertex: number): number {
  let [along, whole] = [0, 0];
  for (let k = 0; k < 3; k++) {
    const a = verticesEnu[3 * (vertex + 1) + k]!;
    const way = verticesEnu[3 * (vertex + 2) + k]! - a;
    along += way * (verticesEnu[3 * vertex + k]! - a);
    whole += way * way;
  }
  return whole > 0 ? along / whole : 0;
}

/** True when the label is at the point, or beside a line that begins or ends there. */
function belongs({ placed }: ScreenMarks, label: number, point: number): boolean {
  const { firstVertex } = placed;
  for (let vertex = firstVertex[label]!; vertex < firstVertex[label + 1]!; vertex++) {
    if (isSameVertex(placed, vertex, placed, firstVertex[point]!)) return true;
  }
  return false;
}

function sized(scene: LabelScene, text: string): Pick<MarkLabelRequest, 'text' | 'widthPx' | 'heightPx'> {
  return { text, widthPx: Math.ceil(scene.widthPx(text)) + 2 * LABEL_PADDING_PX, heightPx: LABEL_HEIGHT_PX };
}
