import sharp from 'sharp';
import { PHOTO_IMPORT } from '@overlook/shared/config';
import { PictureRefusedError } from '../../storage/photo-pictures.ts';
import type { Redraw, StoredSize } from './picture-lens.ts';

const JPEG_QUALITY = 92;
/** All pixels of a cylinder are in memory twice: 240 MB. */
const CYLINDER_PIXELS_MOST = 40_000_000;

const open = (source: string) =>
  sharp(source, { limitInputPixels: PHOTO_IMPORT.pixelsMost, failOn: 'error' })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb');

/** Draws a picture anew as a JPEG without metadata; null draws it as it is. Its EXIF rotates nothing. Throws the errors of sharp. */
export async function redrawPicture(
  source: string,
  target: string,
  redraw: Redraw | null,
  { widthPx, heightPx }: StoredSize,
): Promise<void> {
  if (redraw?.kind === 'cylinder') return redrawCylinder(source, target, redraw, { widthPx, heightPx });
  const picture = open(source);
  if (redraw && redraw.heightPx !== heightPx) picture.resize({ width: widthPx, height: redraw.heightPx, fit: 'fill' });
  if (redraw) {
    const { left, right, top, bottom } = redraw;
    picture.extend({ left, right, top, bottom, background: '#000000' });
  }
  await picture.jpeg({ quality: JPEG_QUALITY }).toFile(target);
}

/** Each row of the result is mixed of the two rows of the cylinder that its angle lies between. */
async function redrawCylinder(
  source: string,
  target: string,
  { radPerRow, topRad, rows, horizonPx, slopePx }: Extract<Redraw, { kind: 'cylinder' }>,
  { widthPx, heightPx }: StoredSize,
): Promise<void> {
  if (widthPx * Math.max(heightPx, rows) > CYLINDER_PIXELS_MOST)
    throw new PictureRefusedError(
      `is a cylinder of ${widthPx} × ${heightPx} pixels; at most ${CYLINDER_PIXELS_MOST / 1e6} million can be drawn as a sphere.`,
    );
  const { data, info } = await open(source).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const { channels } = info;
  const rowBytes = widthPx * channels;
  const drawn = Buffer.alloc(rows * rowBytes);
  for (let row = 0; row < rows; row++) {
    const riseRad = topRad - (row + 0.5) * radPerRow;
    const at = horizonPx - slopePx * Math.tan(riseRad) - 0.5;
    if (at < -1 || at > heightPx) continue;
    const above = Math.min(heightPx - 1, Math.max(0, Math.floor(at)));
    const below = Math.min(heightPx - 1, above + 1);
    const share = Math.min(1, Math.max(0, at - above));
    const [from, to, into] = [above * rowBytes, below * rowBytes, row * rowBytes];
    for (let i = 0; i < rowBytes; i++)
      drawn[into + i] = Math.round(data[from + i]! * (1 - share) + data[to + i]! * share);
  }
  await sharp(drawn, { raw: { width: widthPx, height: rows, channels } })
    .jpeg({ quality: JPEG_QUALITY })
    .toFile(target);
}
