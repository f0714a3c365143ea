/** JPEG quality of captures. Specification §9 "Snapshots". */
const JPEG_QUALITY = 0.9;

/** Draws something between two canvases; sizes in device pixels. */
export type Painter = (context: CanvasRenderingContext2D, width: number, height: number) => void;

/**
 * Draws layers over one another on `background`, at the size of the largest canvas, and encodes them. The canvases must
 * have been drawn in this same task.
 */
export function composeJpeg(layers: (HTMLCanvasElement | Painter | null)[], background: string): Promise<Blob> {
  const canvases = layers.filter((layer) => layer instanceof HTMLCanvasElement);
  const target = document.createElement('canvas');
  target.width = Math.max(...canvases.map(({ width }) => width));
  target.height = Math.max(...canvases.map(({ height }) => height));
  const context = target.getContext('2d')!;
  // JPEG has no transparency: what no canvas covers is the stage's own colour.
  context.fillStyle = background;
  context.fillRect(0, 0, target.width, target.height);
  for (const layer of layers) {
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
