import { command } from '../../../../state/commands.ts';
import { stageChoices } from '../../../../state/stage.ts';
import { closeSwipe } from '../../../../state/swipe.ts';

/** Ends the comparison from one of its own controls, which is then removed, so the focus moves to the screen. */
export function leaveSwipe(): void {
  closeSwipe();
  command('focusScreen', stageChoices.active);
}
