import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { Cell, Column, Row, Table, TableBody, TableHeader } from 'react-aria-components';
import { Checkbox } from '../inputs/checkbox.tsx';
import { classNames } from '../class-names.ts';
import { Skeleton } from '../status/skeleton.tsx';
import { type Layout, useLayout } from '../use-layout.ts';
import css from './data-table.module.css';

export interface DataColumn<Item> {
  /** The sort key of the column; also the React key. */
  key: string;
  title: string;
  isSortable?: boolean;
  /** The narrowest arrangement that has room for it. */
  from?: 'phone' | 'tablet' | 'desktop';
  /** 'number' is aligned to the end of its cell; 'actions' is as narrow as an icon button unless it has a width, and its head is for screen readers only. */
  kind?: 'text' | 'number' | 'actions';
  /** Share of the width, in percent. */
  widthPercent?: number;
  render: (item: Item) => ReactNode;
}

export interface Sorting {
  sort: string;
  direction: 'asc' | 'desc';
}

interface DataTableProps<Item> {
  label: string;
  columns: readonly DataColumn<Item>[];
  /** Null until the first page has come. */
  items: readonly Item[] | null;
  /** Both are absent in a list with only one order. */
  sorting?: Sorting;
  onSort?: (sorting: Sorting) => void;
  onOpen?: ((item: Item) => void) | undefined;
  /** Ids of the ticked rows; without it rows cannot be ticked. */
  selected?: ReadonlySet<number>;
  onSelect?: (ids: ReadonlySet<number>) => void;
}

const SKELETON_ROWS = Array.from({ length: 8 }, (_, index) => index);
/** The style sheet decides at which widths it counts. */
const WIDTH = '--column-width' as string;
const ORDER: readonly Layout[] = ['phone', 'tablet', 'desktop', 'wide'];

/** Rows of a list. Heads sort, rows open and are ticked; arrows go through it, and it is one stop for Tab. */
export function DataTable<Item extends { id: number }>(props: DataTableProps<Item>) {
  const { label, items, sorting, onSort, onOpen, selected, onSelect } = props;
  const layout = useLayout();
  const columns = props.columns.filter(({ from = 'phone' }) => ORDER.indexOf(from) <= ORDER.indexOf(layout));
  const select = (keys: 'all' | Set<string | number>) =>
    onSelect?.(new Set(keys === 'all' ? items?.map(({ id }) => id) : [...keys].map(Number)));
  return (
    <Table
      aria-label={label}
      aria-busy={items === null}
      className={css.table!}
      selectionMode={selected ? 'multiple' : 'none'}
      selectedKeys={selected ?? []}
      onSelectionChange={select}
      {...(sorting && {
        sortDescriptor: {
          column: sorting.sort,
          direction: sorting.direction === 'asc' ? ('ascending' as const) : ('descending' as const),
        },
      })}
      onSortChange={({ column, direction }) =>
        onSort?.({ sort: String(column), direction: direction === 'descending' ? 'desc' : 'asc' })
      }
      onRowAction={(id) => {
        const item = items?.find((candidate) => candidate.id === id);
        if (item) onOpen?.(item);
      }}
    >
      <TableHeader className={css.header!}>
        {selected && (
          <Column className={css.tick!}>
            <Checkbox slot="selection" />
          </Column>
        )}
        {columns.map((column, index) => (
          <HeadCell key={column.key} column={column} isFirst={index === 0} />
        ))}
      </TableHeader>
      <TableBody>
        {items === null
          ? SKELETON_ROWS.map((index) => (
              <Row key={`skeleton ${index}`} id={-1 - index} className={css.row!}>
                {selected && <Cell className={css.tick!} />}
                {columns.map(({ key }) => (
                  <Cell key={key} className={css.cell!}>
                    <Skeleton className={css.skeleton} />
                  </Cell>
                ))}
              </Row>
            ))
          : items.map((item) => (
              <Row key={item.id} id={item.id} className={classNames(css.row, onOpen && css.opens)}>
                {selected && (
                  <Cell className={css.tick!}>
                    <Checkbox slot="selection" />
                  </Cell>
                )}
                {columns.map(({ key, kind = 'text', render }, index) => (
                  <Cell key={key} className={classNames(css.cell, css[kind], index === 0 && css.main)}>
                    {render(item)}
                  </Cell>
                ))}
              </Row>
            ))}
      </TableBody>
    </Table>
  );
}

function HeadCell<Item>({ column, isFirst }: { column: DataColumn<Item>; isFirst: boolean }) {
  const { key, title, kind = 'text', isSortable = false, widthPercent } = column;
  return (
    <Column
      id={key}
      isRowHeader={isFirst}
      allowsSorting={isSortable}
      className={classNames(css.column, css[kind], isFirst && css.main)}
      style={widthPercent === undefined ? {} : { [WIDTH]: `${widthPercent}%` }}
    >
      {({ sortDirection }) => (
        <span className={kind === 'actions' ? 'visually-hidden' : css.heading}>
          {title}
          {sortDirection === 'ascending' && <ArrowUp size={14} strokeWidth={1.75} aria-hidden />}
          {sortDirection === 'descending' && <ArrowDown size={14} strokeWidth={1.75} aria-hidden />}
        </span>
      )}
    </Column>
  );
}
