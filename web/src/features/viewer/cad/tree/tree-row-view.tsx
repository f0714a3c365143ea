import type { CSSProperties } from 'react';
import { Box, ChevronDown, ChevronRight, Folder, FolderOpen, Tag } from 'lucide-react';
import { numberText } from '@overlook/shared/format';
import { CAD_MESSAGES, COMMON_MESSAGES } from '@overlook/shared/messages';
import { classNames } from '../../../../ui/class-names.ts';
import { Button } from '../../../../ui/button/button.tsx';
import { Skeleton } from '../../../../ui/status/skeleton.tsx';
import { Bold } from './bold.tsx';
import { excerpt, LONGEST } from './bold-parts.ts';
import { type FoundRow, hasSecondLine, SECOND_LINE_PX } from './found-tree.ts';
import type { TreeItem } from './tree-item.ts';
import type { TreeRow } from './tree-rows.ts';
import type { RowState } from './use-row-states.ts';
import css from './object-tree.module.css';

interface TreeRowViewProps {
  id: string;
  row: TreeRow;
  state: RowState & { isActive: boolean };
  onRetry: () => void;
}

/** One row of the object tree: its level, its name, whether it is tagged, and how many objects it contains. */
export function TreeRowView({ id, row, state, onRetry }: TreeRowViewProps) {
  const { item, found, canOpen, isOpen, isActive, isSelected, hasFailed } = state;
  const isLoading = item === null && !hasFailed;
  const level = row.way.length;
  const extraPx = found && hasSecondLine(found) ? SECOND_LINE_PX : 0;
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <div
      id={id}
      role="treeitem"
      aria-level={level}
      aria-setsize={row.parent.count}
      aria-posinset={row.index + 1}
      aria-selected={isSelected}
      aria-expanded={canOpen ? isOpen : undefined}
      aria-label={isLoading ? CAD_MESSAGES['cad.loadingObject'] : undefined}
      aria-busy={isLoading}
      data-extra-px={extraPx || undefined}
      className={classNames(css.row, isActive && css.active, isSelected && css.selected)}
      style={{ '--level': level, '--extra': `${extraPx}px` } as CSSProperties}
    >
      <span className={css.chevron} data-part="chevron" aria-hidden>
        {canOpen && <Chevron size={14} strokeWidth={1.75} />}
      </span>
      {item && <ItemCells item={item} found={found} isOpen={isOpen} />}
      {isLoading && <Skeleton className={css.loading} />}
      {!item && hasFailed && (
        <>
          <span className={css.failed}>{CAD_MESSAGES['cad.levelFailed']}</span>
          <Button tone="ghost" onClick={onRetry}>
            {CAD_MESSAGES['cad.retry']}
          </Button>
        </>
      )}
    </div>
  );
}

/** Letters of a name, and of a value, that fit for certain into the width of the panel. */
const NAME_LETTERS = 32;
const VALUE_LETTERS = 20;

function ItemCells({ item, found, isOpen }: Pick<RowState, 'found' | 'isOpen'> & { item: TreeItem }) {
  const GroupIcon = isOpen ? FolderOpen : Folder;
  const Icon = item.hasChildren ? GroupIcon : Box;
  return (
    <>
      <Icon size={14} strokeWidth={1.75} aria-hidden className={css.icon} />
      <span className={css.texts}>
        <span className={classNames(css.name, found && !found.hit && css.above)}>
          {found ? (
            <Bold text={excerpt(item.name, found.query, NAME_LETTERS)} query={found.query} />
          ) : (
            item.name.slice(0, LONGEST)
          )}
        </span>
        {found && hasSecondLine(found) && <Match {...found} />}
      </span>
      {item.tags.length > 0 && (
        <Tag size={12} strokeWidth={2.25} aria-label={CAD_MESSAGES['cad.tagged']} className={css.tag} />
      )}
      {item.hasChildren && <span className={css.count}>{numberText(item.objectCount, 0)}</span>}
    </>
  );
}

const PLACES = {
  name: COMMON_MESSAGES['common.name'],
  tag: CAD_MESSAGES['cad.tag'],
  property: CAD_MESSAGES['cad.property'],
  path: CAD_MESSAGES['cad.path'],
} as const;

function Match({ hit, query }: FoundRow & { query: string }) {
  if (!hit) return null;
  const { where, property, text } = hit.match;
  return (
    <span className={css.match}>
      {property ?? PLACES[where]}: <Bold text={excerpt(text, query, VALUE_LETTERS)} query={query} />
    </span>
  );
}
