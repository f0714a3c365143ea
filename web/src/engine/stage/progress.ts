import type { FrameLoop } from './frame-loop.ts';
import { NO_PROGRESS } from '../tiles/tileset-view.ts';
import type { Scene } from './scene.ts';
import type { StageStats, TileProgress } from './stage-types.ts';

/**
 * How far the tiles of a screen are. Settled also when memory, not the network, is what ends the loading; never before
 * it is known what to show. `isDrawn`: the newest picture has all that is chosen.
 */
export function progressOf(isDrawn: boolean, scene: Scene | null): TileProgress {
  const counts = scene?.progress() ?? NO_PROGRESS;
  const isStopped = counts.stoppedAtMemoryLimit && counts.underWay === 0;
  const settled = isDrawn && scene !== null && scene.isCurrent && (counts.loading === 0 || isStopped);
  return {
    selected: scene?.selectedCount ?? 0,
    loaded: counts.ready,
    wanted: counts.wanted,
    loading: counts.loading,
    failed: counts.failed,
    settled,
    stoppedAtMemoryLimit: counts.stoppedAtMemoryLimit,
    isOpen: scene?.isOpen ?? false,
    fraction: settled ? 1 : counts.ready / Math.max(1, counts.wanted),
  };
}

/** What the stage's page may ask for at any time. */
export function statsOf(scene: Scene | null, loop: FrameLoop): StageStats {
  return {
    tilesSelected: scene?.selectedCount ?? 0,
    tilesLoaded: scene?.loadedCount ?? 0,
    tilesFailed: scene?.progress().failed ?? 0,
    triangles: scene?.renderer.counts.triangles ?? 0,
    points: scene?.renderer.counts.points ?? 0,
    gpuBytes: scene?.usedBytes ?? 0,
    frames: loop.frames,
    jsMsPerFrame: loop.meanMs,
  };
}
