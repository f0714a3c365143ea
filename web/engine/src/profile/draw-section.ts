/**
 * What is drawn of a section besides its points: the grid with its heights and lengths, below them, and the measurements and the
 * pointer, above. Drawn in CSS pixels with the tokens of the dark theme, which never changes in the stage.
 */
import { numberText, withUnit } from '@overlook/shared/format';
import { axisTicks, type ProfileView, type SectionPlace, viewX, viewY } from './profile-view.ts';

export interface SectionLabels {
  readonly from: SectionPlace;
  readonly to: SectionPlace;
  /** "44.92 m", "along 44.40 m", "up 6.80 m". */
  readonly leg: string;
  readonly along: string;
  readonly up: string;
}

export interface SectionOverlay {
  readonly lengthMetres: number;
  /** What heights count from. */
  readonly datum: string;
  readonly legs: readonly SectionLabels[];
  /** The first place of a leg that is being measured. */
  readonly begun: SectionPlace | null;
  /** The position of the pointer, and its label; null while it is elsewhere. */
  readonly pointer: { readonly place: SectionPlace; readonly text: string } | null;
  /** CSS family of the page's text. */
  readonly fontFamily: string;
}

/** Left of the plot for heights, under it for lengths. */
export const GUTTER = { leftPx: 56, bottomPx: 28 } as const;

/** --surface-0, --line-1, --text-2, --text-0, --accent-text, --accent, --surface-hud */
const GROUND = '#0a0c0f';
const GRID = 'rgb(38 44 51 / 0.9)';
const TEXT = '#a9b4bf';
const STRONG = '#f3f5f7';
const POINTER = '#8ab6ff';
const ACTIVE = '#2e6fe6';
const PILL = 'rgb(12 14 18 / 0.92)';
const FONT = '11px';
const PILL_FONT = '600 12px';
const TICKS_APART = { alongPx: 90, upPx: 40 };
const CASING = '#0d1115';

type Context = CanvasRenderingContext2D;

/** The plot's top left corner is at (`GUTTER.leftPx`, 0). */
export function drawSection(context: Context, view: ProfileView, overlay: SectionOverlay): void {
  context.save();
  context.translate(GUTTER.leftPx, 0);
  context.beginPath();
  context.rect(0, 0, view.widthPx, view.heightPx);
  context.clip();
  drawDatum(context, overlay);
  for (const leg of overlay.legs) drawLeg(context, view, leg, overlay.fontFamily);
  if (overlay.begun) drawDot(context, viewX(view, overlay.begun.along), viewY(view, overlay.begun.up), ACTIVE);
  if (overlay.pointer) drawPointer(context, view, overlay.pointer, overlay.fontFamily);
  context.restore();
}

/** The ground of the strip, under the points. */
export function drawGround(context: Context, width: number, height: number): void {
  context.fillStyle = GROUND;
  context.fillRect(0, 0, width, height);
}

/** Grid, heights and lengths. The plot's top left corner is at (`GUTTER.leftPx`, 0). */
export function drawAxes(
  context: Context,
  view: ProfileView,
  { lengthMetres, fontFamily }: Pick<SectionOverlay, 'lengthMetres' | 'fontFamily'>,
): void {
  const { widthPx, heightPx, pixelsPerMetre, exaggeration, upBottom, alongLeft } = view;
  context.font = `${FONT} ${fontFamily}`;
  context.fillStyle = TEXT;
  context.strokeStyle = GRID;
  context.lineWidth = 1;
  context.textBaseline = 'middle';
  context.textAlign = 'right';
  const ups = axisTicks(upBottom, heightPx, pixelsPerMetre * exaggeration, TICKS_APART.upPx);
  ups.values.forEach((up, i) => {
    const y = Math.round(viewY(view, up)) + 0.5;
    strokeLine(context, GUTTER.leftPx, y, GUTTER.leftPx + widthPx, y);
    const text = numberText(up, ups.decimals);
    // The unit once, at the top.
    const isLast = i === ups.values.length - 1;
    context.fillText(isLast ? withUnit(text, 'm') : text, GUTTER.leftPx - 8, Math.max(8, y));
  });
  context.textAlign = 'center';
  const y = heightPx + GUTTER.bottomPx / 2;
  const alongs = axisTicks(alongLeft, widthPx, pixelsPerMetre, TICKS_APART.alongPx);
  for (const along of alongs.values) {
    if (along <= 0 || along >= lengthMetres) continue;
    const x = GUTTER.leftPx + viewX(view, along);
    if (isClearOfEnds(view, along, lengthMetres)) context.fillText(numberText(along, alongs.decimals), x, y);
  }
  drawEnd(context, view, 0, 'A 0', y);
  drawEnd(context, view, lengthMetres, `B ${withUnit(numberText(lengthMetres, 2), 'm')}`, y);
}

