import { describe, expect, it, vi } from 'vitest';
import { onCommand } from '../../../state/commands.ts';
import type { Stage } from '@overlook/engine';
import { preferences } from '../../../state/preferences.ts';
import { resetScreen, stageOpened } from '../../../state/screens.ts';
import { setOpening, stageChoices } from '../../../state/stage.ts';
import { stageKeyAction } from './stage-keys.ts';

const press = (code: string, modifiers = {}) =>
  stageKeyAction({ code, key: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...modifiers });

describe('keys on a screen', () => {
  it('H requests the home view', () => {
    const flyHome = vi.fn();
    const end = onCommand('flyHome', flyHome);
    press('KeyH')?.();
    expect(flyHome).toHaveBeenCalledOnce();
    end();
    press('KeyH')?.();
    expect(flyHome).toHaveBeenCalledOnce();
  });

  it('G toggles the globe', () => {
    const before = preferences.isGlobeVisible;
    press('KeyG')?.();
    expect(preferences.isGlobeVisible).toBe(!before);
  });

  it('Shift+M makes the minimap larger, and smaller again', () => {
    press('KeyM', { shiftKey: true })?.();
    expect(preferences.isMinimapLarge).toBe(true);
    press('KeyM', { shiftKey: true })?.();
    expect(preferences.isMinimapLarge).toBe(false);
    expect(preferences.isMinimapHidden).toBe(false);
  });

  it('minus and equals step through the captures, with Shift those of the second side', () => {
    const step = vi.fn();
    const end = onCommand('stepCapture', step);
    press('Minus')?.();
    press('Equal', { shiftKey: true })?.();
    expect(step.mock.calls).toEqual([[{ by: -1, isSecond: false }], [{ by: 1, isSecond: true }]]);
    end();
  });

  it('comma and period move the cutting plane within its range', () => {
    press('Comma')?.();
    expect(stageChoices.nearMetres).toBe(1);
    for (let step = 0; step < 20; step++) press('Period')?.();
    expect(stageChoices.nearMetres).toBe(10);
  });

  it.each(['ctrlKey', 'metaKey', 'altKey', 'shiftKey'])('leaves presses with %s alone', (modifier) => {
    expect(press('KeyH', { [modifier]: true })).toBeNull();
  });

  it('ignores keys that act on the model before its first picture', () => {
    setOpening(true);
    for (const code of ['KeyH', 'KeyB', 'Period', 'Space', 'Digit2']) expect(press(code)).toBeNull();
    expect(press('KeyT')).not.toBeNull();
    setOpening(false);
    expect(press('KeyB')).not.toBeNull();
  });

  it('a key that is pressed when the model is seen, but not yet its controls, acts when they are there', async () => {
    const toggleSwipe = vi.fn();
    const end = onCommand('toggleSwipe', toggleSwipe);
    setOpening(true);
    stageOpened(0, { progress: () => ({ isOpen: true }) } as Stage);
    press('KeyV')?.();
    expect(toggleSwipe).not.toHaveBeenCalled();
    setOpening(false);
    await vi.waitFor(() => expect(toggleSwipe).toHaveBeenCalledOnce());
    resetScreen(0);
    end();
  });
});
