import { type ReactNode, useState } from 'react';
import { select } from '../../../../state/cad.ts';
import { selectItems } from '../select-items.ts';
import { ItemMenu } from './item-menu.tsx';
import type { TreeTarget } from './object-tree.tsx';
import type { TreeItem } from './tree-item.ts';

interface Choice {
  select: (item: TreeItem, isAdded: boolean) => void;
  showMenu: (target: TreeTarget) => void;
  menu: ReactNode;
}

/** What pressing a row of the tree does: it is selected, or no more when it was the only one, or has its menu shown. */
export function useChoice(siteId: number, selectedIds: ReadonlySet<number>): Choice {
  const [target, setTarget] = useState<TreeTarget | null>(null);
  return {
    select: (item, isAdded) => {
      if (!isAdded && selectedIds.size === 1 && selectedIds.has(item.id)) select([]);
      else void selectItems(siteId, [item], isAdded);
    },
    showMenu: setTarget,
    menu: target && (
      <ItemMenu siteId={siteId} target={target} selectedIds={selectedIds} onClose={() => setTarget(null)} />
    ),
  };
}
