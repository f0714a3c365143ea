import { type KeyboardEvent, type MouseEvent, useEffect, useId, useRef } from 'react';
import { CAD_MESSAGES } from '@overlook/shared/messages';
import { useScrolledRows } from '../../../../ui/rows/use-scrolled-rows.ts';
import type { FoundTree } from './found-tree.ts';
import type { TreeItem } from './tree-item.ts';
import { type Branch, rowAt, rowCount, type Way } from './tree-rows.ts';
import { treeMove } from './tree-move.ts';
import { TreeRowView } from './tree-row-view.tsx';
import { type Reveal, useActiveRow } from './use-active-row.ts';
import { useTypeAhead } from './use-type-ahead.ts';
import { useRowStates } from './use-row-states.ts';
import css from './object-tree.module.css';

export interface TreeTarget {
  item: TreeItem;
  /** Where its row is, in CSS pixels of the window. */
  at: { x: number; y: number };
}

export interface TreeActions {
  /** Opens the branch at a way, or closes it. */
  toggle: (way: Way, item: TreeItem, isWanted: boolean) => void;
  /** `isAdded` with Ctrl or Cmd: one more, or one less. */
  select: (item: TreeItem, isAdded: boolean) => void;
  flyTo: (item: TreeItem) => void;
  showMenu: (target: TreeTarget) => void;
  /** The last row has come into view. */
  reachEnd?: () => void;
}

interface ObjectTreeProps {
  siteId: number;
  tree: Branch;
  /** Of a search: its objects are all there is, and are read from here. */
  found?: FoundTree;
  selectedIds: ReadonlySet<number>;
  reveal: Reveal | null;
  actions: TreeActions;
}

/** The tree of objects, all of them or those that a search has found: one stop of the keyboard, rows only where they are in view. */
export function ObjectTree({ siteId, tree, found, selectedIds, reveal, actions }: ObjectTreeProps) {
  const view = useRef<HTMLDivElement>(null);
  const ids = useId();
  const count = rowCount(tree);
  const options = { sticky: 0, ...(found && { extraBefore: found.extraBefore }) };
  const { first, end, topOf, reveal: scrollTo } = useScrolledRows(view, count, options);
  const [active, setActive] = useActiveRow(tree, reveal, scrollTo);
  const rows = Array.from({ length: end - first }, (_, i) => rowAt(tree, first + i));
  const { stateOf, retry } = useRowStates(siteId, { tree, found, selectedIds }, rows);
  const { reachEnd } = actions;
  useEffect(() => {
    if (end === count) reachEnd?.();
  }, [end, count, reachEnd]);

  const at = (row: number) => stateOf(rowAt(tree, row));
  const { menuAt, press, pressTwice, pressKey } = usePresses({ tree, ids, count, active, setActive, at, actions });
  return (
    <div
      ref={view}
      role="tree"
      aria-label={found ? CAD_MESSAGES['cad.objectsFound'] : CAD_MESSAGES['cad.objects']}
      aria-multiselectable
      aria-activedescendant={active >= first && active < end ? `${ids}-${active}` : undefined}
      tabIndex={0}
      className={css.tree}
      onKeyDown={pressKey}
      onClick={(event) => withRow(event, (row) => press(event, row))}
      onDoubleClick={(event) => withRow(event, (row) => pressTwice(event, row))}
      onContextMenu={(event) =>
        withRow(event, (row) => {
          event.preventDefault();
          setActive(row);
          menuAt(row, { x: event.clientX, y: event.clientY });
        })
      }
    >
      <div role="none" className={css.rows} style={{ height: topOf(count), paddingTop: topOf(first) }}>
        {rows.map((row, i) => (
          <TreeRowView
            key={row.way.join()}
            id={`${ids}-${first + i}`}
            row={row}
            state={{ ...stateOf(row), isActive: first + i === active }}
            onRetry={retry}
          />
        ))}
      </div>
    </div>
  );
}

interface Presses {
  tree: ObjectTreeProps['tree'];
  /** Begins the id of each row's element. */
  ids: string;
  count: number;
  active: number;
  setActive: (row: number) => void;
  at: (row: number) => ReturnType<ReturnType<typeof useRowStates>['stateOf']>;
  actions: TreeActions;
}

/** What presses of keys and of the mouse do, by the number of the row. */
function usePresses({ tree, ids, count, active, setActive, at, actions }: Presses) {
  const typeAhead = useTypeAhead();
  const toggle = (row: number, isWanted?: boolean) => {
    const { item, canOpen, isOpen: isNow } = at(row);
    if (item && canOpen && isWanted !== isNow) actions.toggle(rowAt(tree, row).way, item, !isNow);
  };
  const menuAt = (row: number, place?: { x: number; y: number }) => {
    const { item } = at(row);
    const box = document.getElementById(`${ids}-${row}`)?.getBoundingClientRect();
    if (item && box) actions.showMenu({ item, at: place ?? { x: box.left + box.width / 3, y: box.bottom } });
  };
  const pressKey = (event: KeyboardEvent) => {
    if (event.altKey || count === 0) return;
    const { item, canOpen } = at(active);
    const named = typeAhead(event, { count, active, nameOf: (row) => at(row).item?.name ?? null });
    if (named !== null) return setActive(named);
    if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) menuAt(active);
    else if ((event.key === 'Enter' || event.key === ' ') && item) actions.select(item, event.ctrlKey || event.metaKey);
    else {
      const move = treeMove(event.key, { tree, row: active, hasChildren: canOpen });
      if (move === null) return;
      if (typeof move === 'number') setActive(move);
      else toggle(active, move === 'open');
    }
    event.preventDefault();
  };
  const press = (event: MouseEvent, row: number) => {
    setActive(row);
    const { item, canOpen } = at(row);
    if (isOnChevron(event) && canOpen) toggle(row);
    else if (item) actions.select(item, event.ctrlKey || event.metaKey);
  };
  const pressTwice = (event: MouseEvent, row: number) => {
    const { item, canOpen } = at(row);
    if (isOnChevron(event) && canOpen) return;
    if (item?.position) actions.flyTo(item);
    else toggle(row);
  };
  return { menuAt, press, pressTwice, pressKey };
}

const isOnChevron = (event: MouseEvent): boolean => (event.target as Element).closest('[data-part="chevron"]') !== null;

/** Does something with the row under the mouse, where there is one. */
function withRow(event: MouseEvent, act: (row: number) => void): void {
  const row = (event.target as Element).closest('[role="treeitem"]');
  if (row) act(Number(row.id.slice(row.id.lastIndexOf('-') + 1)));
}
