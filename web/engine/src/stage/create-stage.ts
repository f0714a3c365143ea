import { SiteStage } from './stage.ts';
import type { Stage, StageOptions } from './stage-types.ts';

/**
 * Creates a stage inside `options.container`, which must be positioned and have a size. The caller destroys it.
 * Rejects if the browser has no WebGL 2.
 */
export function createStage(options: StageOptions): Promise<Stage> {
  const stage = new SiteStage(options);
  return stage.start().catch((error: unknown) => {
    stage.destroy();
    throw error;
  });
}
