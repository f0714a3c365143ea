/**
 * Places labels of text beside points and lines: beside the line, on its other side at the end of the screen or where
 * another label already is, and not at all where there is no room. CSS pixels from the top left corner of the screen.
 */
import type { ScreenXy } from '../view/screen-ray.ts';

export interface LabelRequest {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly anchorXy: ScreenXy;
  /** Direction on the screen of the line to be avoided, of any length; null beside a point. */
  readonly alongXy: ScreenXy | null;
  /** Between the anchor and the nearest side or corner of the label. */
  readonly clearPx: number;
  /** Where two would overlap the one of higher priority is kept; of two equal ones, the earlier. */
  readonly priority: number;
}

export interface LabelBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Labels keep this far from the sides of the screen, and from one another. */
const EDGE_PX = 4;
const GAP_PX = 2;
/** More labels on one screen cannot be read, and comparing each with all before it would take too long. */
const PLACED_AT_MOST = 200;

/** The box of each request, null for those that are hidden. None lies over `keptClear`. */
export function layoutLabels(
  requests: readonly LabelRequest[],
  screen: { widthPx: number; heightPx: number },
  keptClear: LabelBox | null = null,
): (LabelBox | null)[] {
  const boxes: (LabelBox | null)[] = requests.map(() => null);
  const order = requests.map((_, i) => i).sort((i, j) => descending(requests[i]!.priority, requests[j]!.priority));
  const placed: LabelBox[] = keptClear ? [keptClear] : [];
  for (const i of order) {
    if (placed.length >= PLACED_AT_MOST) break;
    const request = requests[i]!;
    const candidates = candidatesOf(request);
    // Moved inside only when neither side fits without that.
    const choices = [
      ...candidates.filter((box) => isInside(box, screen)),
      ...candidates.map((box) => inside(box, screen)),
    ];
    const box = choices.find((choice) => isInside(choice, screen) && !placed.some((other) => overlaps(choice, other)));
    if (!box) continue;
    boxes[i] = box;
    placed.push(box);
  }
  return boxes;
}

/** Not a difference: two infinite priorities are alike. */
const descending = (a: number, b: number): number => (a === b ? 0 : a > b ? -1 : 1);

/** In order of liking. */
function candidatesOf({ anchorXy: [x, y], alongXy, clearPx, widthPx, heightPx }: LabelRequest): LabelBox[] {
  const centredAt = (cx: number, cy: number): LabelBox => ({
    left: cx - widthPx / 2,
    top: cy - heightPx / 2,
    width: widthPx,
    height: heightPx,
  });
  const length = alongXy ? Math.hypot(alongXy[0], alongXy[1]) : 0;
  if (!alongXy || !(length > 0)) {
    const [dx, dy] = [clearPx + widthPx / 2, clearPx + heightPx / 2];
    return [centredAt(x + dx, y), centredAt(x - dx, y), centredAt(x, y - dy), centredAt(x, y + dy)];
  }
  // Across the line, upwards; to the right of a vertical one.
  const [nx, ny] = upward(-alongXy[1] / length, alongXy[0] / length);
  // Half the label as seen along that direction: its corner then just clears the line.
  const off = clearPx + (Math.abs(nx) * widthPx + Math.abs(ny) * heightPx) / 2;
  return [centredAt(x + nx * off, y + ny * off), centredAt(x - nx * off, y - ny * off)];
}

function upward(nx: number, ny: number): ScreenXy {
  const isUp = Math.abs(ny) > 1e-6 ? ny < 0 : nx > 0;
  return isUp ? [nx, ny] : [-nx, -ny];
}

function inside(box: LabelBox, screen: { widthPx: number; heightPx: number }): LabelBox {
  const left = Math.max(EDGE_PX, Math.min(box.left, screen.widthPx - EDGE_PX - box.width));
  const top = Math.max(EDGE_PX, Math.min(box.top, screen.heightPx - EDGE_PX - box.height));
  return { ...box, left, top };
}

function isInside({ left, top, width, height }: LabelBox, screen: { widthPx: number; heightPx: number }): boolean {
  const fitsAcross = left >= EDGE_PX && left + width <= screen.widthPx - EDGE_PX;
  return fitsAcross && top >= EDGE_PX && top + height <= screen.heightPx - EDGE_PX;
}

function overlaps(a: LabelBox, b: LabelBox): boolean {
  const across = a.left < b.left + b.width + GAP_PX && b.left < a.left + a.width + GAP_PX;
  return across && a.top < b.top + b.height + GAP_PX && b.top < a.top + a.height + GAP_PX;
}
