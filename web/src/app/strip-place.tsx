import { type CSSProperties, type PropsWithChildren, useState } from 'react';
import { useSnapshot } from 'valtio';
import { PROFILE } from '@overlook/shared/config';
import { VIEWER_MESSAGES } from '@overlook/shared/messages';
import { preferences, setPreference } from '../state/preferences.ts';
import { DragEdge, type EdgeLimits } from './drag-edge.tsx';
import css from './strip-place.module.css';

/** The same limits as in the style sheet, where they follow the window automatically. */
function limits(): EdgeLimits {
  const leastPx = PROFILE.stripLeastPx;
  const mostPx = Math.max(leastPx, Math.floor(PROFILE.stripMostShare * innerHeight));
  const wantedPx = preferences.profileStripPx ?? PROFILE.stripPx;
  return { leastPx, mostPx, shownPx: Math.min(mostPx, Math.max(leastPx, wantedPx)) };
}

/** The place of a strip under the stage, whose upper edge can be dragged. */
export function StripPlace({ children }: PropsWithChildren) {
  const { profileStripPx } = useSnapshot(preferences);
  const [draggedPx, setDraggedPx] = useState<number | null>(null);
  const style = {
    '--least': `${PROFILE.stripLeastPx}px`,
    '--wanted': `${profileStripPx ?? PROFILE.stripPx}px`,
    '--most': `${100 * PROFILE.stripMostShare}dvh`,
  } as CSSProperties;
  return (
    <aside className={css.place} style={style}>
      <div className={css.strip} style={draggedPx === null ? undefined : { height: draggedPx }}>
        <DragEdge
          label={VIEWER_MESSAGES['viewer.heightOfTheProfile']}
          side="top"
          limits={limits}
          onDrag={setDraggedPx}
          onChange={(px) => setPreference('profileStripPx', px)}
        />
        {children}
      </div>
    </aside>
  );
}
