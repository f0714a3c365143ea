import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { MOCS_MESSAGES } from '@overlook/shared/messages';
import type { MocSummary } from '../../../api/moc-list.ts';
import { useCommand } from '../../../state/commands.ts';
import { endFocusOnMoc, mocs as mocsStore } from '../../../state/mocs.ts';
import { drawnRows, rowForKey } from '../../../ui/rows/row-window.ts';
import { useScrolledRows } from '../../../ui/rows/use-scrolled-rows.ts';
import { MocRow } from './moc-row.tsx';
import css from './mocs-list.module.css';

interface MocsListProps {
  mocs: readonly MocSummary[];
  /** The element that scrolls the list. */
  view: RefObject<HTMLElement | null>;
}

/**
 * Changes as rows, one of them open. One stop of the keyboard. Only visible rows are rendered, and always the open one,
 * so that its typed and drawn input is kept.
 */
export function MocsList({ mocs, view }: MocsListProps) {
  const list = useRef<HTMLUListElement>(null);
  const { openId, focusId } = useSnapshot(mocsStore);
  const [detailsPx, setDetailsPx] = useState(0);
  const open = mocs.findIndex(({ id }) => id === openId);
  const extraBefore = (row: number): number => (open >= 0 && row > open ? detailsPx : 0);
  const { first, end, topOf, reveal } = useScrolledRows(view, mocs.length, {
    rows: list,
    sticky: 0,
    extraBefore,
  });
  const [active, setActive] = useState(0);
  const focusRow = useRef<number | null>(null);
  useEffect(() => {
    if (focusRow.current === null) return;
    const head = list.current?.querySelector<HTMLElement>(`[data-row="${focusRow.current}"] button`);
    if (!head) return;
    focusRow.current = null;
    head.focus({ preventScroll: true });
  });
  const isOpenListed = open >= 0;
  const rowOf = useEffectEvent((mocId: number) => mocs.findIndex(({ id }) => id === mocId));
  useEffect(() => {
    // Opened on the stage: its row may be out of view. Not when its index alone changes, which others do by saving.
    if (openId !== null && isOpenListed) reveal(rowOf(openId));
  }, [openId, isOpenListed, reveal]);
  useEffect(() => {
    if (focusId === null || focusId !== openId || !isOpenListed) return;
    if (isFocusFree()) focusRow.current = rowOf(focusId);
    endFocusOnMoc();
  }, [focusId, openId, isOpenListed]);
  useCommand('revealMoc', (mocId) => {
    const row = mocs.findIndex(({ id }) => id === mocId);
    if (row >= 0) reveal(row);
  });
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
      aria-label={MOCS_MESSAGES['moc.mocs']}
      style={{ height: topOf(mocs.length), paddingTop: topOf(first) }}
      onKeyDown={pressKey}
    >
      {drawnRows(mocs, { first, end }, open).map(({ item: moc, row, isAway }) => (
        <MocRow
          key={moc.id}
          moc={moc}
          place={{ row, count: mocs.length, topPx: isAway ? topOf(row) : undefined }}
          isOpen={row === open}
          isStop={row === current}
          onFocus={() => setActive(row)}
          onDetailsHeight={setDetailsPx}
        />
      ))}
    </ul>
  );
}

/** Nobody uses the keyboard elsewhere: the focus is on nothing, or on the model. */
function isFocusFree(): boolean {
  const { activeElement } = document;
  return activeElement === document.body || activeElement?.closest('[role="application"]') != null;
}
