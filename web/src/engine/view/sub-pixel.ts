/** Where in its pixels each picture of a still is taken, so that their mean is free of steps (supersampling over time). */
import { type CameraFrame, shiftedCamera } from './camera-frame.ts';

/** Pictures of a still. */
export const STILL_SAMPLES = 16;
/**
 * Each picture of a still reads its textures as finely as one picture with all their pixels would. Their mean has no
 * more steps than that picture.
 */
const TEXTURE_BIAS = -Math.log2(STILL_SAMPLES) / 2;

/** Element of the van der Corput sequence: the digits of the index in a base, mirrored at the point. */
function radicalInverse(index: number, base: number): number {
  let [value, share] = [0, 1 / base];
  for (let rest = index; rest > 0; rest = Math.floor(rest / base)) {
    value += (rest % base) * share;
    share /= base;
  }
  return value;
}

/**
 * Offset of a picture from the middle of the pixels, device pixels, each from −0.5 to 0.5 (Halton's sequence of bases 2
 * and 3). The last one has none: what is picked of deck.gl's layers at rest is where it was drawn last.
 */
export const sampleOffsetPx = (sample: number): readonly [x: number, y: number] =>
  sample === STILL_SAMPLES - 1 ? [0, 0] : [radicalInverse(sample + 1, 2) - 0.5, radicalInverse(sample + 1, 3) - 0.5];

/** The camera of a picture of a still, null for a picture by itself. `pixelRatio`: CSS to device pixels. */
export function sampledCamera(camera: CameraFrame, sample: number | null, pixelRatio: number): CameraFrame {
  if (sample === null) return camera;
  const [x, y] = sampleOffsetPx(sample);
  const { widthPx, heightPx } = camera;
  const shifted = shiftedCamera(camera, [(2 * x) / (widthPx * pixelRatio), (2 * y) / (heightPx * pixelRatio)]);
  return { ...shifted, textureBias: TEXTURE_BIAS };
}
