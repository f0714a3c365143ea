/** Cross-fades between levels on both sides of a screen (tiles/level-fades.ts). */
import type { TilePass } from '../render/tile-pass.ts';
import { LevelFades } from '../tiles/level-fades.ts';
import type { Tile } from '../tiles/tile.ts';
import type { CameraView } from '../view/camera-frame.ts';
import type { SwipeSide } from '../view/swipe.ts';
import type { SceneSide } from './scene-side.ts';

export class SceneFades {
  private readonly sides = { first: new LevelFades(), second: new LevelFades() };
  private nowMs = 0;

  constructor(private readonly scene: Readonly<Record<SwipeSide, SceneSide>>) {}

  get isRunning(): boolean {
    return this.all.some(({ isRunning }) => isRunning);
  }

  /** Advances the fades. Returns true if another frame is needed, because a fade runs or has just ended. */
  advance(nowMs: number): boolean {
    this.nowMs = nowMs;
    return this.all.map((side) => side.advance(nowMs)).some(Boolean);
  }

  /** Call it for each selection, after {@link advance}: changed tiles fade if they `mayFade`. */
  selected(view: CameraView, mayFade: boolean): void {
    for (const side of ['first', 'second'] as const) {
      const { items, isCovered } = this.scene[side];
      this.sides[side].update({ items, view, isCovered }, this.nowMs, mayFade);
    }
  }

  /** The items that replace those of a side during a fade. */
  drawn(side: SwipeSide): Pick<TilePass<Tile>, 'fading'> {
    return this.sides[side].isRunning ? { fading: this.sides[side].drawn(this.scene[side].items, this.nowMs) } : {};
  }

  /** Ends all fades. Returns true if there were any. */
  end(): boolean {
    const { isRunning } = this;
    for (const side of this.all) side.end();
    return isRunning;
  }

  private get all(): LevelFades[] {
    return Object.values(this.sides);
  }
}
