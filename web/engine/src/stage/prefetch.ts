import type { EnuPose } from '../view/enu-pose.ts';
import type { NextView } from '../tiles/tileset-view.ts';
import { Heading } from './heading.ts';
import type { StageQuality } from './quality/stage-quality.ts';
import { RestDetail, type RestMemory } from './rest-detail.ts';
import type { Scene } from './scene.ts';
import type { StageCamera } from './stage-camera.ts';
import type { StageState } from './stage-state.ts';

/** The properties beside the camera that determine the tiles of a view. */
const NEEDING_OTHERS = [
  'layerId',
  'swipe',
  'section',
  'heights',
  'fovYDeg',
  'quality',
  'screenSpaceErrorPx',
  'isRefinedAtRest',
] as const satisfies (keyof StageState)[];

type Size = { width: number; height: number };

/**
 * Loads tiles before they are visible, for one view at a time: the end of a flight, before the tiles along its path, so
 * that it ends in full detail; else a view that the page expects; else the predicted view of a movement; else finer tiles of a
 * view at rest. All except the first are loaded after the visible tiles.
 */
export class Prefetch {
  /** A pose that the page expects. */
  expected: EnuPose | null = null;
  private readonly heading = new Heading();
  private readonly detail = new RestDetail();
  private pose: EnuPose | null = null;
  private sizePx: Size | null = null;
  private next: NextView | null = null;

  constructor(
    private readonly camera: Pick<StageCamera, 'flightEnd' | 'frameFor' | 'enuPose' | 'isMoving'>,
    private readonly quality: Pick<StageQuality, 'chosenErrorPxOf' | 'errorPxOf' | 'mayRefineFurther'>,
  ) {}

  /** Screen-space error of a layer, CSS pixels: smaller than chosen if the finer tiles of a view at rest are loaded. */
  readonly errorPxOf = (layerId: number | null): number => this.quality.errorPxOf(layerId) * this.detail.factor;

  /** The camera has moved or the content has changed: nothing finer than chosen is fetched or drawn. */
  restart(): void {
    this.detail.restart();
  }

  stateChanged(changed: ReadonlySet<keyof StageState>): void {
    if (NEEDING_OTHERS.some((key) => changed.has(key))) this.restart();
  }

  /** The view has settled and is refined further if allowed. Returns true if that needs another frame. */
  settled(memory: RestMemory): boolean {
    return this.quality.mayRefineFurther && this.detail.settled(memory);
  }

  /**
   * Requests missing tiles, once a frame. `sizePx` is a new object for a new size of the stage. Returns true if the tiles of a
   * view at rest must be selected again, because its finer tiles have arrived.
   */
  frame(scene: Pick<Scene, 'sides' | 'section'> | null, sizePx: Size, nowMs: number): boolean {
    const next = this.nextView(sizePx, nowMs);
    if (!scene) return false;
    const { sides, section } = scene;
    const shown = [sides.first, sides.second];
    for (const side of shown) side.prefetch(next, this.quality.chosenErrorPxOf, section);
    if (!next || this.detail.wantedFactor !== next.errorFactor || !shown.every((side) => side.hasNext)) return false;
    this.detail.fetched();
    return true;
  }

  /** The same object until another view is prefetched. */
  private nextView(sizePx: Size, nowMs: number): NextView | null {
    const { flightEnd, isMoving, enuPose } = this.camera;
    const ahead = this.heading.frame(enuPose, isMoving && !flightEnd, nowMs);
    const { wantedFactor } = this.detail;
    const pose = flightEnd ?? this.expected ?? ahead ?? (wantedFactor === null ? null : enuPose);
    const errorFactor = pose === enuPose ? (wantedFactor ?? 1) : 1;
    const isSame = pose === this.pose && sizePx === this.sizePx && errorFactor === (this.next?.errorFactor ?? 1);
    [this.pose, this.sizePx] = [pose, sizePx];
    if (isSame) return this.next;
    const view = pose && this.camera.frameFor(sizePx, pose);
    // The movement continues there: tiles that a moving view does not request are not prefetched either.
    const seen = view && pose === ahead ? { ...view, isMoving: true } : view;
    this.next = seen && { view: seen, isFirst: flightEnd !== null, errorFactor };
    return this.next;
  }
}
