import type { TilePick } from '../picking/pick-tiles.ts';
import type { SceneSide } from './scene-side.ts';

/** A hit on the tiles of a side. */
export interface ScenePick extends TilePick {
  modeltypeId: number;
}

export const pickOn = ({ visibleLayerId }: SceneSide, pick: TilePick | null): ScenePick | null =>
  pick && visibleLayerId !== null ? { ...pick, modeltypeId: visibleLayerId } : null;
