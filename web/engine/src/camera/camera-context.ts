import type { Vec3 } from '@overlook/shared/maths';
import type { GroundModel } from './ground-model.ts';
import type { EnuPose } from '../view/enu-pose.ts';
import type { MousePreset } from './presets.ts';
import type { Perspective, ScreenXy } from '../view/screen-ray.ts';

/** The shared state of the controller's parts. */
export interface CameraContext {
  pose(): EnuPose;
  /** Sets a pose that passed the gate; false when it was refused. */
  move(pose: EnuPose): boolean;
  perspective(): Perspective;
  ground(): GroundModel;
  /** The anchor of a gesture at this pixel; null while the model there is being read from the GPU. */
  anchorAt(screenXy: ScreenXy): Vec3 | null;
  /** The anchor without the model. */
  freeAnchorAt(screenXy: ScreenXy): Vec3;
  reducedMotion(): boolean;
  preset(): MousePreset;
}
