import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Moc } from '@overlook/shared/schemas';
import { mocs as mocsStore } from '../../../state/mocs.ts';
import { rowForKey } from '../../../ui/rows/row-window.ts';
import { useScrolledRows } from '../../../ui/rows/use-scrolled-rows.ts';
import { MocRow } from './moc-row.tsx';
import css from './mocs-list.module.css';

interface MocsListProps {
  mocs: readonly Moc[];
  /** The element that scrolls the list. */
  view: RefObject<HTMLElement | null>;
}

/** Changes as rows, one of them open. One stop of the keyboard; rows are there only where they are in view. */
export function MocsList({ mocs, view }: MocsListProps) {
  const list = useRef<HTMLUListElement>(null);
  const { openId } = useSnapshot(mocsStore);
  const [detailsPx, setDetailsPx] = useState(0);
  const open = mocs.findIndex(({ id }) => id === openId);
  const extraBefore = (row: number): number => (open >= 0 && row > open ? detailsPx : 0);
  const { first, end, topOf, reveal } = useScrolledRows(view, mocs.length, { rows: list, sticky: 0, extraBefore });
  const [active, setActive] = useState(0);
  const focusRow = useRef<number | null>(null);
  useEffect(() => {
    if (focusRow.current === null) return;
    const head = list.current?.querySelector<HTMLElement>(`[data-row="${focusRow.current}"] button`);
    if (!head) return;
    focusRow.current = null;
    head.focus({ preventScroll: true });
  });
  useEffect(() => {
    // Opened on the stage: its row may be out of view.
    if (open >= 0) reveal(open);
  }, [open, reveal]);
  const current = Math.min(active, mocs.length - 1);
  const pressKey = (event: KeyboardEvent) => {
    const isHead = event.target instanceof HTMLElement && event.target.hasAttribute('data-head');
    const next = isHead ? rowForKey(event.key, current, mocs.length) : null;
    if (next === null) return;
    event.preventDefault();
    focusRow.current = next;
    setActive(next);
    reveal(next);
  };
  return (
    <ul
      ref={list}
      className={css.list}
      aria-label="MOCs"
      style={{ height: topOf(mocs.length), paddingTop: topOf(first) }}
      onKeyDown={pressKey}
    >
      {mocs.slice(first, end).map((moc, i) => (
        <MocRow
          key={moc.id}
          moc={moc}
          place={{ row: first + i, count: mocs.length }}
          isOpen={first + i === open}
          isStop={first + i === current}
          onFocus={() => setActive(first + i)}
          onDetailsHeight={setDetailsPx}
        />
      ))}
    </ul>
  );
}
