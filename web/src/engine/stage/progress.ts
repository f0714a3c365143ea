import type { FrameLoop } from './frame-loop.ts';
import { NO_PROGRESS } from '../tiles/tileset.ts';
import type { Screen } from './screen.ts';
import type { StageStats, TileProgress } from './stage-types.ts';

/**
 * How far the tiles of a screen are. Settled also when memory, not the network, is what ends the loading; never before
 * it is known what to show. `isDrawn`: the newest picture has all that is chosen.
 */
export function progressOf(isDrawn: boolean, screen: Screen | null): TileProgress {
  const counts = screen?.progress() ?? NO_PROGRESS;
  const isStopped = counts.stoppedAtMemoryLimit && counts.underWay === 0;
  const settled = isDrawn && screen !== null && screen.isCurrent && (counts.loading === 0 || isStopped);
  return {
    selected: screen?.selectedCount ?? 0,
    loaded: counts.ready,
    wanted: counts.wanted,
    loading: counts.loading,
    failed: counts.failed,
    settled,
    stoppedAtMemoryLimit: counts.stoppedAtMemoryLimit,
    isOpen: screen?.isOpen ?? false,
    fraction: settled ? 1 : counts.ready / Math.max(1, counts.wanted),
  };
}

/** What the stage's page may ask for at any time. */
export function statsOf(screen: Screen | null, loop: FrameLoop): StageStats {
  return {
    tilesSelected: screen?.selectedCount ?? 0,
    tilesLoaded: screen?.loadedCount ?? 0,
    tilesFailed: screen?.progress().failed ?? 0,
    triangles: screen?.renderer.counts.triangles ?? 0,
    points: screen?.renderer.counts.points ?? 0,
    gpuBytes: screen?.budget.usedBytes ?? 0,
    frames: loop.frames,
    jsMsPerFrame: loop.meanMs,
  };
}
