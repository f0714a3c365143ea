import { type Vec3, add, distance, scale } from '@overlook/shared/maths';
import { type ScreenXy, screenRay } from '../view/screen-ray.ts';
import type { CameraContext } from './camera-context.ts';
import { alongView, isOrtho, orthoPointAt } from './ortho-pose.ts';

/**
 * A gesture waits this long for the point of the model that it holds, milliseconds, because the point may have to be read from
 * the GPU: a few frames where that works well. Then it goes on without the model.
 */
export const ANCHOR_WAIT_MS = 150;

/** An anchor that is looked for, frame by frame. */
export class SoughtAnchor {
  /** The gesture has begun without the model, whose point is still wanted. */
  isProvisional = false;

  constructor(
    private readonly context: CameraContext,
    readonly screenXy: ScreenXy,
    private readonly untilMs: number,
  ) {}

  /** The anchor to begin with; null while it is better to wait. */
  first(nowMs: number): Vec3 | null {
    const anchor = this.context.anchorAt(this.screenXy);
    if (anchor || nowMs < this.untilMs) return anchor;
    this.isProvisional = true;
    return this.context.freeAnchorAt(this.screenXy);
  }

  /**
   * The anchor that replaces a provisional one: exactly under a pixel as seen from the current pose, at the distance of the
   * model there. Null until that is known.
   */
  second(screenXy: ScreenXy): Vec3 | null {
    const anchor = this.isProvisional ? this.context.anchorAt(screenXy) : null;
    if (!anchor) return null;
    this.isProvisional = false;
    const pose = this.context.pose();
    const perspective = this.context.perspective();
    if (isOrtho(pose)) return orthoPointAt(pose, screenXy, perspective, alongView(pose, anchor));
    const reach = distance(anchor, pose.positionEnu);
    return add(pose.positionEnu, scale(screenRay(pose, screenXy, perspective), reach));
  }
}
