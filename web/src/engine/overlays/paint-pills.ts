import {
  HIDDEN_ALPHA,
  MARK_COLOR,
  PILL_BASELINE_PX,
  PILL_COLOR,
  PILL_PADDING_PX,
  PILL_RADIUS_PX,
  PILL_RING_COLOR,
  SELECTION_PILL_COLOR,
  SELECTION_TEXT_COLOR,
} from './mark-looks.ts';
import type { Occlusion } from './occlusion.ts';
import type { Pill } from './pills.ts';
import type { ScreenMarks } from './screen-marks.ts';
import type { TabularText } from './tabular-text.ts';

/** Writes the values on their pills. The context's font must be the one that `text` measures. */
export function paintPills(
  context: CanvasRenderingContext2D,
  pills: readonly Pill[],
  screen: ScreenMarks,
  occlusion: Occlusion,
  text: TabularText,
): void {
  context.lineWidth = 1;
  context.textAlign = 'left';
  context.textBaseline = 'alphabetic';
  for (const { mark, text: value, box } of pills) {
    context.globalAlpha = occlusion.isHidden(screen.placed.firstPart[mark]!) ? HIDDEN_ALPHA : 1;
    // Text between two pixels is blurred.
    const [left, top] = [Math.round(box.left), Math.round(box.top)];
    context.beginPath();
    context.roundRect(left, top, box.width, box.height, PILL_RADIUS_PX);
    const labelled = screen.placed.marks[mark]!;
    const isSelection = labelled.kind === 'label' && labelled.look === 'selection';
    context.fillStyle = isSelection ? SELECTION_PILL_COLOR : PILL_COLOR;
    context.fill();
    context.strokeStyle = PILL_RING_COLOR;
    context.stroke();
    context.fillStyle = isSelection ? SELECTION_TEXT_COLOR : MARK_COLOR;
    const from = left + PILL_PADDING_PX;
    text.layOut(value, (piece, offsetPx) => context.fillText(piece, from + offsetPx, top + PILL_BASELINE_PX));
  }
  context.globalAlpha = 1;
}
