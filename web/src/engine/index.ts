/** The engine's public face. Everything else in this folder is its own business. */
import { SiteStage } from './stage/stage.ts';
import type { Stage, StageOptions } from './stage/stage-types.ts';

export type { FeatureRules, FeatureRuns } from './looks/feature-looks.ts';
export type { Mark } from './overlays/mark.ts';
export type { ClearSpot } from './overlays/pills.ts';
export { SectionExtension } from './section/section-extension.ts';
export type { SectionBox, SectionPlane, SectionVolume } from './section/section-volume.ts';
export * from './tools/index.ts';
export type {
  PickResult,
  QualityReport,
  SiteLayer,
  Stage,
  StageEvents,
  StageOptions,
  StageSite,
  StageStats,
  TileError,
  TileProgress,
} from './stage/stage-types.ts';

/**
 * Makes a stage inside `options.container`, which must be positioned and have a size. The caller destroys it.
 * Rejects when the browser offers no WebGL 2.
 */
export function createStage(options: StageOptions): Promise<Stage> {
  const stage = new SiteStage(options);
  return stage.start().catch((error: unknown) => {
    stage.destroy();
    throw error;
  });
}

export { hasWebGl2 } from './render/software-renderer.ts';

/** What maps of the interface share with the base map; loaded on demand. */
export const loadMapParts = () => import('./basemap/index.ts');