const isClearOfEnds = (view: ProfileView, along: number, lengthMetres: number): boolean =>
  along * view.pixelsPerMetre > 40 && (lengthMetres - along) * view.pixelsPerMetre > 64;

/** An end of the line under the plot; beside it with an arrow where it lies outside. */
function drawEnd(context: Context, view: ProfileView, along: number, text: string, y: number): void {
  const x = viewX(view, along);
  context.fillStyle = STRONG;
  if (x < 0) {
    context.textAlign = 'left';
    context.fillText(`◂ ${text}`, GUTTER.leftPx + 4, y);
  } else if (x > view.widthPx) {
    context.textAlign = 'right';
    context.fillText(`${text} ▸`, GUTTER.leftPx + view.widthPx - 4, y);
  } else {
    context.textAlign = x > view.widthPx - 40 ? 'right' : 'center';
    context.fillText(text, GUTTER.leftPx + x, y);
  }
  context.fillStyle = TEXT;
  context.textAlign = 'center';
}

function drawLeg(context: Context, view: ProfileView, leg: SectionLabels, fontFamily: string): void {
  const [x1, y1] = [viewX(view, leg.from.along), viewY(view, leg.from.up)];
  const [x2, y2] = [viewX(view, leg.to.along), viewY(view, leg.to.up)];
  context.lineWidth = 5.5;
  context.strokeStyle = CASING;
  strokeLine(context, x1, y1, x2, y2);
  context.lineWidth = 1;
  context.strokeStyle = TEXT;
  context.setLineDash([4, 4]);
  strokeLine(context, x1, y1, x2, y1);
  strokeLine(context, x2, y1, x2, y2);
  context.setLineDash([]);
  context.lineWidth = 2.25;
  context.strokeStyle = STRONG;
  strokeLine(context, x1, y1, x2, y2);
  drawDot(context, x1, y1, STRONG);
  drawDot(context, x2, y2, STRONG);
  const isRising = y2 < y1;
  drawPill(context, (x1 + x2) / 2, (y1 + y2) / 2 - 16, leg.leg, fontFamily);
  drawPill(context, (x1 + x2) / 2, y1 + (isRising ? 16 : -16), leg.along, fontFamily);
  drawPill(context, x2 + 44, (y1 + y2) / 2, leg.up, fontFamily);
}

function drawPointer(
  context: Context,
  view: ProfileView,
  { place, text }: NonNullable<SectionOverlay['pointer']>,
  fontFamily: string,
): void {
  const [x, y] = [viewX(view, place.along), viewY(view, place.up)];
  context.lineWidth = 1;
  context.strokeStyle = POINTER;
  strokeLine(context, x, 0, x, view.heightPx);
  drawDot(context, x, y, POINTER);
  context.font = `${PILL_FONT} ${fontFamily}`;
  const half = context.measureText(text).width / 2 + 8;
  const isRight = x + 2 * half + 8 < view.widthPx;
  drawPill(context, isRight ? x + half + 8 : x - half - 8, Math.max(16, y - 20), text, fontFamily);
}

/** In the upper left corner. */
function drawDatum(context: Context, { datum, fontFamily }: SectionOverlay): void {
  context.font = `${FONT} ${fontFamily}`;
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  context.fillStyle = PILL;
  context.fillRect(0, 0, context.measureText(datum).width + 16, 20);
  context.fillStyle = TEXT;
  context.fillText(datum, 8, 10);
}

function drawPill(context: Context, x: number, y: number, text: string, fontFamily: string): void {
  context.font = `${PILL_FONT} ${fontFamily}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  const width = context.measureText(text).width + 14;
  context.fillStyle = PILL;
  context.beginPath();
  context.roundRect(x - width / 2, y - 10, width, 20, 4);
  context.fill();
  context.fillStyle = STRONG;
  context.fillText(text, x, y + 1);
}

function drawDot(context: Context, x: number, y: number, color: string): void {
  context.beginPath();
  context.arc(x, y, 6.5, 0, 2 * Math.PI);
  context.fillStyle = CASING;
  context.fill();
  context.beginPath();
  context.arc(x, y, 5, 0, 2 * Math.PI);
  context.fillStyle = color;
  context.fill();
}

function strokeLine(context: Context, x1: number, y1: number, x2: number, y2: number): void {
  context.beginPath();
  context.moveTo(x1, y1);
  context.lineTo(x2, y2);
  context.stroke();
}
