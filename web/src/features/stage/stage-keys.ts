import type { KeyboardEvent } from 'react';
import { preferences, setPreference } from '../../state/preferences.ts';
import { requestHomeView } from '../../state/selected-site.ts';
import { setNearMetres, stageChoices } from '../../state/stage.ts';
import { turnNorthUp } from './view-actions.ts';

/** Keys that act while a screen has focus, by their place on the keyboard (interface brief §6). */
const ACTIONS: Readonly<Record<string, () => void>> = {
  KeyH: requestHomeView,
  KeyN: turnNorthUp,
  KeyG: () => setPreference('isGlobeVisible', !preferences.isGlobeVisible),
  Comma: () => setNearMetres(stageChoices.nearMetres - 1),
  Period: () => setNearMetres(stageChoices.nearMetres + 1),
};

/** The action of a key press, or null: keys held with a modifier belong to the browser or to flight. */
export function stageKeyAction(press: Pick<KeyboardEvent, 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>) {
  if (press.ctrlKey || press.metaKey || press.altKey || press.shiftKey) return null;
  return ACTIONS[press.code] ?? null;
}

export function handleStageKey(event: KeyboardEvent): void {
  const action = event.repeat ? null : stageKeyAction(event);
  if (!action) return;
  event.preventDefault();
  action();
}
