/**
 * How finely a stage draws: what was chosen, and what the governor makes of it. Feeds the governor with the frames of the
 * stage and tells when what it gives has changed.
 */
import {
  POINT_SIZE_PX,
  QUALITY_DEFAULT,
  type QualityKey,
  type SiteQuality,
  siteQuality,
} from '@overlook/shared/config';
import { type Governed, GOVERNOR_START, governed, recheckAfterMs, stepGovernor } from '../governor/governor.ts';
import { screenSpaceErrorOf } from './screen-space-error.ts';
import type { QualityReport } from './stage-types.ts';

export interface QualitySource {
  readonly layerId: number | null;
  /** Figures of the site, null for the common ones. */
  readonly site: SiteQuality | null;
  readonly isMoving: boolean;
  readonly fullPixelRatio: number;
  /** GPU memory of what the view needs, and what there is. */
  readonly memory: { neededBytes: number; capBytes: number };
}

const COMMON = siteQuality('', false);

export class StageQuality {
  quality: QualityKey = QUALITY_DEFAULT;
  /** In place of the quality's figure, and not governed; CSS pixels. */
  errorOverridePx: number | null = null;
  pointSizeOverridePx: number | null = null;
  private state = GOVERNOR_START;
  private given: Governed;
  private lastDrawnMs: number | null = null;
  private frameMs = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isDestroyed = false;

  /** `onChange`: another quality holds from now on; choose and draw anew. */
  constructor(
    private readonly now: () => QualitySource,
    private readonly onChange: () => void,
  ) {
    this.given = governed(this.state, now().fullPixelRatio);
  }

  /** Screen-space error to refine to, CSS pixels. */
  get errorPx(): number {
    return this.errorOverridePx ?? this.chosenErrorPx * this.given.screenSpaceErrorFactor;
  }

  /** Diameter of points, CSS pixels. */
  get pointSizePx(): number {
    return this.pointSizeOverridePx ?? POINT_SIZE_PX[this.quality] * this.given.pointSizeFactor;
  }

  get pixelRatio(): number {
    return this.given.pixelRatio;
  }

  /** Quality is below what was chosen only because the camera moves: a view that rests will be refined. */
  get willRecover(): boolean {
    return this.given.reasons.includes('frameTime');
  }

  report(): QualityReport {
    const { fullPixelRatio, memory } = this.now();
    return {
      reasons: this.given.reasons,
      frameMs: this.frameMs,
      screenSpaceErrorPx: { chosen: this.chosenErrorPx, now: this.errorPx },
      pixelRatio: { chosen: fullPixelRatio, now: this.given.pixelRatio },
      memory,
    };
  }

  /** A frame has been drawn. Only what lies between two frames in motion is a frame time. */
  drew(nowMs: number): void {
    const { isMoving } = this.now();
    const before = this.lastDrawnMs;
    this.lastDrawnMs = isMoving ? nowMs : null;
    if (isMoving && before === null) return;
    if (isMoving) this.frameMs = nowMs - before!;
    this.sample(isMoving, nowMs);
  }

  destroy(): void {
    this.isDestroyed = true;
    clearTimeout(this.timer);
  }

  private get chosenErrorPx(): number {
    const { layerId, site } = this.now();
    return this.errorOverridePx ?? screenSpaceErrorOf(layerId, this.quality, site ?? COMMON);
  }

  private sample(isMoving: boolean, nowMs: number): void {
    const { neededBytes: gpuBytes, capBytes } = this.now().memory;
    this.state = stepGovernor(this.state, { frameMs: this.frameMs, isMoving, nowMs, gpuBytes, capBytes });
    clearTimeout(this.timer);
    const afterMs = recheckAfterMs(this.state);
    // A stage draws on demand: without this nobody would notice that the camera has come to rest.
    if (afterMs !== null && !this.isDestroyed) {
      this.timer = setTimeout(() => this.sample(this.now().isMoving, performance.now()), afterMs);
    }
    this.publish();
  }

  private publish(): void {
    const next = governed(this.state, this.now().fullPixelRatio);
    if (isSameQuality(next, this.given)) return;
    this.given = next;
    this.onChange();
  }
}

const isSameQuality = (a: Governed, b: Governed): boolean =>
  a.screenSpaceErrorFactor === b.screenSpaceErrorFactor &&
  a.pointSizeFactor === b.pointSizeFactor &&
  a.pixelRatio === b.pixelRatio &&
  a.reasons.join() === b.reasons.join();
