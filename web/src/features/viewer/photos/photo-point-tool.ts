import type { Vec3 } from '@overlook/shared/maths';
import type { Mark, StageTool, ToolHit } from '@overlook/engine';
import { oneClickTool } from '../../../parts/one-click-tool.ts';

/** The tool of click mode: each click on the model requests the photos around its point, which it marks. */
export interface PhotoPointTool extends StageTool {
  /** Marks this point, ECEF metres; null for none. */
  mark(pointEcef: Vec3 | null): void;
}

export function photoPointTool(onPick: (hit: ToolHit) => void): PhotoPointTool {
  const listeners = new Set<() => void>();
  let marks: readonly Mark[] = [];
  return {
    ...oneClickTool('photos', onPick, () => undefined),
    isUnderPins: true,
    // The panel is what Escape leaves.
    cancel: () => false,
    marks: () => marks,
    mark(pointEcef) {
      marks = pointEcef ? [{ kind: 'point', id: 'photo-point', variant: 'active', pointEcef }] : [];
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
