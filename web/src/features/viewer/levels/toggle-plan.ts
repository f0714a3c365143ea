import { showAxisView } from '@overlook/embed/controls/axis-views';
import { levels, openPlan, resetLevels } from '../../../state/levels.ts';
import { activeScreen } from '../../../state/screens.ts';

/** Flies to the view straight from above with its levels, or leaves it for the view before. */
export function togglePlan(): void {
  const { stage } = activeScreen();
  if (!stage) return;
  if (!levels.isPlanOpen) {
    openPlan(stage.pose());
    showAxisView(stage, 'top');
    return;
  }
  const { poseBefore } = levels;
  resetLevels();
  if (poseBefore) stage.setPose(poseBefore, { animate: true });
  else stage.setProjection('perspective');
}
