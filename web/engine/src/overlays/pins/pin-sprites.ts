/** Pins drawn once for each look and stamped from then on. Their tip is on the place. */
import { MOC_PIN_PX } from '@overlook/shared/config';
import { CASING_COLOR, MARK_COLOR } from '../mark-styles.ts';
import type { StagePin } from './pin.ts';

export interface PinLook {
  readonly color: string;
  readonly glyph: StagePin['glyph'];
  /** Of several in the place of one. */
  readonly count: number;
  readonly isHovered: boolean;
  /** Behind the model: its edge is dashed, as a line is there. */
  readonly isHidden: boolean;
}

/** In a square of 30: the tip is at 15, 28.5, the middle of the head at 15, 11.6. */
const OUTLINE = 'M15 28.5C15 28.5 25 18.6 25 11.6A10 10 0 0 0 5 11.6C5 18.6 15 28.5 15 28.5Z';
const TIP_PX = [15, 28.5] as const;
const HEAD_PX = [15, 11.6] as const;
const UNIT = 30;
const HOVERED_SCALE = 1.2;
/** Round everything, so that a pin reads on white and on black (interface brief §2). */
const CASING_PX = 1.5;
/** Of the edge of a hidden pin. */
const DASH_PX = [3.5, 2.5];
const MARGIN_PX = 3;
const MOST_COUNTED = 99;
const SPRITES_AT_MOST = 500;

export class PinSprites {
  private readonly sprites = new Map<string, HTMLCanvasElement>();
  private pixelRatio = 1;

  constructor(private readonly makeCanvas: () => HTMLCanvasElement) {}

  setPixelRatio(pixelRatio: number): void {
    this.pixelRatio = Math.max(2, pixelRatio);
    this.sprites.clear();
  }

  /** Stamps the pin with its tip at CSS pixels x, y. */
  stamp(context: CanvasRenderingContext2D, look: PinLook, x: number, y: number): void {
    const key = `${look.color} ${look.glyph} ${Math.min(look.count, MOST_COUNTED + 1)} ${look.isHovered} ${look.isHidden}`;
    const sprite = this.sprites.get(key) ?? this.make(key, look);
    const scale = scaleOf(look);
    const size = UNIT * scale + 2 * MARGIN_PX;
    context.drawImage(sprite, x - TIP_PX[0] * scale - MARGIN_PX, y - TIP_PX[1] * scale - MARGIN_PX, size, size);
  }

  private make(key: string, look: PinLook): HTMLCanvasElement {
    if (this.sprites.size >= SPRITES_AT_MOST) this.sprites.clear();
    const canvas = this.makeCanvas();
    const scale = scaleOf(look);
    canvas.width = canvas.height = Math.ceil((UNIT * scale + 2 * MARGIN_PX) * this.pixelRatio);
    const context = canvas.getContext('2d')!;
    context.scale(this.pixelRatio, this.pixelRatio);
    context.translate(MARGIN_PX, MARGIN_PX);
    context.scale(scale, scale);
    drawPin(context, look);
    this.sprites.set(key, canvas);
    return canvas;
  }
}

const scaleOf = ({ isHovered }: PinLook): number => (MOC_PIN_PX / UNIT) * (isHovered ? HOVERED_SCALE : 1);

const outlinePath = (): Path2D => new Path2D(OUTLINE);

function drawPin(context: CanvasRenderingContext2D, { color, glyph, count, isHovered, isHidden }: PinLook): void {
  context.lineJoin = 'round';
  context.strokeStyle = isHovered ? MARK_COLOR : CASING_COLOR;
  context.lineWidth = 2 * CASING_PX;
  context.stroke(outlinePath());
  context.fillStyle = color;
  context.fill(outlinePath());
  if (isHidden) {
    context.setLineDash(DASH_PX);
    context.strokeStyle = MARK_COLOR;
    context.lineWidth = CASING_PX;
    context.stroke(outlinePath());
    context.setLineDash([]);
  }
  context.translate(...HEAD_PX);
  context.fillStyle = CASING_COLOR;
  context.strokeStyle = CASING_COLOR;
  context.lineCap = 'round';
  context.lineWidth = 1.75;
  if (count > 1) drawCount(context, count);
  else drawGlyph(context, glyph);
}

function drawCount(context: CanvasRenderingContext2D, count: number): void {
  const text = count > MOST_COUNTED ? `${MOST_COUNTED}+` : String(count);
  context.font = `600 ${text.length > 2 ? 8 : 10}px Inter Variable, sans-serif`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(text, 0, 0.5);
}

function drawGlyph(context: CanvasRenderingContext2D, glyph: StagePin['glyph']): void {
  if (glyph === 'question') {
    context.font = '700 12px Inter Variable, sans-serif';
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    return context.fillText('?', 0, 0.5);
  }
  context.beginPath();
  if (glyph === 'check') context.stroke(new Path2D('M-4.5 0.2 L-1.3 3.4 L4.7 -3'));
  else {
    if (glyph === 'ring') context.setLineDash([2.4, 2.6]);
    context.arc(0, 0, 5, 0, 2 * Math.PI);
    context.stroke();
    context.setLineDash([]);
  }
  if (glyph !== 'dot') return;
  context.beginPath();
  context.arc(0, 0, 1.8, 0, 2 * Math.PI);
  context.fill();
}
