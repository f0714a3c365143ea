/** The badges of billboards, drawn once: types of photos, counts of groups, and the label of one photo. */
import { PHOTO_HEIGHT_TYPES, PHOTOS, type PhotoHeightType } from '@overlook/shared/config';
import { LABEL_FONT } from '../overlays/mark-styles.ts';

/** Side of a badge in the atlas, pixels: its largest size on a display of high resolution. */
export const BADGE_PX = 32;
/** Twice its size on the screen, so that it is sharp on a display of high resolution. */
const LABEL_SCALE = 2;
export const LABEL = { widthPx: 480, heightPx: 40 } as const;
const LABEL_PADDING_PX = 6;

/** SVG paths in a square of 24 (Lucide, ISC licence): person-standing, plane, orbit. */
const PATHS: Readonly<Record<PhotoHeightType, string>> = {
  ground: 'M11 5a1 1 0 1 0 2 0a1 1 0 1 0-2 0M9 20l3-6 3 6M6 8l6 2 6-2M12 10v4',
  airborne:
    'M17.8 19.2 16 11l3.5-3.5C21 6 21.5 4 21 3c-1-.5-3 0-4.5 1.5L13 8 4.8 6.2c-.5-.1-.9.1-1.1.5l-.3.5c-.2.5-.1 1 .3 1.3L9 12l-2 3H4l-1 1 3 2 2 3 1-1v-3l3-2 3.5 5.3c.3.4.8.5 1.3.3l.5-.2c.4-.3.6-.7.5-1.2z',
  panosphere:
    'M20.341 6.484A10 10 0 0 1 10.266 21.85M3.659 17.516A10 10 0 0 1 13.74 2.152M9 12a3 3 0 1 0 6 0a3 3 0 1 0-6 0M17 5a2 2 0 1 0 4 0a2 2 0 1 0-4 0M3 19a2 2 0 1 0 4 0a2 2 0 1 0-4 0',
};

/** Index of a badge in the row: the types, then the counts from 2 on. */
export const kindBadge = (kind: PhotoHeightType): number => PHOTO_HEIGHT_TYPES.indexOf(kind);
export const countBadge = (count: number): number => PHOTO_HEIGHT_TYPES.length - 2 + count;
const BADGES = countBadge(PHOTOS.nearestMost) + 1;

/** White badges on a transparent background, in a row. */
export function drawBadges(): OffscreenCanvas {
  const [canvas, context] = canvasOf(BADGES * BADGE_PX, BADGE_PX);
  context.strokeStyle = context.fillStyle = '#ffffff';
  context.lineWidth = 2.5;
  context.lineCap = context.lineJoin = 'round';
  for (const kind of PHOTO_HEIGHT_TYPES) {
    context.setTransform(BADGE_PX / 24, 0, 0, BADGE_PX / 24, kindBadge(kind) * BADGE_PX, 0);
    context.stroke(new Path2D(PATHS[kind]));
  }
  context.font = '600 20px Inter Variable, sans-serif';
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  for (let count = 2; count <= PHOTOS.nearestMost; count++) {
    context.setTransform(1, 0, 0, 1, countBadge(count) * BADGE_PX, 0);
    context.fillText(String(count), BADGE_PX / 2, BADGE_PX / 2 + 1.5);
  }
  return canvas;
}

/** White text at the left of a transparent background, and its size on the screen, CSS pixels. */
export function drawLabel(text: string): { canvas: OffscreenCanvas; widthPx: number; heightPx: number } {
  const [canvas, context] = canvasOf(LABEL.widthPx, LABEL.heightPx);
  context.scale(LABEL_SCALE, LABEL_SCALE);
  context.fillStyle = '#ffffff';
  context.font = `${LABEL_FONT} Inter Variable, sans-serif`;
  context.textBaseline = 'middle';
  const most = LABEL.widthPx / LABEL_SCALE - 2 * LABEL_PADDING_PX;
  const width = Math.min(most, context.measureText(text).width);
  context.fillText(text, LABEL_PADDING_PX, LABEL.heightPx / LABEL_SCALE / 2 + 1, most);
  return {
    canvas,
    widthPx: Math.ceil(width) + 2 * LABEL_PADDING_PX,
    heightPx: LABEL.heightPx / LABEL_SCALE,
  };
}

function canvasOf(width: number, height: number): [OffscreenCanvas, OffscreenCanvasRenderingContext2D] {
  const canvas = new OffscreenCanvas(width, height);
  return [canvas, canvas.getContext('2d')!];
}
