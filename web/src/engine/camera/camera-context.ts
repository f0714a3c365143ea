import type { Vec3 } from '@overlook/shared/maths';
import type { GroundModel } from './ground-model.ts';
import type { EnuPose } from '../view/enu-pose.ts';
import type { MousePreset } from './presets.ts';
import type { Perspective, ScreenXy } from '../view/screen-ray.ts';

/** What the parts of the controller share. */
export interface CameraContext {
  pose(): EnuPose;
  /** Sets a pose that passed the gate; false when it was refused. */
  move(pose: EnuPose): boolean;
  perspective(): Perspective;
  ground(): GroundModel;
  /** What a gesture at this pixel holds on to. */
  anchorAt(screenXy: ScreenXy): Vec3;
  reducedMotion(): boolean;
  preset(): MousePreset;
}
