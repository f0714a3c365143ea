import type { EnuPose } from '../view/enu-pose.ts';
import type { NextView } from '../tiles/tileset-view.ts';
import type { StageQuality } from './quality/stage-quality.ts';
import type { Scene } from './scene.ts';
import type { StageCamera } from './stage-camera.ts';

/**
 * Loads tiles ahead of the camera: those of where a flight ends, before what it passes, so that it ends sharp; else those of
 * a view that the page expects, after all that is shown.
 */
export class Prefetch {
  /** A pose that the page expects. */
  expected: EnuPose | null = null;
  private pose: EnuPose | null = null;
  private sizePx: object | null = null;
  private next: NextView | null = null;

  constructor(
    private readonly camera: Pick<StageCamera, 'flightEnd' | 'frameFor'>,
    private readonly quality: Pick<StageQuality, 'chosenErrorPxOf'>,
  ) {}

  /** Asks for what is missing, once a frame. `sizePx` is another object for another size of the stage. */
  frame(scene: Pick<Scene, 'sides' | 'section'> | null, sizePx: { width: number; height: number }): void {
    const { flightEnd } = this.camera;
    const pose = flightEnd ?? this.expected;
    if (pose !== this.pose || sizePx !== this.sizePx)
      this.next = pose && { view: this.camera.frameFor(sizePx, pose), isFirst: flightEnd !== null };
    [this.pose, this.sizePx] = [pose, sizePx];
    if (!scene) return;
    const { sides, section } = scene;
    for (const side of [sides.first, sides.second]) side.prefetch(this.next, this.quality.chosenErrorPxOf, section);
  }
}
