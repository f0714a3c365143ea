import type { KeyboardEvent } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { cad, setLegendShown, toggleTree } from '../../../state/cad.ts';
import { command } from '../../../state/commands.ts';
import { leave } from '../../../state/leaving.ts';
import { preferences, setPreference } from '../../../state/preferences.ts';
import { setHelpOpen } from '../../../state/help.ts';
import { toggleSection } from '../../../state/section.ts';
import { setShareOpen } from '../../../state/share.ts';
import { opening, setNearMetres, setScreenCount, stageChoices, whenModelVisible } from '../../../state/stage.ts';
import { blinkUntilReleased, swipe } from '../../../state/swipe.ts';
import { stageTools } from '../../../state/tools.ts';
import { focusPageSearch } from '../../../ui/page-search.ts';
import { goInHistory } from './history/camera-history.ts';
import { activeScreen, openStages } from '../../../state/screens.ts';
import { otherProjection, turnNorthUp } from '@overlook/embed/controls/view-actions';

type Press = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

const toggle = (path: string) => () => leave(() => navigate(location.pathname === path ? '/' : path));

function northUp(): void {
  const { stage } = activeScreen();
  if (stage) turnNorthUp(stage);
}

function toggleProjection(): void {
  const { stage } = activeScreen();
  stage?.setProjection(otherProjection(stage));
}

/** Shift with a figure: views along the axes, whose code is loaded with the first. */
const viewOfKey = (figure: number) => () =>
  void import('./views/view-keys.ts').then(({ showViewOfKey }) => showViewOfKey(figure));

/** Space is for the crosshair of a tool; without one it shows the first layer of a swipe while it is held. */
function pickOrBlink(): void {
  const isForTool = stageTools.active !== null || stageTools.override !== null;
  if (swipe.isOn && !isForTool) blinkUntilReleased();
  else command('pickAtCrosshair');
}

type Actions = Readonly<Record<string, () => void>>;

/** Keys of panels, which work as long as a screen has focus, by their place on the keyboard (interface brief §6). */
const PANEL_ACTIONS: Actions = {
  KeyI: () => command('togglePhotos'),
  KeyK: toggle('/layers'),
  KeyO: toggleTree,
  KeyP: toggle('/mocs'),
  KeyT: toggle('/tools'),
  KeyX: () => command('toggleExports'),
  Slash: focusPageSearch,
};

/** Keys of what acts on the model or lies over it: none while the first sight of the model is awaited. */
const MODEL_ACTIONS: Actions = {
  KeyH: () => command('flyHome'),
  KeyN: northUp,
  KeyG: () => setPreference('isGlobeVisible', !preferences.isGlobeVisible),
  KeyY: () => setPreference('isSyncOn', !preferences.isSyncOn),
  KeyM: () => setPreference('isMinimapHidden', !preferences.isMinimapHidden),
  KeyB: toggleSection,
  KeyZ: () => command('togglePlan'),
  KeyR: () => command('toggleProfile'),
  KeyU: () => setShareOpen(true),
  KeyV: () => command('toggleSwipe'),
  KeyF: () => command('flyToSelected'),
  KeyJ: () => setLegendShown(!cad.isLegendShown),
  KeyL: () => command('showLayers'),
  Space: pickOrBlink,
  Minus: () => command('stepCapture', { by: -1, isSecond: false }),
  Equal: () => command('stepCapture', { by: 1, isSecond: false }),
  BracketLeft: () => goInHistory(-1),
  BracketRight: () => goInHistory(1),
  Digit1: () => setScreenCount(1),
  Digit2: () => setScreenCount(2),
  Digit3: () => setScreenCount(3),
  Digit5: toggleProjection,
  Comma: () => setNearMetres(stageChoices.nearMetres - 1),
  Period: () => setNearMetres(stageChoices.nearMetres + 1),
};

/** The same with Shift. */
const SHIFT_ACTIONS: Actions = {
  KeyM: () => setPreference('isMinimapLarge', !preferences.isMinimapLarge),
  Minus: () => command('stepCapture', { by: -1, isSecond: true }),
  Equal: () => command('stepCapture', { by: 1, isSecond: true }),
  Comma: () => command('stepLevel', -1),
  Period: () => command('stepLevel', 1),
  Digit1: viewOfKey(1),
  Digit2: viewOfKey(2),
  Digit3: viewOfKey(3),
  Digit4: viewOfKey(4),
  Digit5: viewOfKey(5),
  Digit6: viewOfKey(6),
  Digit7: viewOfKey(7),
  Digit8: viewOfKey(8),
};

/** The action of a key press, or null: keys held with a modifier belong to the browser or to flight. */
export function stageKeyAction(press: Press): (() => void) | null {
  if (press.ctrlKey || press.metaKey || press.altKey) return null;
  // The question mark lies elsewhere on each keyboard, and mostly under Shift.
  if (press.key === '?') return () => setHelpOpen(true);
  const modelActions = press.shiftKey ? SHIFT_ACTIONS : MODEL_ACTIONS;
  const ofPanel = press.shiftKey ? undefined : PANEL_ACTIONS[press.code];
  return ofPanel ?? onModel(modelActions[press.code] ?? null);
}

/**
 * An action on the model: null before its first sight. The controls come a moment after the model, on a slow device some
 * hundred milliseconds: a key that is pressed meanwhile acts when they are there.
 */
function onModel(action: (() => void) | null): (() => void) | null {
  if (!action || !opening.isAwaited) return action;
  const isSeen = openStages().some(({ stage }) => stage.progress().isOpen);
  return isSeen ? () => void whenModelVisible(action) : null;
}

export function handleStageKey(event: KeyboardEvent): void {
  const action = event.repeat ? null : stageKeyAction(event);
  if (!action) return;
  event.preventDefault();
  action();
}
