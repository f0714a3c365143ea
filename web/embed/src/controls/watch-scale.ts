import { SCALE_BAR } from '@overlook/shared/config';
import { type NiceLength, niceLength, type Units } from '@overlook/shared/format';
import type { Vec3 } from '@overlook/shared/maths';
import type { Stage } from '@overlook/engine';
import { groundInTheMiddle, inFront, metresPerPixel } from './scale-bar-reading.ts';
import { throttled } from './throttled.ts';
import { findCentre } from './view-actions.ts';

/** The reading of a scale bar: a round length, and its width in the middle of the view, CSS pixels. */
export type ScaleReading = NiceLength & { readonly widthPx: number };

/**
 * Reports the scale in the middle of the view, null where that is sky; `groundHeight` is that of the site's ground,
 * metres above the ellipsoid. Returns a function that ends this.
 */
export function watchScale(
  stage: Pick<Stage, 'pose' | 'pickSoon' | 'progress' | 'size' | 'state' | 'on'>,
  groundHeight: number,
  units: Units,
  onReading: (reading: ScaleReading | null) => void,
): () => void {
  let middle: Vec3 | null = null;
  const reading = throttled(SCALE_BAR.everyMs, () => {
    const pose = stage.pose();
    const { height } = stage.size();
    const point = inFront(pose, middle) ?? groundInTheMiddle(pose, groundHeight);
    const perPixel = metresPerPixel(pose, point, height, stage.state().fovYDeg);
    const length = perPixel && niceLength(SCALE_BAR.longestPx * perPixel, units);
    onReading(length ? { ...length, widthPx: length.metres / perPixel } : null);
  });
  // Until the model has been read there, the depth of the earlier point in the middle is used.
  const look = () => {
    reading.request();
    if (!stage.progress().settled) return;
    findCentre(stage, (centre) => {
      middle = centre;
      reading.request();
    });
  };
  look();
  const undo = [stage.on('drawn', reading.request), stage.on('progress', look), reading.cancel];
  return () => undo.forEach((step) => step());
}
