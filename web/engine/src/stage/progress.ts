import type { FrameLoop } from './frame-loop.ts';
import { NO_PROGRESS, type TilesetProgress } from '../tiles/tileset-view.ts';
import type { SwipeSide } from '../view/swipe.ts';
import type { Scene } from './scene.ts';
import type { StageStats, TileProgress } from './stage-types.ts';

/** A loader of tiles: a scene or a side of it. */
export interface Loading {
  readonly isCurrent: boolean;
  readonly isOpen: boolean;
  readonly selectedCount: number;
  readonly pointLimit: number | null;
  progress(): TilesetProgress;
}

/**
 * Loading progress of a screen, or of a side of it. Also settled if memory, not the network, ends the loading; never before
 * the layer is known. `isDrawn`: the newest frame has all selected tiles.
 */
export function progressOf(isDrawn: boolean, loading: Loading | null): TileProgress {
  const counts = loading?.progress() ?? NO_PROGRESS;
  const isStopped = counts.stoppedAtMemoryLimit && counts.underWay === 0;
  const settled = isDrawn && loading !== null && loading.isCurrent && (counts.loading === 0 || isStopped);
  return {
    selected: loading?.selectedCount ?? 0,
    loaded: counts.ready,
    wanted: counts.wanted,
    loading: counts.loading,
    failed: counts.failed,
    settled,
    stoppedAtMemoryLimit: counts.stoppedAtMemoryLimit,
    pointLimit: loading?.pointLimit ?? null,
    isOpen: loading?.isOpen ?? false,
    fraction: settled ? 1 : counts.ready / Math.max(1, counts.wanted),
  };
}

/** The same for each side of a swipe; null without a scene. */
export function sidesProgress(isDrawn: boolean, scene: Scene | null): Record<SwipeSide, TileProgress> | null {
  if (!scene) return null;
  return { first: progressOf(isDrawn, scene.sides.first), second: progressOf(isDrawn, scene.sides.second) };
}

/** The statistics that the page may read at any time. */
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
