import { type KeyboardEvent, type MouseEvent, useId, useRef } from 'react';
import type { CadItem } from '@overlook/shared/schemas';
import { useScrolledRows } from '../../../ui/rows/use-scrolled-rows.ts';
import { type Branch, closed, isOpen, opened, rowAt, rowCount } from './tree-rows.ts';
import { treeMove } from './tree-move.ts';
import { TreeRowView } from './tree-row-view.tsx';
import { type Reveal, useActiveRow } from './use-active-row.ts';
import { useTypeAhead } from './use-type-ahead.ts';
import { useTreePages } from './use-tree-pages.ts';
import css from './object-tree.module.css';

export interface TreeTarget {
  item: CadItem;
  /** Where its row is, in CSS pixels of the window. */
  at: { x: number; y: number };
}

interface ObjectTreeProps {
  siteId: number;
  tree: Branch;
  onTree: (tree: Branch) => void;
  selectedIds: ReadonlySet<number>;
  reveal: Reveal | null;
  /** `isAdded` with Ctrl or Cmd: one more, or one less. */
  onSelect: (item: CadItem, isAdded: boolean) => void;
  onMenu: (target: TreeTarget) => void;
}

/** The tree of objects: one stop of the keyboard, rows only where they are in view. */
export function ObjectTree({ siteId, tree, onTree, selectedIds, reveal, onSelect, onMenu }: ObjectTreeProps) {
  const view = useRef<HTMLDivElement>(null);
  const ids = useId();
  const count = rowCount(tree);
  const { first, end, rowPx, reveal: scrollTo } = useScrolledRows(view, count, 0);
  const [active, setActive] = useActiveRow(tree, reveal, scrollTo);
  const typeAhead = useTypeAhead();
  const rows = Array.from({ length: end - first }, (_, i) => rowAt(tree, first + i));
  const pages = useTreePages(siteId, rows);
  const itemAt = (row: number): CadItem | null => pages.itemOf(rowAt(tree, row));

  const toggle = (row: number, isWanted?: boolean) => {
    const { way } = rowAt(tree, row);
    const item = itemAt(row);
    const isNow = isOpen(tree, way);
    if (!item?.hasChildren || isWanted === isNow) return;
    onTree(isNow ? closed(tree, way) : opened(tree, way, item.id, item.childCount));
  };
  const menuAt = (row: number, at?: { x: number; y: number }) => {
    const item = itemAt(row);
    const box = document.getElementById(`${ids}-${row}`)?.getBoundingClientRect();
    if (item && box) onMenu({ item, at: at ?? { x: box.left + box.width / 3, y: box.bottom } });
  };
  const pressKey = (event: KeyboardEvent) => {
    if (event.altKey || count === 0) return;
    const item = itemAt(active);
    const named = typeAhead(event, { count, active, nameOf: (row) => itemAt(row)?.name ?? null });
    if (named !== null) return setActive(named);
    if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) menuAt(active);
    else if ((event.key === 'Enter' || event.key === ' ') && item) onSelect(item, event.ctrlKey || event.metaKey);
    else {
      const move = treeMove(event.key, { tree, row: active, hasChildren: item?.hasChildren ?? false });
      if (move === null) return;
      if (typeof move === 'number') setActive(move);
      else toggle(active, move === 'open');
    }
    event.preventDefault();
  };
  const press = (event: MouseEvent) => {
    const row = rowUnder(event);
    if (row === null) return;
    setActive(row);
    const item = itemAt(row);
    const part = (event.target as Element).closest('[data-part="chevron"]');
    if (part && item?.hasChildren) toggle(row);
    else if (item) onSelect(item, event.ctrlKey || event.metaKey);
  };
  return (
    <div
      ref={view}
      role="tree"
      aria-label="Objects"
      aria-multiselectable
      aria-activedescendant={active >= first && active < end ? `${ids}-${active}` : undefined}
      tabIndex={0}
      className={css.tree}
      onKeyDown={pressKey}
      onClick={press}
      onDoubleClick={(event) => {
        const row = rowUnder(event);
        if (row !== null) toggle(row);
      }}
      onContextMenu={(event) => {
        const row = rowUnder(event);
        if (row === null) return;
        event.preventDefault();
        setActive(row);
        menuAt(row, { x: event.clientX, y: event.clientY });
      }}
    >
      <div role="none" className={css.rows} style={{ height: count * rowPx, paddingTop: first * rowPx }}>
        {rows.map((row, i) => (
          <TreeRowView
            key={row.way.join()}
            id={`${ids}-${first + i}`}
            row={row}
            item={pages.itemOf(row)}
            isOpen={isOpen(tree, row.way)}
            isActive={first + i === active}
            isSelected={selectedIds.has(pages.itemOf(row)?.id ?? -1)}
            hasFailed={pages.hasFailed(row)}
            onRetry={pages.retry}
          />
        ))}
      </div>
    </div>
  );
}

function rowUnder(event: MouseEvent): number | null {
  const row = (event.target as Element).closest('[role="treeitem"]');
  return row ? Number(row.id.slice(row.id.lastIndexOf('-') + 1)) : null;
}
