import type { HeightRange, StageTool } from '@overlook/engine';
import { type EnuFrame, transformPoint } from '@overlook/shared/maths';
import { LEVELS_MESSAGES } from '@overlook/shared/messages';
import { setPickingLevel } from '../../../state/levels.ts';
import { carryOverride, dropOverride } from '../../../state/tools.ts';
import { oneClickTool } from '../../../parts/one-click-tool.ts';
import { rangeBetween } from './level-choices.ts';

/**
 * Gives the next two clicks on the model to a floor and a ceiling, while all heights are shown, and calls back with the range
 * between them. `frame` is that of the ground point of the site. Returns a function that ends this.
 */
export function pickLevel(frame: EnuFrame, onRange: (range: HeightRange) => void): () => void {
  let tool: StageTool | null = null;
  const end = () => {
    if (!tool) return;
    dropOverride(tool);
    tool = null;
    setPickingLevel(false);
  };
  const ask = (prompt: string, onHeight: (heightM: number) => void) => {
    const asked = oneClickTool(
      'level',
      ({ pointEcef }) => onHeight(transformPoint(frame.enuFromEcef, pointEcef)[2]),
      end,
    );
    if (tool) dropOverride(tool);
    tool = asked;
    carryOverride(asked, prompt);
  };
  setPickingLevel(true);
  ask(LEVELS_MESSAGES['levels.pickFloor'], (floorM) =>
    ask(LEVELS_MESSAGES['levels.pickCeiling'], (ceilingM) => {
      end();
      onRange(rangeBetween(floorM, ceilingM));
    }),
  );
  return end;
}
