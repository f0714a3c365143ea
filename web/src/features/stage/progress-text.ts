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

/** Share of the tiles that are there, in whole percent; 100 only when the view is settled. */
export function progressPercent({ settled, fraction, wanted }: TileProgress): number {
  if (settled) return 100;
  return wanted === 0 ? 0 : Math.min(99, Math.floor(fraction * 100));
}
