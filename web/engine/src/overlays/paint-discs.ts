/** Points and handles: the farthest first, the one under the pointer above all others. */
import type { DiscSprites } from './disc-sprites.ts';
import { type DiscState, type DiscStyle, HIDDEN_ALPHA, discStyle } from './mark-styles.ts';
import type { PointMark } from './mark.ts';
import type { Occlusion } from './occlusion.ts';
import type { ScreenMarks } from './screen-marks.ts';
import { SEGMENT_STRIDE } from './screen-projection.ts';

export interface DiscScene {
  readonly screen: ScreenMarks;
  readonly occlusion: Occlusion;
  /** Index of the mark under the pointer. */
  readonly hovered: number | null;
  readonly isSecondary: boolean;
  readonly isCoarse: boolean;
}

/** The current style of a point mark, by its index in the list. */
export function styleOfPoint(scene: Omit<DiscScene, 'occlusion'>, mark: number): DiscStyle {
  const { isSecondary, isCoarse } = scene;
  const state: DiscState = { isHovered: mark === scene.hovered, isSecondary, isCoarse };
  return discStyle(scene.screen.placed.marks[mark] as PointMark, state);
}

export function paintDiscs(context: CanvasRenderingContext2D, scene: DiscScene, sprites: DiscSprites): void {
  const { screen, occlusion, hovered } = scene;
  const { parts, placed } = screen;
  const paint = (mark: number): void => {
    const part = placed.firstPart[mark]!;
    context.globalAlpha = occlusion.isHidden(part) ? HIDDEN_ALPHA : 1;
    const at = SEGMENT_STRIDE * part;
    sprites.stamp(context, styleOfPoint(scene, mark), parts[at]!, parts[at + 1]!);
  };
  const order = pointsByDepth(screen);
  for (const mark of order) if (mark !== hovered) paint(mark);
  if (hovered !== null && order.includes(hovered)) paint(hovered);
  context.globalAlpha = 1;
}

/** Indices of the point marks on the screen, the farthest first. */
function pointsByDepth({ placed, isShown, parts }: ScreenMarks): number[] {
  const { marks, firstPart } = placed;
  // Depth and index in one number: a typed array sorts numbers many times faster than a comparison sorts objects. The
  // bits of a positive float are ordered as the float is, 32 of them above 20 of the index leave a double exact.
  const keys = new Float64Array(marks.length);
  let count = 0;
  for (let i = 0; i < marks.length; i++) {
    const part = firstPart[i]!;
    if (marks[i]!.kind !== 'point' || !isShown[part]) continue;
    keys[count++] = floatBits(parts[SEGMENT_STRIDE * part + 2]!) * INDEX_RANGE + i;
  }
  const sorted = keys.subarray(0, count).sort();
  return Array.from(sorted, (_, k) => sorted[count - 1 - k]! % INDEX_RANGE);
}

const INDEX_RANGE = 2 ** 20;
const float = new Float32Array(1);
const bits = new Uint32Array(float.buffer);

function floatBits(value: number): number {
  float[0] = value;
  return bits[0]!;
}
