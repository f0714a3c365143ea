import { useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { procedures, queryClient } from '../../../../api/queries.ts';
import { cadSite } from '../../../../state/cad-capture.ts';
import { cad } from '../../../../state/cad.ts';
import { ObjectTree } from './object-tree.tsx';
import { type Branch, closed, opened, openedTo } from './tree-rows.ts';
import type { Reveal } from './use-active-row.ts';
import { useChoice } from './use-choice.tsx';

interface FullTreeProps {
  siteId: number;
  tree: Branch;
  onTree: (change: (before: Branch) => Branch) => void;
  selectedIds: ReadonlySet<number>;
}

/** All objects, open at the one that was selected last. */
export function FullTree({ siteId, tree, onTree, selectedIds }: FullTreeProps) {
  const [reveal, setReveal] = useState<Reveal | null>(null);
  /** An object that was chosen in the tree itself is already visible. */
  const chosenHere = useRef<number | null>(null);
  const newest = useSnapshot(cad).selected.at(-1)?.id ?? null;
  const choice = useChoice(siteId, selectedIds);
  useEffect(() => {
    if (newest === null || newest === chosenHere.current) return;
    const show = async () => {
      const { ancestors, item } = await queryClient.fetchQuery(
        procedures.cad.pathTo.queryOptions({ ...cadSite(siteId), itemId: newest }),
      );
      onTree((before) => openedTo(before, ancestors));
      setReveal({ way: [...ancestors, item].map(({ index }) => index) });
    };
    // Not found in the tree: the tree does not change, and the details below show the error.
    show().catch(() => undefined);
  }, [siteId, newest, onTree]);
  return (
    <>
      <ObjectTree
        siteId={siteId}
        tree={tree}
        selectedIds={selectedIds}
        reveal={reveal}
        actions={{
          toggle: (way, { id, childCount }, isWanted) =>
            onTree((before) => (isWanted ? opened(before, way, id, childCount) : closed(before, way))),
          select: (item, isAdded) => {
            chosenHere.current = item.id;
            choice.select(item, isAdded);
          },
          flyTo: choice.flyTo,
          showMenu: choice.showMenu,
        }}
      />
      {choice.menu}
    </>
  );
}
