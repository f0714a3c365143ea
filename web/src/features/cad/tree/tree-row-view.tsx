import type { CSSProperties } from 'react';
import { Box, ChevronDown, ChevronRight, Folder, FolderOpen, Tag } from 'lucide-react';
import { numberText } from '@overlook/shared/format';
import type { CadItem } from '@overlook/shared/schemas';
import { MESSAGES } from '@overlook/shared/messages';
import { classNames } from '../../../ui/class-names.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import type { TreeRow } from './tree-rows.ts';
import css from './object-tree.module.css';

interface TreeRowViewProps {
  id: string;
  row: TreeRow;
  item: CadItem | null;
  isOpen: boolean;
  isActive: boolean;
  isSelected: boolean;
  hasFailed: boolean;
  onRetry: () => void;
}

/** Of a name of thousands of letters this many are drawn; the whole one is in the details. */
const LETTERS = 300;

/** One row of the object tree: where it hangs, its name, whether it is tagged, and how many objects it holds. */
export function TreeRowView({ id, row, item, isOpen, isActive, isSelected, hasFailed, onRetry }: TreeRowViewProps) {
  const level = row.way.length;
  const GroupIcon = isOpen ? FolderOpen : Folder;
  const Icon = item?.hasChildren ? GroupIcon : Box;
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <div
      id={id}
      role="treeitem"
      aria-level={level}
      aria-setsize={row.parent.count}
      aria-posinset={row.index + 1}
      aria-selected={isSelected}
      aria-expanded={item?.hasChildren ? isOpen : undefined}
      aria-busy={item === null && !hasFailed}
      className={classNames(css.row, isActive && css.active, isSelected && css.selected)}
      style={{ '--level': level } as CSSProperties}
    >
      <span className={css.chevron} data-part="chevron" aria-hidden>
        {item?.hasChildren && <Chevron size={14} strokeWidth={1.75} />}
      </span>
      {item && (
        <>
          <Icon size={14} strokeWidth={1.75} aria-hidden className={css.icon} />
          <span className={css.name}>{item.name.slice(0, LETTERS)}</span>
          {item.tags.length > 0 && <Tag size={12} strokeWidth={2.25} aria-label="Tagged" className={css.tag} />}
          {item.hasChildren && <span className={css.count}>{numberText(item.objectCount, 0)}</span>}
        </>
      )}
      {!item && !hasFailed && <Skeleton className={css.loading} />}
      {!item && hasFailed && (
        <>
          <span className={css.failed}>{MESSAGES['cad.levelFailed']}</span>
          <Button tone="ghost" onClick={onRetry}>
            Retry
          </Button>
        </>
      )}
    </div>
  );
}
