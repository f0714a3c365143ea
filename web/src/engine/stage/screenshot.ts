/** JPEG quality of captures. Specification §9 "Snapshots". */
const JPEG_QUALITY = 0.9;

/** Draws canvases over one another on `background` and encodes them. They must have been drawn in this same task. */
export function composeJpeg(canvases: (HTMLCanvasElement | null)[], background: string): Promise<Blob> {
  const top = canvases.at(-1)!;
  const target = document.createElement('canvas');
  target.width = top.width;
  target.height = top.height;
  const context = target.getContext('2d')!;
  // JPEG has no transparency: what no canvas covers is the stage's own colour.
  context.fillStyle = background;
  context.fillRect(0, 0, target.width, target.height);
  for (const canvas of canvases) if (canvas) context.drawImage(canvas, 0, 0, target.width, target.height);
  return new Promise((resolve, reject) => {
    target.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be encoded.'))),
      'image/jpeg',
      JPEG_QUALITY,
    );
  });
}
