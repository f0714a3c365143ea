import { TILE_PROGRESS } from '@overlook/shared/config';
import { MESSAGES, tilesFailedText, tilesLoadingText } from '@overlook/shared/messages';
import type { TileProgress } from '../../engine/index.ts';

export interface ProgressLine {
  text: string;
  state: 'loading' | 'settled' | 'memory' | 'failed';
}

/** The footer's line about tiles. What needs a person comes before what is only going on. */
export function progressLine(progress: TileProgress): ProgressLine {
  if (progress.stoppedAtMemoryLimit) return { text: MESSAGES['stage.stoppedAtMemoryLimit'], state: 'memory' };
  if (!progress.settled) return { text: tilesLoadingText(progress.loaded, progress.wanted), state: 'loading' };
  if (progress.failed > 0) return { text: tilesFailedText(progress.failed), state: 'failed' };
  return { text: MESSAGES['stage.settled'], state: 'settled' };
}

/** What so many loaded tiles are counted against at least (specification §9 "Tile progress"). */
export function tileTotal(loaded: number): number {
  const { first, growth, share } = TILE_PROGRESS;
  return first + growth * Math.max(0, Math.ceil((loaded / share - first) / growth));
}

/** How far the tiles are, in whole percent; 100 only when the view is settled. */
export function progressPercent({ settled, loaded, wanted }: TileProgress): number {
  if (settled) return 100;
  return Math.min(99, Math.floor((100 * loaded) / Math.max(wanted, tileTotal(loaded))));
}
