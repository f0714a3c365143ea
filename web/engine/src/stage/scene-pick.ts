import type { TilePick } from '../picking/pick-tiles.ts';
import type { SceneSide } from './scene-side.ts';

/** A hit on the tiles of a side. */
export interface ScenePick extends TilePick {
  modeltypeId: number;
}

/** The result of a ray from any origin. */
export interface ScenePickOfRay {
  readonly pick: ScenePick | null;
  /** No tile is missing along the ray. */
  readonly isCovered: boolean;
  /** All geometry along the ray was available. */
  readonly isRead: boolean;
}

export const pickOn = ({ visibleLayerId }: SceneSide, pick: TilePick | null): ScenePick | null =>
  pick && visibleLayerId !== null ? { ...pick, modeltypeId: visibleLayerId } : null;
