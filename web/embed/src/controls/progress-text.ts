import { TILE_PROGRESS } from '@overlook/shared/config';
import {
  openingText,
  settledAtLimitText,
  tilesFailedText,
  tilesLoadingText,
  STAGE_MESSAGES,
} from '@overlook/shared/messages';
import type { TileProgress } from '@overlook/engine';

export interface ProgressLine {
  text: string;
  state: 'loading' | 'settled' | 'memory' | 'failed';
}

/** The common progress of several screens: settled when all are. Null is a screen without a layer yet. */
export function combinedProgress(all: readonly (TileProgress | null)[]): TileProgress {
  const known = all.filter((progress) => progress !== null);
  const isAll = (is: (progress: TileProgress) => boolean) => known.length === all.length && known.every(is);
  const sum = (of: (progress: TileProgress) => number) => known.reduce((total, progress) => total + of(progress), 0);
  const [loaded, wanted] = [sum((one) => one.loaded), sum((one) => one.wanted)];
  const settled = isAll((progress) => progress.settled);
  return {
    selected: sum((one) => one.selected),
    loaded,
    wanted,
    loading: sum((one) => one.loading),
    failed: sum((one) => one.failed),
    settled,
    stoppedAtMemoryLimit: known.some((progress) => progress.stoppedAtMemoryLimit),
    pointLimit: known.find(({ pointLimit }) => pointLimit !== null)?.pointLimit ?? null,
    isOpen: isAll((progress) => progress.isOpen),
    fraction: settled ? 1 : loaded / Math.max(1, wanted),
  };
}

/** The footer's line about tiles. A state that needs action has priority over progress. */
export function progressLine(progress: TileProgress, siteName: string | null = null): ProgressLine {
  if (progress.stoppedAtMemoryLimit) return { text: STAGE_MESSAGES['stage.stoppedAtMemoryLimit'], state: 'memory' };
  if (!progress.isOpen && progress.failed > 0 && progress.loaded === 0)
    return { text: STAGE_MESSAGES['stage.openFailed'], state: 'failed' };
  if (!progress.settled && progress.loaded === 0 && !progress.isOpen)
    return { text: openingText(siteName), state: 'loading' };
  if (!progress.settled) return { text: tilesLoadingText(progress.loaded, progress.wanted), state: 'loading' };
  if (progress.failed > 0) return { text: tilesFailedText(progress.failed), state: 'failed' };
  const { pointLimit } = progress;
  return {
    text: pointLimit === null ? STAGE_MESSAGES['stage.settled'] : settledAtLimitText(pointLimit),
    state: 'settled',
  };
}

/** The least total for this many loaded tiles (specification §9 "Tile progress"). */
export function tileTotal(loaded: number): number {
  const { first, growth, share } = TILE_PROGRESS;
  return first + growth * Math.max(0, Math.ceil((loaded / share - first) / growth));
}

/** The progress of tiles in whole percent; 100 only when the view is settled. */
export function progressPercent({ settled, loaded, wanted }: TileProgress): number {
  if (settled) return 100;
  return Math.min(99, Math.floor((100 * loaded) / Math.max(wanted, tileTotal(loaded))));
}
