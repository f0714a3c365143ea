import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useSnapshot } from 'valtio';
import { STAGE_BETWEEN_FROM_PX } from '@overlook/shared/config';
import { cad, closeTree } from '../state/cad.ts';
import { preferences } from '../state/preferences.ts';
import { type Layout, useLayout } from '../ui/use-layout.ts';
import { photoPanelLimits, tokenPx } from './panel-width.ts';

/**
 * Where panel and object tree would leave too little room for the stage, opening one closes the other. On a phone the
 * tree covers the panel, which is visible again when the tree closes.
 */
export function useOneSide(isPanelOpen: boolean, isPanelRoomy: boolean, closePanel: () => void): void {
  const { isTreeOpen } = useSnapshot(cad);
  const hasRoom = useHasRoomForBoth(isPanelOpen && isTreeOpen, isPanelRoomy);
  const before = useRef({ isPanelOpen, isTreeOpen });
  useEffect(() => {
    const hasPanelOpened = isPanelOpen && !before.current.isPanelOpen;
    before.current = { isPanelOpen, isTreeOpen };
    if (!isPanelOpen || !isTreeOpen || hasRoom) return;
    if (hasPanelOpened) closeTree();
    else closePanel();
  }, [isPanelOpen, isTreeOpen, hasRoom, closePanel]);
}

/**
 * Read only while both are open: reading a length of the style sheets forces the browser to compute styles, which was a
 * quarter of the longest task when the signed-in page first opened.
 */
function useHasRoomForBoth(isAsked: boolean, isPanelRoomy: boolean): boolean {
  const layout = useLayout();
  // Also the width of the panel is read of them.
  const { isSidebarExpanded } = useSnapshot(preferences);
  return useSyncExternalStore(
    subscribe,
    () =>
      !isAsked ||
      layout === 'phone' ||
      stageBetweenPx(layout, isSidebarExpanded, isPanelRoomy) >= STAGE_BETWEEN_FROM_PX,
    () => true,
  );
}

function subscribe(onChange: () => void): () => void {
  addEventListener('resize', onChange);
  return () => removeEventListener('resize', onChange);
}

/** Width of the stage with panel and object tree open. */
function stageBetweenPx(layout: Layout, isSidebarExpanded: boolean | null, isPanelRoomy: boolean): number {
  const isExpanded = layout !== 'tablet' && (isSidebarExpanded ?? layout === 'wide');
  const panelPx = isPanelRoomy ? photoPanelLimits().shownPx : tokenPx('--panel');
  return innerWidth - tokenPx(isExpanded ? '--rail-open' : '--rail') - panelPx - tokenPx('--dock');
}
