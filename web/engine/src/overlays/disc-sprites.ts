/**
 * Each disc is drawn once as a sprite and copied from then on: ten thousand copies take a few milliseconds, ten thousand paths many
 * times that. A copy is also faded as a whole, so that its casing is not visible through it.
 */
import { CASING_COLOR, type DiscStyle, MARK_COLOR } from './mark-styles.ts';

/** Pixels of a sprite for a CSS pixel, at least: finer than a plain screen, so that a stamp between two pixels stays sharp. */
const SCALE_AT_LEAST = 2;
/** Usually there are few colours, but dragging in a colour picker gives hundreds. */
const SPRITES_AT_MOST = 64;
const SOFT_CASING_ALPHA = 0.6;
const TURN = 2 * Math.PI;

export class DiscSprites {
  private readonly sprites = new Map<string, HTMLCanvasElement>();
  private scale = SCALE_AT_LEAST;

  constructor(private readonly makeCanvas: () => HTMLCanvasElement) {}

  setPixelRatio(pixelRatio: number): void {
    this.scale = Math.max(SCALE_AT_LEAST, pixelRatio);
    this.sprites.clear();
  }

  /** Stamps the disc with its centre at CSS pixels x, y. */
  stamp(context: CanvasRenderingContext2D, style: DiscStyle, x: number, y: number): void {
    const sprite = this.sprites.get(style.key) ?? this.make(style);
    const half = halfSizePx(style);
    context.drawImage(sprite, x - half, y - half, 2 * half, 2 * half);
  }

  private make(style: DiscStyle): HTMLCanvasElement {
    if (this.sprites.size >= SPRITES_AT_MOST) this.sprites.clear();
    const canvas = this.makeCanvas();
    const half = halfSizePx(style);
    canvas.width = Math.ceil(2 * half * this.scale);
    canvas.height = canvas.width;
    const context = canvas.getContext('2d')!;
    context.scale(this.scale, this.scale);
    context.translate(half, half);
    drawDisc(context, style);
    this.sprites.set(style.key, canvas);
    return canvas;
  }
}

/** A margin of one pixel, and whole pixels, so that a sprite is not stretched. */
const halfSizePx = (style: DiscStyle): number => Math.ceil(style.casingPx) + 1;

function drawDisc(context: CanvasRenderingContext2D, style: DiscStyle): void {
  const { shape, radiusPx, fill, ringPx } = style;
  if (shape === 'disc') {
    fillCircle(context, style.casingPx, CASING_COLOR);
    fillCircle(context, radiusPx, fill);
    if (ringPx > 0) strokeCircle(context, radiusPx, MARK_COLOR, ringPx);
    return;
  }
  context.globalAlpha = SOFT_CASING_ALPHA;
  context.lineCap = 'round';
  traceRing(context, style);
  context.lineWidth = ringPx + 2;
  context.strokeStyle = CASING_COLOR;
  context.stroke();
  context.globalAlpha = 1;
  context.lineCap = 'butt';
  context.lineWidth = ringPx;
  context.strokeStyle = fill;
  context.stroke();
  if (shape === 'cursor') fillCircle(context, 1.5, fill);
}

/** The circle, and the four ticks of a crosshair across it. */
function traceRing(context: CanvasRenderingContext2D, { shape, radiusPx }: DiscStyle): void {
  context.beginPath();
  context.arc(0, 0, radiusPx, 0, TURN);
  if (shape !== 'crosshair') return;
  for (const [dx, dy] of [
    [1, 0],
    [0, 1],
    [-1, 0],
    [0, -1],
  ] as const) {
    context.moveTo(4 * dx, 4 * dy);
    context.lineTo(12 * dx, 12 * dy);
  }
}

function fillCircle(context: CanvasRenderingContext2D, radiusPx: number, color: string): void {
  context.beginPath();
  context.arc(0, 0, radiusPx, 0, TURN);
  context.fillStyle = color;
  context.fill();
}

function strokeCircle(context: CanvasRenderingContext2D, radiusPx: number, color: string, widthPx: number): void {
  context.beginPath();
  context.arc(0, 0, radiusPx, 0, TURN);
  context.strokeStyle = color;
  context.lineWidth = widthPx;
  context.stroke();
}
