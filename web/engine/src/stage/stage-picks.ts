/** Picks and sights of a stage: those that wait for the GPU, and those that are answered in a later frame instead. */
import type { Vec3 } from '@overlook/shared/maths';
import type { RayTest } from '../photos/photo-sight.ts';
import { SightCache } from '../photos/sight-cache.ts';
import type { CameraFrame } from '../view/camera-frame.ts';
import type { Graphics } from './graphics.ts';
import type { Stage } from './stage-types.ts';
import { ViewPicker } from './view-picker.ts';
import { WaitingInput } from './waiting-input.ts';

export class StagePicks {
  readonly picker: ViewPicker;
  readonly input: WaitingInput;
  readonly sights: SightCache;

  /** `onWait`: `input` needs the next frame. */
  constructor(camera: () => CameraFrame, graphics: Pick<Graphics, 'frame' | 'scene' | 'areas'>, onWait: () => void) {
    this.picker = new ViewPicker(() => {
      const { frame, scene, areas } = graphics;
      return { camera: camera(), frame, scene, pickArea: areas.pick };
    });
    this.input = new WaitingInput(this.picker, onWait);
    this.sights = new SightCache(this.castRay, () => graphics.scene?.model ?? null);
  }

  readonly castRay: RayTest = (origin, direction, lengthM) => this.picker.castRay({ origin, direction }, lengthM);

  /** The surface in the middle of a view of this size, or the ground there, in the site frame; null for neither. */
  middle({ width, height }: { width: number; height: number }): Vec3 | null {
    return this.picker.readNow(width / 2, height / 2);
  }

  readonly soon: Stage['pickSoon'] = (x, y, onPick) => void this.input.at(x, y, (picker) => onPick(picker.pick(x, y)));

  readonly raySoon: Stage['pickRaySoon'] = (ray, onPick) =>
    void this.input.add(
      (picker) => picker.castRay(ray)?.isRead !== false,
      (picker) => onPick(picker.pickRay(ray)),
    );

  readonly sight: Stage['sight'] = (pointEcef, photos, { errorMetres = 0, sizeEnu = null } = {}) =>
    this.sights.ask({ pointEcef, errorMetres, sizeEnu }, photos);
}
