import type { Pose } from '@overlook/shared/maths';
import { preferences } from '../../../state/preferences.ts';
import { activeScreen, openStages } from '../../../state/screens.ts';

/** Lets the tiles of a view load that may come next; null when it may not any more. */
export function expectView(pose: Pose | null): void {
  const active = activeScreen().stage;
  for (const { stage } of openStages()) stage.expect(preferences.isSyncOn || stage === active ? pose : null);
}

/** Props of a control that flies to a pose: the tiles there load from the moment that a pointer or the focus is on it. */
export function expecting(pose: () => Pose | null) {
  const begin = () => expectView(pose());
  const end = () => expectView(null);
  return { onPointerEnter: begin, onPointerLeave: end, onFocus: begin, onBlur: end };
}
