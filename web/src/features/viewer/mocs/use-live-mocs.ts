import { useEffect, useState } from 'react';
import { MOCS_POLL_MS } from '@overlook/shared/config';
import { followMocs } from '../../../api/live-mocs.ts';
import { refreshMoc, refreshMocs } from '../../../api/mocs.ts';
import { useSelectedSiteId } from '../../../state/selected-site.ts';
import { useAllowed } from '../../../state/session-context.tsx';
import { whenIdle } from '../../../ui/when-idle.ts';

/** Reads these changes of a site again, or with null all of them. */
function refresh(siteId: number, mocIds: readonly number[] | null): void {
  if (mocIds === null) void refreshMocs(siteId);
  else for (const id of mocIds) void refreshMoc({ siteId, id });
}

/** Reads the changes of the selected site again when a person saves one, and at intervals while the server cannot send notices. */
export function useLiveMocs(): void {
  const selectedId = useSelectedSiteId();
  const isAllowed = useAllowed('MOC:VIEW');
  const siteId = isAllowed ? selectedId : null;
  const [isLive, setLive] = useState(true);
  useEffect(() => {
    if (siteId === null) return undefined;
    let unfollow: (() => void) | null = null;
    // The model is loaded first: a browser has few connections to one server.
    const forget = whenIdle(() => {
      // Until the stream is open the list is polled.
      setLive(false);
      unfollow = followMocs(siteId, { onNotice: (mocIds) => refresh(siteId, mocIds), onLive: setLive });
    });
    return () => {
      forget();
      unfollow?.();
    };
  }, [siteId]);
  useEffect(() => {
    if (siteId === null || isLive) return undefined;
    const timer = setInterval(() => void refreshMocs(siteId), MOCS_POLL_MS);
    return () => clearInterval(timer);
  }, [siteId, isLive]);
}
