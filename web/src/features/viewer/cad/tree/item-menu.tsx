import { CornerLeftUp, Copy, Eye, EyeOff, Focus, LocateFixed, MousePointerClick } from 'lucide-react';
import { useRef } from 'react';
import { CAD_MESSAGES, formatMessage } from '@overlook/shared/messages';
import { hideSelected, isolateSelected, showAll } from '../../../../state/cad.ts';
import { copyText } from '../../../../ui/copy-text.ts';
import { MenuList } from '../../../../ui/menu/menu-list.tsx';
import { flyToItem } from '../fly-to-item.ts';
import { selectItems } from '../select-items.ts';
import type { TreeTarget } from './object-tree.tsx';

interface ItemMenuProps {
  siteId: number;
  target: TreeTarget;
  selectedIds: ReadonlySet<number>;
  onClose: () => void;
}

/** The context menu of an object, at the pointer (specification §2, and further common actions). */
export function ItemMenu({ siteId, target: { item, at }, selectedIds, onClose }: ItemMenuProps) {
  const anchor = useRef<HTMLSpanElement>(null);
  /** The menu acts on the object on which it was opened: it is selected first, unless it is selected already. */
  const withSelected = (act: () => void) => async () => {
    if (!selectedIds.has(item.id)) await selectItems(siteId, [item]);
    act();
  };
  return (
    <>
      <span ref={anchor} style={{ position: 'fixed', left: at.x, top: at.y }} />
      <MenuList
        label={formatMessage(CAD_MESSAGES['cad.actionsOf'], { slice: item.name.slice(0, 80) })}
        openAt={{ anchor, onClose }}
        sections={[
          {
            key: 'item',
            entries: [
              {
                key: 'select',
                label: CAD_MESSAGES['cad.select'],
                icon: MousePointerClick,
                onAction: () => void selectItems(siteId, [item]),
              },
              {
                key: 'parent',
                label: CAD_MESSAGES['cad.selectGroup'],
                icon: CornerLeftUp,
                isDisabled: item.parentId === null,
                onAction: () => void (item.parentId !== null && selectItems(siteId, [{ id: item.parentId }])),
              },
              {
                key: 'copy',
                label: CAD_MESSAGES['cad.copyItemName'],
                icon: Copy,
                onAction: () => void copyText(item.name),
              },
              {
                key: 'fly',
                label: CAD_MESSAGES['cad.flyTo'],
                icon: LocateFixed,
                keys: 'F',
                isDisabled: item.position === null,
                onAction: () => flyToItem(item),
              },
            ],
          },
          {
            key: 'shown',
            entries: [
              {
                key: 'isolate',
                label: CAD_MESSAGES['cad.isolate'],
                icon: Focus,
                onAction: () => void withSelected(isolateSelected)(),
              },
              {
                key: 'hide',
                label: CAD_MESSAGES['cad.hideSelection'],
                icon: EyeOff,
                onAction: () => void withSelected(hideSelected)(),
              },
              { key: 'all', label: CAD_MESSAGES['cad.showAll'], icon: Eye, onAction: showAll },
            ],
          },
        ]}
      />
    </>
  );
}
