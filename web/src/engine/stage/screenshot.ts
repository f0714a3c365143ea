/** JPEG quality of captures. Specification §9 "Snapshots". */
const JPEG_QUALITY = 0.9;

/**
 * Draws canvases over one another on `background`, at the size of the largest, and encodes them. They must have been drawn
 * in this same task.
 */
export function composeJpeg(canvases: (HTMLCanvasElement | null)[], background: string): Promise<Blob> {
  const drawn = canvases.filter((canvas) => canvas !== null && canvas.width > 0) as HTMLCanvasElement[];
  const target = document.createElement('canvas');
  target.width = Math.max(...drawn.map(({ width }) => width));
  target.height = Math.max(...drawn.map(({ height }) => height));
  const context = target.getContext('2d')!;
  // JPEG has no transparency: what no canvas covers is the stage's own colour.
  context.fillStyle = background;
  context.fillRect(0, 0, target.width, target.height);
  for (const canvas of drawn) context.drawImage(canvas, 0, 0, target.width, target.height);
  return new Promise((resolve, reject) => {
    target.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be encoded.'))),
      'image/jpeg',
      JPEG_QUALITY,
    );
  });
}
