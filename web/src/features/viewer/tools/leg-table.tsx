import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import type { Units } from '@overlook/shared/format';
import type { Leg } from '@overlook/shared/maths';
import { announce } from '../../../ui/announcer.tsx';
import { type LegRow, legRow, legSpoken, totalRow } from '@overlook/embed/controls/leg-rows';
import { TOOLS_MESSAGES } from '@overlook/shared/messages';
import { rowForKey } from '../../../ui/rows/row-window.ts';
import { useScrolledRows } from '../../../ui/rows/use-scrolled-rows.ts';
import css from './leg-table.module.css';

interface LegTableProps {
  legs: readonly Leg[];
  total: Leg;
  /** Number of points; in a closed outline it is the number of legs. */
  points: number;
  /** Index of the active leg, or null. */
  active: number | null;
  units: Units;
  onActivate: (index: number) => void;
}

/**
 * The legs of a measurement. One stop for the keyboard: arrows move through the rows and make the leg active. Only the
 * rows in view are drawn, so that ten thousand cost no more than twenty.
 */
export function LegTable({ legs, total, points, active, units, onActivate }: LegTableProps) {
  const id = useId();
  const view = useRef<HTMLDivElement>(null);
  const { first, end, rowPx, reveal } = useScrolledRows(view, legs.length);
  const rowId = (index: number) => `${id}-${index}`;

  const activate = (index: number) => {
    reveal(index);
    onActivate(index);
    announce(legSpoken(legs[index]!, index, units));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const index = rowForKey(event.key, active ?? -1, legs.length);
    if (index === null) return;
    event.preventDefault();
    activate(index);
  };
  // A new leg from a click on the model is scrolled into view.
  useEffect(() => reveal(active ?? legs.length - 1), [reveal, active, legs.length]);

  return (
    <div ref={view} className={css.view}>
      <table
        className={css.table}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a table whose rows are chosen is a grid
        role="grid"
        aria-label={TOOLS_MESSAGES['tools.legs']}
        aria-rowcount={legs.length + 2}
        tabIndex={0}
        aria-activedescendant={active === null ? undefined : rowId(active)}
        onKeyDown={onKeyDown}
      >
        <thead>
          <tr aria-rowindex={1}>
            {[TOOLS_MESSAGES['tools.leg'], TOOLS_MESSAGES['tools.length'], 'ΔE', 'ΔN', 'ΔU'].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Space rows={first} rowPx={rowPx} />
          {legs.slice(first, end).map((leg, offset) => {
            const index = first + offset;
            return (
              <tr
                key={index}
                id={rowId(index)}
                className={css.row}
                aria-rowindex={index + 2}
                aria-selected={index === active}
                onClick={() => activate(index)}
              >
                <Cells row={legRow(leg, index, points, units)} />
              </tr>
            );
          })}
          <Space rows={legs.length - end} rowPx={rowPx} />
        </tbody>
        <tfoot>
          <tr aria-rowindex={legs.length + 2}>
            <Cells row={totalRow(total, units)} />
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

function Cells({ row }: { row: LegRow }) {
  return (
    <>
      <td>{row.name}</td>
      <td className={css.length}>{row.length}</td>
      <td>{row.east}</td>
      <td>{row.north}</td>
      <td>{row.up}</td>
    </>
  );
}

/** The height of rows that are not drawn. */
function Space({ rows, rowPx }: { rows: number; rowPx: number }) {
  if (rows <= 0) return null;
  return <tr aria-hidden style={{ height: rows * rowPx }} />;
}
