import { CAD_MESSAGES } from '@overlook/shared/messages';
import { type RefObject, useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { procedures, queryClient } from '../../../api/queries.ts';
import { cadSite } from '../../../state/cad-capture.ts';
import { cad, resetCad, toggleTree } from '../../../state/cad.ts';
import { useCommand } from '../../../state/commands.ts';
import { CadPanel } from './cad-panel.tsx';
import { flyToItem } from './fly-to-item.ts';
import { useSelectionLabel } from './use-selection-label.ts';

interface CadDockProps {
  siteId: number;
  /** Holds the element of the dock while the tree is open. */
  dock: RefObject<HTMLElement | null>;
  className: string | undefined;
}

/** The object tree while it is open, and its effects on the model also while it is closed. */
export function CadDock({ siteId, dock, className }: CadDockProps) {
  const { isTreeOpen } = useSnapshot(cad);
  useSelectionLabel(siteId);
  useFlights(siteId);
  // It is mounted again for each site.
  useEffect(() => () => resetCad({ isTreeOpen: cad.isTreeOpen }), []);
  if (!isTreeOpen) return null;
  return (
    <aside ref={dock} className={className} aria-label={CAD_MESSAGES['cad.objectTree']}>
      <CadPanel siteId={siteId} panel={dock} onClose={toggleTree} />
    </aside>
  );
}

/** Flies to the last selected object when its key is pressed. */
function useFlights(siteId: number): void {
  useCommand('flyToSelected', () => {
    const itemId = cad.selected.at(-1)?.id;
    if (itemId === undefined) return;
    const query = procedures.cad.item.queryOptions(
      { ...cadSite(siteId), itemId },
      { meta: { failureText: CAD_MESSAGES['cad.fetchFailed'] } },
    );
    void queryClient.fetchQuery(query).then(
      ({ item }) => flyToItem(item),
      // The query shows the failure as a toast.
      () => undefined,
    );
  });
}
