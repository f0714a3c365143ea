import type { Divider } from '../view/swipe.ts';
import { groundBehind, groundPainter } from './page-ground.ts';
import type { Painter } from './page-ground.ts';

/** JPEG quality of captures. Specification §9 "Snapshots". */
const JPEG_QUALITY = 0.9;

/**
 * Draws layers over one another on what the page shows behind `container`, at the size of the largest canvas, and encodes them.
 * The canvases must have been drawn in this same task.
 */
export function composeJpeg(layers: (HTMLCanvasElement | Painter | null)[], container: HTMLElement): Promise<Blob> {
  const canvases = layers.filter((layer) => layer instanceof HTMLCanvasElement);
  const target = document.createElement('canvas');
  target.width = Math.max(...canvases.map(({ width }) => width));
  target.height = Math.max(...canvases.map(({ height }) => height));
  const context = target.getContext('2d')!;
  for (const layer of [groundPainter(groundBehind(container)), ...layers]) {
    if (typeof layer === 'function') layer(context, target.width, target.height);
    else if (layer && layer.width > 0) context.drawImage(layer, 0, 0, target.width, target.height);
  }
  return new Promise((resolve, reject) => {
    target.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be encoded.'))),
      'image/jpeg',
      JPEG_QUALITY,
    );
  });
}

/** Widths of the divider of a swipe and of its casing, CSS pixels, and their colours on the screen. */
const DIVIDER = { linePx: 2, casingPx: 5, line: '#ffffff', casing: 'rgb(13 17 21 / 0.75)' };

/** The line between the two sides of a swipe; none if one side fills the image. */
export function dividerPainter({ fraction, direction }: Divider, pixelRatio: number): Painter {
  return (context, width, height) => {
    if (fraction <= 0 || fraction >= 1) return;
    context.setTransform(1, 0, 0, 1, 0, 0);
    const { linePx, casingPx, line, casing } = DIVIDER;
    for (const [widthPx, color] of [
      [casingPx * pixelRatio, casing],
      [linePx * pixelRatio, line],
    ] as const) {
      context.fillStyle = color;
      if (direction === 'sideBySide') context.fillRect(fraction * width - widthPx / 2, 0, widthPx, height);
      else context.fillRect(0, fraction * height - widthPx / 2, width, widthPx);
    }
  };
}

/** Font size of the attributions as a share of the image height, and its minimum in device pixels. */
const CREDIT_SHARE = 0.014;
const CREDIT_LEAST_PX = 10;

/** The attributions of the data, in the lower right corner; readable on white and on black. */
export function creditPainter(credits: readonly string[]): Painter {
  return (context, width, height) => {
    if (credits.length === 0) return;
    const sizePx = Math.max(CREDIT_LEAST_PX, Math.round(height * CREDIT_SHARE));
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.font = `${sizePx}px sans-serif`;
    context.textAlign = 'right';
    context.textBaseline = 'bottom';
    context.lineJoin = 'round';
    context.lineWidth = sizePx / 4;
    context.strokeStyle = 'rgb(13 17 21 / 0.7)';
    context.fillStyle = '#ffffff';
    const at = [credits.join(' · '), width - sizePx / 2, height - sizePx / 3] as const;
    context.strokeText(...at);
    context.fillText(...at);
  };
}
