import type { LabelBox } from './label-layout.ts';
import {
  HIDDEN_ALPHA,
  MARK_COLOR,
  LABEL_BASELINE_PX,
  LABEL_COLOR,
  LABEL_PADDING_PX,
  LABEL_RADIUS_PX,
  LABEL_RING_COLOR,
  SELECTION_LABEL_COLOR,
  SELECTION_TEXT_COLOR,
  TOTAL_LABEL_COLOR,
  TOTAL_TEXT_COLOR,
} from './mark-styles.ts';
import type { Occlusion } from './occlusion.ts';
import type { MarkLabel } from './mark-labels.ts';
import type { ScreenMarks } from './screen-marks.ts';
import type { TabularText } from './tabular-text.ts';

interface LabelSurroundings {
  readonly screen: ScreenMarks;
  readonly occlusion: Occlusion;
  /** Whether the divider of a swipe crosses a label. */
  isCrossed(box: LabelBox): boolean;
}

/** The ground of a label and its text. */
const COLORS = {
  value: [LABEL_COLOR, MARK_COLOR],
  selection: [SELECTION_LABEL_COLOR, SELECTION_TEXT_COLOR],
  total: [TOTAL_LABEL_COLOR, TOTAL_TEXT_COLOR],
} as const;

/** Writes the values on their labels. The context's font must be the one that `text` measures. */
export function paintLabels(
  context: CanvasRenderingContext2D,
  labels: readonly MarkLabel[],
  { screen, occlusion, isCrossed }: LabelSurroundings,
  text: TabularText,
): void {
  context.lineWidth = 1;
  context.textAlign = 'left';
  context.textBaseline = 'alphabetic';
  for (const { mark, text: value, box } of labels) {
    context.globalAlpha = isCrossed(box) || occlusion.isHidden(screen.placed.firstPart[mark]!) ? HIDDEN_ALPHA : 1;
    // Text between two pixels is blurred.
    const [left, top] = [Math.round(box.left), Math.round(box.top)];
    context.beginPath();
    context.roundRect(left, top, box.width, box.height, LABEL_RADIUS_PX);
    const labelled = screen.placed.marks[mark]!;
    const [ground, ink] = COLORS[(labelled.kind === 'label' && labelled.variant) || 'value'];
    context.fillStyle = ground;
    context.fill();
    context.strokeStyle = LABEL_RING_COLOR;
    context.stroke();
    context.fillStyle = ink;
    const from = left + LABEL_PADDING_PX;
    text.layOut(value, (piece, offsetPx) => context.fillText(piece, from + offsetPx, top + LABEL_BASELINE_PX));
  }
  context.globalAlpha = 1;
}
