import { type RefObject, useEffect } from 'react';
import { TREE_ID, cad, closeTree } from '../../state/cad.ts';
import { carriedTools } from '../../state/tools.ts';
import { leaveInnermost } from './escape-ladder.ts';

/**
 * Takes one step out of the main view for each Escape pressed in it that no menu, field or dialog has used. `closePanel`
 * is null while no panel is open.
 */
export function useEscape(app: RefObject<HTMLElement | null>, closePanel: (() => void) | null): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.repeat || event.isComposing) return;
      const { target } = event;
      // Dialogs and the settings lie beside the main view in the document and have their own way out.
      const isHere = target === document.body || (target instanceof Element && app.current?.contains(target));
      if (!isHere) return;
      const isInTree = target instanceof Element && target.closest(`#${TREE_ID}`) !== null;
      const step = leaveInnermost(isInTree ? 'tree' : 'elsewhere', {
        laying: () => carriedTools.override?.cancel() ?? false,
        drawing: () => carriedTools.active?.cancel() ?? false,
        panel: () => {
          closePanel?.();
          return closePanel !== null;
        },
        tree: leaveTree,
      });
      if (step) event.preventDefault();
    };
    // On the document: React's own handlers run before.
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [app, closePanel]);
}

function leaveTree(): boolean {
  if (!cad.isTreeOpen) return false;
  const hasFocus = document.getElementById(TREE_ID)?.contains(document.activeElement) ?? false;
  closeTree();
  if (hasFocus) document.getElementById('screen-1')?.focus();
  return true;
}
