/**
 * Names and readings as pictures: pills with a mark, drawn once into one texture. Shapes tell states apart without their
 * colour. Sizes in this file are CSS pixels; the texture has twice as many.
 */
import type { LayerColor, LayerShape } from '../layer-definition.ts';

export interface Pill {
  /** Different for different pictures. */
  readonly key: string;
  readonly text: string;
  /** After the text, quieter. */
  readonly name?: string;
  readonly mark?: { readonly shape: LayerShape; readonly color: LayerColor };
  /** Dark text on white: the name of a thing. */
  readonly isLabel?: boolean;
  /** A red edge. */
  readonly isAlarm?: boolean;
  /** Length of the stem down to the place. */
  readonly stem?: number;
  /** Nothing but its mark, dark on a white disc. */
  readonly isDisc?: boolean;
}

interface IconPlace {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly anchorX: number;
  readonly anchorY: number;
}

/** For an `IconLayer`: the texture, where each picture is in it, and its height for `getSize`. */
export interface PillPictures {
  readonly iconAtlas: ImageData;
  readonly iconMapping: Readonly<Record<string, IconPlace>>;
  heightOf(key: string): number;
}

const DENSITY = 2;
const WIDTH = 1024;
const BODY = 24;
const DISC = 18;
const EDGE = 2;
const GAP = 2;
const FONT = '600 12px "Inter Variable", Inter, system-ui, sans-serif';
const QUIET_FONT = FONT.replace('600', '400');

/** Colours of meanings, as the tokens of the interface have them over the model. */
const COLORS: Readonly<Record<string, string>> = {
  normal: '#56d07f',
  high: '#ff7b7b',
  low: '#ffcb52',
  missing: '#a9b4bf',
};
export const colorOf = (color: LayerColor): string => COLORS[color] ?? color;

/** The same pictures as before while the pills stay the same, so that the texture is not sent again. */
export function pillPainter(): (pills: readonly Pill[]) => PillPictures {
  let known = '';
  let pictures: PillPictures | null = null;
  return (pills) => {
    const now = JSON.stringify(pills);
    if (!pictures || now !== known) pictures = paintPills(pills);
    known = now;
    return pictures;
  };
}

function paintPills(pills: readonly Pill[]): PillPictures {
  const ruler = newContext();
  const iconMapping: Record<string, IconPlace> = {};
  let [x, y, rowHeight] = [0, 0, 0];
  for (const pill of pills) {
    const width = Math.min(WIDTH, Math.ceil(widthOf(ruler, pill)));
    const height = (pill.isDisc ? DISC : BODY) + 2 * EDGE + (pill.stem ?? 0) + (pill.stem ? 4 : 0);
    if (x + width > WIDTH) [x, y, rowHeight] = [0, y + rowHeight + GAP, 0];
    const anchorY = pill.stem ? height - 5 : height / 2;
    const place = { x, y, width, height, anchorX: width / 2, anchorY };
    iconMapping[pill.key] = scaled(place);
    x += width + GAP;
    rowHeight = Math.max(rowHeight, height);
  }
  const canvas = new OffscreenCanvas(WIDTH * DENSITY, Math.max(1, (y + rowHeight) * DENSITY));
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  for (const pill of pills) {
    const { x, y, width } = iconMapping[pill.key]!;
    context.setTransform(DENSITY, 0, 0, DENSITY, x, y);
    paintPill(context, pill, width / DENSITY);
  }
  const iconAtlas = context.getImageData(0, 0, canvas.width, canvas.height);
  return { iconAtlas, iconMapping, heightOf: (key) => (iconMapping[key]?.height ?? 0) / DENSITY };
}

const scaled = ({ x, y, width, height, anchorX, anchorY }: IconPlace): IconPlace => ({
  x: x * DENSITY,
  y: y * DENSITY,
  width: width * DENSITY,
  height: height * DENSITY,
  anchorX: anchorX * DENSITY,
  anchorY: anchorY * DENSITY,
});

type Context = OffscreenCanvasRenderingContext2D;

/** Width of a pill in CSS pixels, with its edge. */
export const pillWidth = (pill: Pill): number => widthOf((measuring ??= newContext()), pill);
let measuring: Context | undefined;
const newContext = (): Context => new OffscreenCanvas(1, 1).getContext('2d')!;

/** Height of the body of a pill over its stem, with its edge. */
export const PILL_HEIGHT = BODY + 2 * EDGE;

function widthOf(context: Context, { text, name, mark, isDisc }: Pill): number {
  if (isDisc) return DISC + 2 * EDGE;
  context.font = FONT;
  const bold = context.measureText(text).width;
  context.font = QUIET_FONT;
  const quiet = name ? context.measureText(name).width + 6 : 0;
  return bold + quiet + (mark ? 18 : 0) + 20 + 2 * EDGE;
}

function paintPill(context: Context, pill: Pill, width: number): void {
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
