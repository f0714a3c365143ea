import type { EnuPose } from '../view/enu-pose.ts';
import type { NextView } from '../tiles/tileset-view.ts';
import { Heading } from './heading.ts';
import type { StageQuality } from './quality/stage-quality.ts';
import { RestDetail, type RestMemory } from './rest-detail.ts';
import type { Scene } from './scene.ts';
import type { StageCamera } from './stage-camera.ts';
import type { StageState } from './stage-state.ts';

/** What decides which tiles a view needs, beside its camera. */
const NEEDING_OTHERS = [
  'layerId',
  'swipe',
  'section',
  'fovYDeg',
  'quality',
  'screenSpaceErrorPx',
  'isRefinedAtRest',
] as const satisfies (keyof StageState)[];

type Size = { width: number; height: number };

/**
 * Loads tiles before they are visible, for one view at a time: the end of a flight, before the tiles along its way, so
 * that it ends sharp; else a view that the page expects; else the view ahead of a movement; else finer tiles of a view
 * at rest. All except the first are loaded after the tiles that are shown.
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

  /** Screen-space error to refine a layer to, CSS pixels: finer than chosen where a view at rest has the tiles for it. */
  readonly errorPxOf = (layerId: number | null): number => this.quality.errorPxOf(layerId) * this.detail.factor;

  /** The camera has moved, or something else is to be shown: nothing finer than chosen is fetched or drawn. */
  restart(): void {
    this.detail.restart();
  }

  stateChanged(changed: ReadonlySet<keyof StageState>): void {
    if (NEEDING_OTHERS.some((key) => changed.has(key))) this.restart();
  }

  /** The view has settled, and is refined further where it may be. Answers whether that needs another frame. */
  settled(memory: RestMemory): boolean {
    return this.quality.mayRefineFurther && this.detail.settled(memory);
  }

  /**
   * Asks for what is missing, once a frame. `sizePx` is another object for another size of the stage. Answers whether a view
   * at rest is to be chosen again, because its finer tiles are there.
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

  /** The same object until another view is to be fetched. */
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
    // The movement goes on there: what a moving view does not request is not fetched ahead of it either.
    const seen = view && pose === ahead ? { ...view, isMoving: true } : view;
    this.next = seen && { view: seen, isFirst: flightEnd !== null, errorFactor };
    return this.next;
  }
}
