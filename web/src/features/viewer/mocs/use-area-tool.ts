import { MOCS_MESSAGES } from '@overlook/shared/messages';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { MocArea } from '@overlook/shared/schemas';
import { cornersOf } from '@overlook/shared/mocs';
import type { AreaTool, AreaToolState } from '@overlook/engine';
import { command } from '../../../state/commands.ts';
import { dropDraftArea, setDraftArea } from '../../../state/moc-marks.ts';
import { stageChoices } from '../../../state/stage.ts';
import { carryOverride, dropOverride } from '../../../state/tools.ts';
import { mocStateLook } from './moc-states.ts';

/** Of an area that was not saved yet. */
const NEW_ID = 'new-area';

/**
 * The tool for an area, which gets the clicks on the model while the caller is mounted; it is loaded with the engine.
 */
export function useAreaTool(
  area: MocArea | null,
  state: string,
  onCancel: () => void,
): AreaTool | 'loading' | 'failed' {
  const [tool, setTool] = useState<AreaTool | 'loading' | 'failed'>('loading');
  useEffect(() => {
    let isGone = false;
    let made: AreaTool | null = null;
    const id = area?.uuid ?? NEW_ID;
    const open = async () => {
      const { AreaTool: Tool } = await import('@overlook/engine');
      if (isGone) return;
      made = new Tool({ ...(area && { start: startOf(area) }), stateColor: mocStateLook(state).color, onCancel });
      made.subscribe(followed(made, id, state));
      showDraft(made.state(), id, state);
      carryOverride(made, MOCS_MESSAGES['area.prompt'], { hasCard: true });
      // The keyboard picks with the crosshair of the active screen.
      command('focusScreen', stageChoices.active);
      setTool(made);
    };
    open().catch((error: unknown) => {
      console.warn('The tool could not be loaded.', error);
      setTool('failed');
    });
    return () => {
      isGone = true;
      if (made) dropOverride(made);
      dropDraftArea();
    };
    // The edited area is the one from the beginning, in spite of saves by others meanwhile.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  return tool;
}

/** The state of a tool, live. */
export function useAreaState(tool: AreaTool): AreaToolState {
  const read = () => tool.state();
  return useSyncExternalStore((listener) => tool.subscribe(listener), read, read);
}

/** Shows the volume after each change of the drawing, and not after each movement of the pointer. */
function followed(tool: AreaTool, id: string, state: string): () => void {
  let shown = tool.state().drawing;
  return () => {
    const now = tool.state();
    if (now.drawing === shown) return;
    shown = now.drawing;
    showDraft(now, id, state);
  };
}

function showDraft({ drawing, problem }: AreaToolState, id: string, state: string): void {
  const { corners, bottomHeight, topHeight, isCapped, color } = drawing;
  const look = mocStateLook(state);
  const cornersEcef = corners.map(({ pointEcef }) => pointEcef);
  const volume = { id, cornersEcef, bottomHeight, topHeight, isCapped };
  const isDrawn = problem === null;
  setDraftArea(id, isDrawn ? { ...volume, color: color ?? look.color, outline: look.outline, isSelected: true } : null);
}

const startOf = (area: MocArea) => ({
  cornersEcef: cornersOf(area),
  bottomHeight: area.bottomHeight,
  topHeight: area.topHeight,
  isCapped: area.capped,
  color: area.colour,
});
