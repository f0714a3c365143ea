import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { SIDEBAR_MS } from '@overlook/shared/config';
import { VIEWER_MESSAGES } from '@overlook/shared/messages';
import { preferences, setPreference } from '../state/preferences.ts';
import { DragEdge } from './drag-edge.tsx';
import { photoPanelLimits } from './panel-width.ts';
import { useLateDock } from './use-late-dock.ts';
import css from './docked-panel.module.css';

interface DockedPanelProps {
  /** The panel that is open, or null. */
  children: ReactNode;
  /** The panel lies over the stage instead of taking room from it. */
  isOverlay: boolean;
  /** It has room for photos, and its edge can be dragged. */
  isRoomy: boolean;
}

/**
 * The place of the panel beside the rail. When it opens, it slides over the stage, and the stage shrinks at the end;
 * when it closes, the stage first grows, and the panel slides out over it.
 */
export function DockedPanel({ children, isOverlay, isRoomy }: DockedPanelProps) {
  const isOpen = children !== null;
  const isDocked = useLateDock(isOpen) && !isOverlay;
  const shown = useLeaving(children);
  const wasRoomy = useLeaving(isOpen ? isRoomy : null) ?? false;
  const { photoPanelPx } = useSnapshot(preferences);
  const [draggedPx, setDraggedPx] = useState<number | null>(null);
  useFocusBack(isOpen);
  return (
    <div
      className={css.place}
      data-docked={isDocked}
      data-overlay={isOverlay}
      data-roomy={wasRoomy}
      style={widthOf(photoPanelPx)}
    >
      {shown && (
        <aside
          className={css.panel}
          data-leaving={!isOpen}
          inert={!isOpen}
          style={draggedPx === null ? undefined : { width: draggedPx }}
        >
          {shown}
          {wasRoomy && (
            <DragEdge
              label={VIEWER_MESSAGES['viewer.widthOfThePanel']}
              side="right"
              limits={photoPanelLimits}
              onDrag={setDraggedPx}
              onChange={(px) => setPreference('photoPanelPx', px)}
            />
          )}
        </aside>
      )}
    </div>
  );
}

const widthOf = (px: number | null) => (px === null ? undefined : ({ '--dragged': `${px}px` } as CSSProperties));

/** The shown content: the children, and while the panel slides out, the last ones. */
function useLeaving<Content extends ReactNode>(children: Content): Content {
  const [last, setLast] = useState(children);
  if (children !== null && children !== last) setLast(() => children);
  useEffect(() => {
    if (children !== null) return undefined;
    const timer = setTimeout(() => setLast(children), SIDEBAR_MS);
    return () => clearTimeout(timer);
  }, [children]);
  return children ?? last;
}

/** Returns the focus to the element that had it before the panel opened, if the panel still has it when it closes. */
function useFocusBack(isOpen: boolean): void {
  const opener = useRef<Element | null>(null);
  useEffect(() => {
    if (!isOpen) return undefined;
    return () => {
      const target = opener.current;
      const holder = document.activeElement;
      const isPanels = holder === null || holder === document.body || holder.closest('aside') !== null;
      if (isPanels && target instanceof HTMLElement && target.isConnected) target.focus();
    };
  }, [isOpen]);
  useEffect(() => {
    const remember = (event: FocusEvent) => {
      if (event.target instanceof Element && !event.target.closest('aside')) opener.current = event.target;
    };
    document.addEventListener('focusin', remember);
    return () => document.removeEventListener('focusin', remember);
  }, []);
}
