import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { PROFILE } from '@overlook/shared/config';
import { preferences, setPreference } from '../state/preferences.ts';
import css from './strip-place.module.css';

const KEY_STEP_PX = 16;

/** Height of the strip that is asked for, held to what the window has room for, CSS pixels. */
function heldHeight(px: number): number {
  const mostPx = Math.max(PROFILE.stripLeastPx, Math.floor(PROFILE.stripMostShare * innerHeight));
  return Math.round(Math.min(mostPx, Math.max(PROFILE.stripLeastPx, px)));
}

/**
 * The place of a strip under the stage. Its upper edge is dragged, or moved with the arrow keys; a double click gives it its own
 * height again. The stage takes its new size once, when the edge is let go.
 */
export function StripPlace({ children }: { children: ReactNode }) {
  const { profileStripPx } = useSnapshot(preferences);
  const heightPx = heldHeight(profileStripPx ?? PROFILE.stripPx);
  const [draggedPx, setDraggedPx] = useState<number | null>(null);
  const place = useRef<HTMLElement>(null);
  const heightAt = ({ clientY }: PointerEvent) =>
    heldHeight((place.current?.getBoundingClientRect().bottom ?? 0) - clientY);
  const end = (event: PointerEvent) => {
    if (draggedPx === null) return;
    setDraggedPx(null);
    setPreference('profileStripPx', heightAt(event));
  };
  const step = (event: KeyboardEvent) => {
    const by = { ArrowUp: KEY_STEP_PX, ArrowDown: -KEY_STEP_PX }[event.code];
    if (by === undefined && event.code !== 'Home') return;
    event.preventDefault();
    setPreference('profileStripPx', by === undefined ? null : heldHeight(heightPx + by));
  };
  return (
    <aside ref={place} className={css.place} style={{ height: heightPx }}>
      <div className={css.strip} style={{ height: draggedPx ?? heightPx }}>
        <div
          role="separator"
          tabIndex={0}
          aria-label="Height of the profile"
          aria-orientation="horizontal"
          aria-valuenow={heightPx}
          aria-valuemin={PROFILE.stripLeastPx}
          aria-valuemax={heldHeight(Infinity)}
          className={css.edge}
          data-dragged={draggedPx !== null}
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId);
            setDraggedPx(heightPx);
          }}
          onPointerMove={(event) => draggedPx !== null && setDraggedPx(heightAt(event))}
          onPointerUp={end}
          onPointerCancel={end}
          onDoubleClick={() => setPreference('profileStripPx', null)}
          onKeyDown={step}
        />
        {children}
      </div>
    </aside>
  );
}
