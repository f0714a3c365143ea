/** Sub-pixel jitter of the frames of a still, so that their mean is antialiased (temporal supersampling). */
import { type CameraFrame, shiftedCamera } from './camera-frame.ts';

/** Pictures of a still. */
export const STILL_SAMPLES = 16;
/**
 * Each frame of a still reads its textures as finely as one frame with all their pixels would. Their mean has no
 * more steps than that frame.
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
 * Offset of a frame from the middle of the pixels, device pixels, each from −0.5 to 0.5 (Halton's sequence of bases 2
 * and 3). The last one has none: what is picked of deck.gl's layers at rest is where it was drawn last.
 */
export const sampleOffsetPx = (sample: number): readonly [x: number, y: number] =>
  sample === STILL_SAMPLES - 1 ? [0, 0] : [radicalInverse(sample + 1, 2) - 0.5, radicalInverse(sample + 1, 3) - 0.5];

/** Returns the camera of a frame of a still. `sample` is null for a single frame. `pixelRatio`: device pixels per CSS pixel. */
export function sampledCamera(camera: CameraFrame, sample: number | null, pixelRatio: number): CameraFrame {
  if (sample === null) return camera;
  const [x, y] = sampleOffsetPx(sample);
  const { widthPx, heightPx } = camera;
  const shifted = shiftedCamera(camera, [(2 * x) / (widthPx * pixelRatio), (2 * y) / (heightPx * pixelRatio)]);
  return { ...shifted, textureBias: TEXTURE_BIAS };
}
