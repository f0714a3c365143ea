import { type ReactNode, useState } from 'react';
import { flyToItem } from '../fly-to-item.ts';
import { selectItems } from '../select-items.ts';
import { ItemMenu } from './item-menu.tsx';
import type { TreeTarget } from './object-tree.tsx';
import type { TreeItem } from './tree-item.ts';

interface Choice {
  select: (item: TreeItem, isAdded: boolean) => void;
  flyTo: (item: TreeItem) => void;
  showMenu: (target: TreeTarget) => void;
  menu: ReactNode;
}

/** What pressing a row of the tree does: it is selected, flown to, or has its menu shown. */
export function useChoice(siteId: number, selectedIds: ReadonlySet<number>): Choice {
  const [target, setTarget] = useState<TreeTarget | null>(null);
  return {
    select: (item, isAdded) => void selectItems(siteId, [item], isAdded),
    flyTo: flyToItem,
    showMenu: setTarget,
    menu: target && (
      <ItemMenu siteId={siteId} target={target} selectedIds={selectedIds} onClose={() => setTarget(null)} />
    ),
  };
}
