/** The camera of a stage: its pose in the site frame, the controls that move it, and the flights. */
import type { EnuFrame, Pose, Vec3 } from '@overlook/shared/maths';
import { poseProblem, RAD_PER_DEG, transformPoint } from '@overlook/shared/maths';
import {
  type CameraController,
  type CameraControllerOptions,
  createCameraController,
} from '../camera/camera-controller.ts';
import { type EnuPose, enuFromPose, poseFromEnu, type Projection } from '../view/enu-pose.ts';
import { homePose } from '../camera/home-pose.ts';
import { alongView, isOrtho, orthoPose, perspectivePose } from '../camera/ortho-pose.ts';
import { poseLookingAt } from '../camera/look-at.ts';
import { type CameraFrame, cameraFrame, farPlane } from '../view/camera-frame.ts';

export const FLY_HOME_MS = 1500;
const FLY_TO_SITE_MS = 3000;
export const FLY_MS = 500;
/** Where a view meets no ground, its middle is this many heights of the camera away. */
const MOST_HEIGHTS = 5;

type Controls = Pick<
  CameraControllerOptions,
  'element' | 'pickWorld' | 'viewport' | 'reducedMotion' | 'preset' | 'onInput' | 'onTap'
> & {
  /** Distance of the cutting plane, metres. */
  nearMetres(): number;
  /** Vertical field of view, degrees. */
  fovYDeg(): number;
};

export class StageCamera {
  /** Replaced, never changed in place. */
  enuPose: EnuPose = homePose(0);
  private readonly controller: CameraController;
  private homeStored: Pose | null = null;

  constructor(
    private readonly frame: () => EnuFrame,
    private readonly controls: Controls,
  ) {
    this.controller = createCameraController({
      ...controls,
      getPose: () => this.enuPose,
      setPose: (pose) => this.moveTo(pose),
      groundHeightEnu: () => 0,
      frame,
      fovYRad: () => controls.fovYDeg() * RAD_PER_DEG,
    });
  }

  get pose(): Pose {
    return poseFromEnu(this.enuPose, this.frame());
  }

  /** A gesture, flight or key moves the camera, or a drag holds it. */
  get isMoving(): boolean {
    return this.controller.isMoving();
  }

  /** The centre of the current orbit, ECEF metres. */
  get pivotEcef(): Vec3 | null {
    const pivot = this.controller.pivot();
    return pivot && transformPoint(this.frame().ecefFromEnu, pivot);
  }

  /** The end of the current flight, the same object during the flight; null without one. */
  get flightEnd(): EnuPose | null {
    return this.controller.flightEnd();
  }

  /** The camera frame for a stage of this size in CSS pixels, at the current or another pose. */
  frameFor({ width, height }: { width: number; height: number }, pose = this.enuPose): CameraFrame {
    const near = this.controls.nearMetres();
    return cameraFrame(pose, width, height, near, farPlane(pose.positionEnu[2], near), this.controls.fovYDeg());
  }

  /** Advances the movement to the current time. True while it needs more frames. */
  update(nowMs: number): boolean {
    return this.controller.update(nowMs);
  }

  /**
   * Changes to another site and its frame: to its home view, by a flight if it comes from a pose. `home` null means the default
   * view of the site's origin.
   */
  openSite(home: Pose | null, from: Pose | null): void {
    this.homeStored = home;
    this.controller.cancel();
    this.enuPose = from ? enuFromPose(from, this.frame()) : this.home();
    if (from) this.goTo(this.home(), FLY_TO_SITE_MS);
  }

  /** In the projection of the current view. */
  goHome(durationMs: number): void {
    const home = this.home();
    this.goTo(isOrtho(this.enuPose) ? orthoPose(home, this.groundDistance(home), this.fovYRad) : home, durationMs);
  }

  /** The projection of the newest pose. */
  get projection(): Projection {
    return isOrtho(this.enuPose) ? 'orthographic' : 'perspective';
  }

  /**
   * Changes the projection at once, so that what is in the middle of the view keeps its place and size: `middleEnu` (metres), the
   * surface there; null for none.
   */
  setProjection(projection: Projection, middleEnu: Vec3 | null): void {
    const { enuPose: pose, fovYRad } = this;
    if (projection === this.projection) return;
    const reach = middleEnu && alongView(pose, middleEnu);
    this.goTo(
      isOrtho(pose)
        ? perspectivePose(pose, middleEnu, fovYRad)
        : orthoPose(pose, reach && reach > 0 ? reach : this.groundDistance(pose), fovYRad),
      0,
    );
  }

  /** Throws RangeError with the reason for an invalid pose. */
  goToPose(pose: Pose, durationMs: number): void {
    const problem = poseProblem(pose);
    if (problem) throw new RangeError(`The camera cannot be used: ${problem}.`);
    this.goTo(enuFromPose(pose, this.frame()), durationMs);
  }

  lookAt(pointEcef: Vec3, distanceMetres: number): void {
    const pose = poseLookingAt(this.enuPose, transformPoint(this.frame().enuFromEcef, pointEcef), distanceMetres);
    this.goTo(isOrtho(this.enuPose) ? orthoPose(pose, distanceMetres, this.fovYRad) : pose, FLY_MS);
  }

  destroy(): void {
    this.controller.destroy();
  }

  private get fovYRad(): number {
    return this.controls.fovYDeg() * RAD_PER_DEG;
  }

  /** Metres to the ground in the middle of a view, but at most a few heights of the camera. */
  private groundDistance({ positionEnu, direction }: EnuPose): number {
    const height = Math.max(1, Math.abs(positionEnu[2]));
    const toGround = -positionEnu[2] / direction[2];
    return toGround > 0 ? Math.min(toGround, MOST_HEIGHTS * height) : MOST_HEIGHTS * height;
  }

  private home(): EnuPose {
    return this.homeStored ? enuFromPose(this.homeStored, this.frame()) : homePose(0);
  }

  private goTo(pose: EnuPose, durationMs: number): void {
    if (durationMs > 0) this.controller.flyTo(pose, { durationMs });
    else {
      this.controller.cancel();
      this.moveTo(pose);
    }
    this.controls.onInput?.();
  }

  private moveTo(pose: EnuPose): void {
    this.enuPose = pose;
    this.controls.onInput?.();
  }
}
