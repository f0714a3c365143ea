import { useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { procedures, queryClient } from '../../api/queries.ts';
import { TREE_ID, cad, resetCad, select, toggleTree } from '../../state/cad.ts';
import { CadPanel } from './cad-panel.tsx';
import { flyToItem } from './fly-to-item.ts';
import { useFeaturesInModel } from './use-features-in-model.ts';
import { useSelectionLabel } from './use-selection-label.ts';
import { selectItems } from './use-selection.ts';

/** The object tree while it is open, and what it does to the model whether or not it is. */
export function CadDock({ siteId, className }: { siteId: number; className: string | undefined }) {
  const { isTreeOpen } = useSnapshot(cad);
  const dock = useRef<HTMLElement>(null);
  useFeaturesInModel();
  useSelectionLabel(siteId);
  useClicks(siteId);
  useFlights(siteId);
  // Made anew for each site.
  useEffect(() => () => resetCad({ isTreeOpen: cad.isTreeOpen }), []);
  if (!isTreeOpen) return null;
  return (
    <aside ref={dock} id={TREE_ID} className={className} aria-label="Object tree">
      <CadPanel siteId={siteId} panel={dock} onClose={toggleTree} />
    </aside>
  );
}

/** Flies to the object selected last, each time that is asked for. */
function useFlights(siteId: number): void {
  const { flyCount } = useSnapshot(cad);
  const done = useRef(flyCount);
  useEffect(() => {
    const itemId = cad.selected.at(-1)?.id;
    if (done.current === flyCount || itemId === undefined) return;
    done.current = flyCount;
    const query = procedures.cad.item.queryOptions({ siteId, itemId }, { meta: { failureKey: 'cad.fetchFailed' } });
    void queryClient.fetchQuery(query).then(
      ({ item }) => flyToItem(item),
      // The query has said it.
      () => undefined,
    );
  }, [siteId, flyCount]);
}

/** Selects what was clicked in the model, and nothing after a click beside it. */
function useClicks(siteId: number): void {
  const { clicked } = useSnapshot(cad);
  useEffect(() => {
    if (!clicked) return;
    if (clicked.featureId === null) return select([]);
    const query = procedures.cad.byFeature.queryOptions({ siteId, featureId: clicked.featureId });
    void queryClient.fetchQuery(query).then(
      ({ item }) => void (item ? selectItems(siteId, [item]) : select([])),
      // The query has said it.
      () => undefined,
    );
  }, [siteId, clicked]);
}
