import { type RefObject, useEffect } from 'react';
import { cad, closeTree } from '../../state/cad.ts';
import { command } from '../../state/commands.ts';
import { levels, setSlice } from '../../state/levels.ts';
import { closeProfile, profile, setProfileMeasuring } from '../../state/profile.ts';
import { stageChoices } from '../../state/stage.ts';
import { stageTools } from '../../state/tools.ts';
import { leaveInnermost } from './escape-ladder.ts';

/**
 * Leaves one part of the main view for each Escape that no menu, field or dialog has used. `closePanel`
 * is null while no panel is open; `tree` is the dock of the object tree.
 */
export function useEscape(
  app: RefObject<HTMLElement | null>,
  tree: RefObject<HTMLElement | null>,
  closePanel: (() => void) | null,
): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.repeat || event.isComposing) return;
      const { target } = event;
      // Dialogs and the settings are outside the main view in the document and handle Escape themselves.
      const isHere = target === document.body || (target instanceof Element && app.current?.contains(target));
      if (!isHere) return;
      const isInTree = target instanceof Element && (tree.current?.contains(target) ?? false);
      const step = leaveInnermost(isInTree ? 'tree' : 'elsewhere', {
        laying: () => stageTools.override?.cancel() ?? false,
        drawing: () => stageTools.active?.cancel() ?? false,
        profile: leaveProfile,
        panel: () => {
          closePanel?.();
          return closePanel !== null;
        },
        tree: () => leaveTree(tree.current),
        slice: leaveSlice,
        plan: leavePlan,
      });
      if (step) event.preventDefault();
    };
    // On the document: React's own handlers run before.
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [app, tree, closePanel]);
}

/** Measuring in it first, then the profile itself. */
function leaveProfile(): boolean {
  if (!profile.line) return false;
  if (profile.isMeasuring) setProfileMeasuring(false);
  else closeProfile();
  return true;
}

function leaveSlice(): boolean {
  if (!levels.slice) return false;
  setSlice(null);
  return true;
}

function leavePlan(): boolean {
  if (!levels.isPlanOpen) return false;
  command('togglePlan');
  return true;
}

function leaveTree(tree: HTMLElement | null): boolean {
  if (!cad.isTreeOpen) return false;
  const hasFocus = tree?.contains(document.activeElement) ?? false;
  closeTree();
  if (hasFocus) command('focusScreen', stageChoices.active);
  return true;
}
