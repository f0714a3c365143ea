/** Paints one label (pill): body, mark, texts and stem. Sizes are CSS pixels. */
import type { LayerColor, LayerShape } from '../layer-definition.ts';

export interface Pill {
  /** Unique for each image. */
  readonly key: string;
  readonly text: string;
  /** Shown after the text in a lighter style. */
  readonly name?: string;
  readonly mark?: { readonly shape: LayerShape; readonly color: LayerColor };
  /** Dark text on white, for the name of an asset. */
  readonly isLabel?: boolean;
  /** Red outline. */
  readonly isAlarm?: boolean;
  /** Length of the stem down to the position. */
  readonly stem?: number;
  /** Only the mark, dark on a white disc. */
  readonly isDisc?: boolean;
}

export const BODY = 24;
export const DISC = 18;
export const EDGE = 2;
const FONT = '600 12px "Inter Variable", Inter, system-ui, sans-serif';
const QUIET_FONT = FONT.replace('600', '400');

/** Semantic colours over the model, equal to the tokens of the interface. */
const COLORS: Readonly<Record<string, string>> = {
  normal: '#56d07f',
  high: '#ff7b7b',
  low: '#ffcb52',
  missing: '#a9b4bf',
};
const colorOf = (color: LayerColor): string => COLORS[color] ?? color;

type Context = OffscreenCanvasRenderingContext2D;

export const newContext = (): Context => new OffscreenCanvas(1, 1).getContext('2d')!;

/** Returns the width of a pill with its outline. */
export function widthOf(context: Context, { text, name, mark, isDisc }: Pill): number {
  if (isDisc) return DISC + 2 * EDGE;
  context.font = FONT;
  const bold = context.measureText(text).width;
  context.font = QUIET_FONT;
  const quiet = name ? context.measureText(name).width + 6 : 0;
  return bold + quiet + (mark ? 18 : 0) + 20 + 2 * EDGE;
}

export function paintPill(context: Context, pill: Pill, width: number): void {
  const { text, name, mark, isLabel = false, isAlarm = false, stem = 0 } = pill;
  if (pill.isDisc) return paintDisc(context, mark);
  if (stem > 0) paintStem(context, width / 2, BODY + EDGE, stem);
  context.beginPath();
  context.roundRect(EDGE, EDGE, width - 2 * EDGE, BODY, isLabel ? 4 : BODY / 2);
  context.fillStyle = isLabel ? '#ffffff' : 'rgb(16 19 23 / 0.92)';
  context.fill();
  context.lineWidth = isAlarm ? 1.5 : 1;
  context.strokeStyle = isAlarm ? COLORS['high']! : isLabel ? '#0d1115' : 'rgb(0 0 0 / 0.6)';
  context.stroke();
  context.textBaseline = 'middle';
  const [middle, start] = [EDGE + BODY / 2 + 0.5, EDGE + 10 + (mark ? 18 : 0)];
  if (mark) paintMark(context, mark.shape, colorOf(mark.color), [EDGE + 16, EDGE + BODY / 2]);
  context.font = FONT;
  context.fillStyle = isLabel ? '#0d1115' : '#ffffff';
  context.fillText(text, start, middle);
  if (!name) return;
  const at = start + context.measureText(text).width + 6;
  context.font = QUIET_FONT;
  context.fillStyle = '#a9b4bf';
  context.fillText(name, at, middle);
}

function paintDisc(context: Context, mark: Pill['mark']): void {
  const middle = EDGE + DISC / 2;
  context.beginPath();
  context.arc(middle, middle, DISC / 2 - 1, 0, 2 * Math.PI);
  context.fillStyle = '#ffffff';
  context.fill();
  context.strokeStyle = '#0d1115';
  context.lineWidth = 1.5;
  context.stroke();
  if (mark) paintMark(context, mark.shape, colorOf(mark.color), [middle, middle]);
}

function paintStem(context: Context, x: number, from: number, length: number): void {
  for (const [width, color] of [
    [4, '#0d1115'],
    [1.5, '#ffffff'],
  ] as const) {
    context.beginPath();
    context.moveTo(x, from);
    context.lineTo(x, from + length);
    context.lineWidth = width;
    context.strokeStyle = color;
    context.stroke();
  }
  paintMark(context, 'circle', '#ffffff', [x, from + length], '#0d1115');
}

function paintMark(context: Context, shape: LayerShape, color: string, [x, y]: [number, number], edge?: string): void {
  context.beginPath();
  if (shape === 'triangle')
    for (const [dx, dy] of [[0, -5], [5, 4], [-5, 4]] as const) context.lineTo(x + dx, y + dy); // prettier-ignore
  else if (shape === 'square') context.rect(x - 4, y - 4, 8, 8);
  else context.arc(x, y, 4, 0, 2 * Math.PI);
  context.closePath();
  context.fillStyle = color;
  context.strokeStyle = edge ?? color;
  context.lineWidth = 1.5;
  context.setLineDash(shape === 'ring' ? [2.2, 1.8] : []);
  if (shape !== 'ring') context.fill();
  if (shape === 'ring' || edge) context.stroke();
  context.setLineDash([]);
}
