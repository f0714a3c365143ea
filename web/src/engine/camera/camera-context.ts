import type { Vec3 } from '@overlook/shared/maths';
import type { Earth } from './earth.ts';
import type { EnuPose } from './enu-pose.ts';
import type { MousePreset } from './presets.ts';
import type { Lens, ScreenXy } from './screen-ray.ts';

/** What the parts of the controller share. */
export interface CameraContext {
  pose(): EnuPose;
  /** Sets a pose that passed the gate; false when it was refused. */
  move(pose: EnuPose): boolean;
  lens(): Lens;
  earth(): Earth;
  /** What a gesture at this pixel holds on to. */
  anchorAt(screenXy: ScreenXy): Vec3;
  reducedMotion(): boolean;
  preset(): MousePreset;
}
