/**
 * Draws the points of a profile into pixels: each as a small square, the nearer one in front. No graphics context is needed.
 * Millions of points take longer than a frame, so a plot is painted when a gesture pauses, and only after changes.
 */
import { HEIGHT_RAMP, OTHER_CLASS_COLOR, POINT_CLASSES, type ProfileColor } from '@overlook/shared/config';
import { rgbOf, AXES } from '@overlook/shared/maths';
import type { BandPoints } from '../content/band-points.ts';
import type { ProfilePoints } from './profile-points.ts';
import type { ProfileView, SectionBounds } from './profile-view.ts';

export interface PaintedColors {
  readonly by: ProfileColor;
  /** Between these heights the colours of `height` run, metres. */
  readonly heights: Pick<SectionBounds, 'upLeast' | 'upMost'>;
}

const packed = ([red, green, blue]: readonly number[]): number =>
  (0xff000000 | (blue! << 16) | (green! << 8) | red!) >>> 0;

/** Of a cloud without colours. */
const PLAIN = packed([200, 205, 210]);

/** From low to high, and from the line outwards: as heights are coloured on the model. */
const RAMP_STOPS = HEIGHT_RAMP.map(rgbOf);
const RAMP = Uint32Array.from({ length: 256 }, (_, i) => {
  const place = (i / 255) * (RAMP_STOPS.length - 1);
  const low = Math.min(RAMP_STOPS.length - 2, Math.floor(place));
  const share = place - low;
  return packed(AXES.map((k) => Math.round(RAMP_STOPS[low]![k] * (1 - share) + RAMP_STOPS[low + 1]![k] * share)));
});

const CLASSES = new Uint32Array(256).fill(packed(rgbOf(OTHER_CLASS_COLOR)));
for (const { code, color } of POINT_CLASSES) CLASSES[code] = packed(rgbOf(color));

/** The pixels of a plot, rows from the top: red in the lowest byte. Cleared by {@link PointPainter.paint}. */
export class PointPainter {
  pixels = new Uint32Array(0);
  /** The depth of each pixel, metres across the line: a smaller one is nearer. */
  private depths = new Float32Array(0);

  /** Points are squares of `sizePx`. Returns the pixels, which the next call writes over. */
  paint(points: ProfilePoints, view: ProfileView, colors: PaintedColors, sizePx: number): Uint32Array {
    const length = view.widthPx * view.heightPx;
    if (this.pixels.length !== length) {
      this.pixels = new Uint32Array(length);
      this.depths = new Float32Array(length);
    }
    this.pixels.fill(0);
    this.depths.fill(Infinity);
    for (const chunk of points.chunks) this.paintChunk(chunk, points.halfThicknessMetres, view, colors, sizePx);
    return this.pixels;
  }

  private paintChunk(
    chunk: BandPoints,
    half: number,
    { widthPx, heightPx, alongLeft, upBottom, pixelsPerMetre, exaggeration }: ProfileView,
    colors: PaintedColors,
    sizePx: number,
  ): void {
    const { pixels, depths } = this;
    const { positions } = chunk;
    const colorOf = colorReader(chunk, half, colors);
    const perUp = pixelsPerMetre * exaggeration;
    const shift = sizePx / 2;
    for (let i = 0, at = 0; at < positions.length; i++, at += 3) {
      const across = positions[at + 1]!;
      if (across > half || across < -half) continue;
      const left = Math.round((positions[at]! - alongLeft) * pixelsPerMetre - shift);
      const top = Math.round(heightPx - (positions[at + 2]! - upBottom) * perUp - shift);
      if (left <= -sizePx || left >= widthPx || top <= -sizePx || top >= heightPx) continue;
      const color = colorOf(i);
      const right = Math.min(widthPx, left + sizePx);
      const bottom = Math.min(heightPx, top + sizePx);
      for (let y = Math.max(0, top); y < bottom; y++) {
        for (let x = Math.max(0, left), pixel = y * widthPx + x; x < right; x++, pixel++) {
          if (across >= depths[pixel]!) continue;
          depths[pixel] = across;
          pixels[pixel] = color;
        }
      }
    }
  }
}

function colorReader(chunk: BandPoints, half: number, { by, heights }: PaintedColors): (index: number) => number {
  const { positions, colors, classes } = chunk;
  if (by === 'class' && classes) return (index) => CLASSES[classes[index]!]!;
  if (by === 'height') {
    const perMetre = 255 / Math.max(1e-6, heights.upMost - heights.upLeast);
    return (index) => RAMP[Math.min(255, Math.max(0, (positions[3 * index + 2]! - heights.upLeast) * perMetre)) | 0]!;
  }
  if (by === 'distance') {
    const perMetre = 255 / half;
    return (index) => RAMP[Math.min(255, Math.abs(positions[3 * index + 1]!) * perMetre) | 0]!;
  }
  return by === 'scanned' && colors ? (index) => colors[index]! : () => PLAIN;
}

/** Fewer points than this are drawn larger, so that each is seen. */
const FEW_POINTS = 300_000;

/** Side of a point in pixels: larger where few points are spread over many pixels, so that surfaces close. */
export function pointSidePx(count: number, view: ProfileView, bounds: SectionBounds, pixelRatio: number): number {
  const width = (bounds.alongMost - bounds.alongLeast) * view.pixelsPerMetre;
  const height = (bounds.upMost - bounds.upLeast) * view.pixelsPerMetre * view.exaggeration;
  // A section is mostly outlines: points lie along lines of about this length.
  const apartPx = (4 * (width + height)) / Math.max(1, count);
  return Math.round(Math.min(3, Math.max(count < FEW_POINTS ? 2 : 1, apartPx)) * pixelRatio);
}
