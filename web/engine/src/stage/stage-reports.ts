/**
 * Events of a stage to its listeners, one for each change: the progress of loading, the pose of a camera at rest, tiles
 * that fail.
 */
import type { Pose } from '@overlook/shared/maths';
import { UnsupportedContentError } from '@overlook/shared/tiles3d';
import { ContentWorkerLost } from '../content/content-errors.ts';
import { type EnuPose, isSamePose } from '../view/enu-pose.ts';
import type { Emitter } from '../emitter.ts';
import type { StageEvents, TileProgress } from './stage-types.ts';

export class StageReports {
  private lastProgress = '';
  private restedAt: EnuPose | null = null;

  constructor(private readonly events: Emitter<StageEvents>) {}

  progress(progress: TileProgress): void {
    const text = Object.values(progress).join();
    if (text === this.lastProgress) return;
    this.lastProgress = text;
    this.events.emit('progress', progress);
  }

  /** The camera is at rest at a pose; `pose` is the same in ECEF. */
  rest(enuPose: EnuPose, pose: () => Pose): void {
    if (this.restedAt && isSamePose(this.restedAt, enuPose)) return;
    this.restedAt = enuPose;
    this.events.emit('rest', pose());
  }

  /** Another site: the same coordinates are another position there. */
  forgetRest(): void {
    this.restedAt = null;
  }

  tileError(url: string, error: Error, final: boolean): void {
    this.events.emit('tileError', {
      url,
      message: error.message,
      final,
      unsupported: error instanceof UnsupportedContentError,
      isWorkerLost: error instanceof ContentWorkerLost,
    });
  }
}
