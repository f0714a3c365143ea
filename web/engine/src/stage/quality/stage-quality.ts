/**
 * The quality of a stage: the chosen one and its reduction by the governor. Passes the frames of the stage to the governor and
 * reports each change of its result.
 */
import { GOVERNOR, POINT_SIZE_PX, siteQuality } from '@overlook/shared/config';
import { type Governed, GOVERNOR_START, governed, governorFrom, recheckAfterMs, stepGovernor } from './governor.ts';
import { rendersInSoftware } from '../../render/software-renderer.ts';
import { hasNoShadowsFrom, isSmoothedFrom, type LearntQuality } from './start-step.ts';
import { areShadowsWanted } from '../picture-settings.ts';
import { screenSpaceErrorOf } from '../screen-space-error.ts';
import type { StageState } from '../stage-state.ts';
import type { QualityReport } from '../stage-types.ts';

export interface QualitySource {
  readonly state: StageState;
  readonly isMoving: boolean;
  readonly fullPixelRatio: number;
  /** Time of the GPU or of the main thread, in the form that the governor expects. */
  readonly neededMs: number | null;
  /** GPU memory that the view needs, and that is available. */
  readonly memory: QualityReport['memory'];
}

const COMMON = siteQuality({ slugs: [], isLegacy: false });

export class StageQuality {
  private governor = GOVERNOR_START;
  private start: LearntQuality = { gpu: '', step: 0 };
  private given: Governed;
  private lastDrawnMs: number | null = null;
  private frameMs = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isDestroyed = false;

  /** `onChange`: the quality has changed; select and draw again. */
  constructor(
    private readonly now: () => QualitySource,
    private readonly onChange: () => void,
  ) {
    this.given = governed(this.governor, now().fullPixelRatio);
  }

  /** Sets the kind of the GPU, and the reduction of quality from the first movement on. */
  begin(start: LearntQuality): void {
    this.start = start;
    this.governor = governorFrom(start.step);
  }

  /** Screen-space error of a layer, CSS pixels; one that replaces that of the quality is not governed. */
  readonly errorPxOf = (layerId: number | null): number =>
    this.now().state.screenSpaceErrorPx ?? this.chosenErrorPxOf(layerId) * this.given.screenSpaceErrorFactor;

  /** The chosen error without the governor: the one to which a view at rest is refined. */
  readonly chosenErrorPxOf = (layerId: number | null): number => {
    const { screenSpaceErrorPx, quality, site } = this.now().state;
    return screenSpaceErrorPx ?? screenSpaceErrorOf(layerId, quality, site?.quality ?? COMMON);
  };

  /** Diameter of points, CSS pixels. */
  get pointSizePx(): number {
    const { pointSizePx, quality } = this.now().state;
    return pointSizePx ?? POINT_SIZE_PX[quality] * this.given.pointSizeFactor;
  }

  get pixelRatio(): number {
    return this.given.pixelRatio;
  }

  /** Effects that a frame leaves out. */
  get reduced(): Pick<Governed, 'mapPixelRatioFactor' | 'hasEffects' | 'hasShadows'> {
    return this.given;
  }

  /** Whether new levels of detail fade in: only on devices that are not known to be slow. */
  get hasFades(): boolean {
    return this.governor.frames.step < GOVERNOR.unfadedFromStep;
  }

  /** Quality is reduced only because the camera moves: a view at rest will be refined. */
  get willRecover(): boolean {
    return this.given.reasons.includes('frameTime');
  }

  /**
   * A view at rest may be finer than chosen: quality is not reduced, and was not during the last movement. In a software renderer
   * finer tiles would cost more time than the frames of a still, which add more detail.
   */
  get mayRefineFurther(): boolean {
    const isAtFull = this.governor.frames.step === 0 && this.given.reasons.length === 0;
    return this.now().state.isRefinedAtRest && isAtFull && !rendersInSoftware();
  }

  report(): QualityReport {
    const { fullPixelRatio, memory, state } = this.now();
    return {
      reasons: this.given.reasons,
      frameMs: this.frameMs,
      screenSpaceErrorPx: { chosen: this.chosenErrorPxOf(state.layerId), now: this.errorPxOf(state.layerId) },
      pixelRatio: { chosen: fullPixelRatio, now: this.given.pixelRatio },
      mapPixelRatioFactor: this.given.mapPixelRatioFactor,
      hasEffects: this.given.hasEffects,
      hasShadows: this.given.hasShadows || !areShadowsWanted(state, hasNoShadowsFrom(this.start.step)),
      isSmoothed: isSmoothedFrom(this.start.step),
      learnt: { gpu: this.start.gpu, step: this.governor.frames.step },
      memory,
    };
  }

  /** A frame has been drawn. Only intervals between two frames in motion are frame times. */
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

  private sample(isMoving: boolean, nowMs: number): void {
    const { neededMs, memory } = this.now();
    const { neededBytes: gpuBytes, capBytes } = memory;
    const sample = { frameMs: this.frameMs, neededMs, isMoving, nowMs, gpuBytes, capBytes };
    this.governor = stepGovernor(this.governor, sample);
    clearTimeout(this.timer);
    const afterMs = recheckAfterMs(this.governor);
    // A stage draws on demand: the end of a movement would otherwise not be noticed.
    if (afterMs !== null && !this.isDestroyed) {
      this.timer = setTimeout(() => this.sample(this.now().isMoving, performance.now()), afterMs);
    }
    this.publish();
  }

  private publish(): void {
    const next = governed(this.governor, this.now().fullPixelRatio);
    if (isSameQuality(next, this.given)) return;
    this.given = next;
    this.onChange();
  }
}

const isSameQuality = (a: Governed, b: Governed): boolean =>
  a.screenSpaceErrorFactor === b.screenSpaceErrorFactor &&
  a.pointSizeFactor === b.pointSizeFactor &&
  a.pixelRatio === b.pixelRatio &&
  a.mapPixelRatioFactor === b.mapPixelRatioFactor &&
  a.hasEffects === b.hasEffects &&
  a.hasShadows === b.hasShadows &&
  a.reasons.join() === b.reasons.join();
