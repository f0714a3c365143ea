import type { StageTool, ToolHit } from '@overlook/engine';

const NONE = [] as const;

/**
 * A tool that waits for one click on the model: its place is that of a mark under the pointer where there is one. It has
 * no marks and no state of its own; `onCancel` ends it.
 */
export function oneClickTool(id: string, onClick: (hit: ToolHit) => void, onCancel: () => void): StageTool {
  return {
    id,
    cursor: 'crosshair',
    tap: (hit, _, marked) => hit && onClick(marked ? { ...hit, pointEcef: marked.pointEcef } : hit),
    markedPoint: () => null,
    cancel: () => {
      onCancel();
      return true;
    },
    key: () => false,
    hover: () => undefined,
    grab: () => false,
    drag: () => undefined,
    release: () => undefined,
    cancelGrab: () => undefined,
    marks: () => NONE,
    unrefined: () => NONE,
    refine: () => false,
    subscribe: () => () => undefined,
  };
}
