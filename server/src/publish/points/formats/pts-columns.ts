import { readSync } from 'node:fs';
import { namedColumns } from './named-columns.ts';
import type { OpenFile, RowLayout } from './row-source.ts';

/** What the numbers of a line of PTS mean. */
export interface PtsColumns {
  /** Of the rows, in the order of `order`. */
  readonly layout: RowLayout;
  /** Columns of x, y, z and of the fields behind them; null where they are in this order. */
  readonly order: readonly number[] | null;
  readonly warnings: readonly string[];
}

/** A line before the points that names their columns. */
export interface PtsTitles {
  /** In lower case, without units. */
  readonly names: readonly string[];
  /** Behind the signs of a comment, so that readers of numbers skip it. */
  readonly isComment: boolean;
  /** Where numbers begin that follow a line of titles which is no comment: the byte, and the lines before it. */
  readonly bytes: number;
  readonly lines: number;
}

const MOST_TITLE_BYTES = 4096;
const COLUMNS_LEAST = 3;

/** The titles before the first point, as a comment (“//X Y Z”) or in the first line; null where there are none. */
export function readTitles({ fd }: OpenFile): PtsTitles | null {
  const start = Buffer.alloc(MOST_TITLE_BYTES);
  const text = start.toString('latin1', 0, readSync(fd, start, 0, MOST_TITLE_BYTES, 0));
  let bytes = 0;
  for (const [index, line] of text.split('\n').entries()) {
    bytes += line.length + 1;
    const [, comment, words] = /^(?:\xef\xbb\xbf)?\s*(#|\/\/)?([^]*)$/.exec(line.trimEnd())!;
    const names = namesIn(words!);
    const isTitles = ['x', 'y', 'z'].every((axis) => names.includes(axis));
    const isComment = comment !== undefined;
    if (isTitles && isComment) return { names, isComment, bytes: 0, lines: 0 };
    if (isTitles) return { names, isComment, bytes, lines: index + 1 };
    if (!isComment && !/^\s*\d*\s*$/.test(words!)) return null;
  }
  return null;
}

/** Names between the strongest separators of a line. */
function namesIn(line: string): string[] {
  const between = /;/.test(line) ? ';' : /,/.test(line) ? ',' : /\t/.test(line.trim()) ? '\t' : /\s+/;
  return line
    .split(between)
    .map((name) =>
      name
        .replaceAll(/["']|[[(].*$/g, '')
        .trim()
        .toLowerCase(),
    )
    .filter((name) => name !== '');
}

/** The columns by their titles. */
export function titledColumns({ names }: PtsTitles): PtsColumns {
  const { order, intensity, color, classification } = namedColumns((of) =>
    names.findIndex((name) => of.includes(name === 'i' ? 'intensity' : name)),
  );
  const others = names.filter((_, column) => !order.includes(column));
  return {
    layout: {
      intensity: intensity === null ? null : { column: intensity, scale: null },
      color: color && { columns: color, scale: null },
      classification,
    },
    order,
    warnings: others.length > 0 ? [`Fields of the points are not read: ${others.join(', ')}.`] : [],
  };
}

/**
 * The columns by the numbers of some points, without titles: x y z, then intensity, colour and normals in one of their usual
 * orders. Null where the values do not show which one it is.
 */
export function guessedColumns(rows: readonly ArrayLike<number>[], columns: number): PtsColumns | null {
  const order = orderOf(rows, columns - COLUMNS_LEAST);
  if (order === null) return null;
  const columnOf = (kind: Kind): number | null => {
    let column = COLUMNS_LEAST;
    for (const one of order) {
      if (one === kind) return column;
      column += one === 'intensity' ? 1 : 3;
    }
    return null;
  };
  const [intensity, color] = [columnOf('intensity'), columnOf('color')];
  return {
    layout: {
      intensity: intensity === null ? null : { column: intensity, scale: null },
      color: color === null ? null : { columns: [color, color + 1, color + 2], scale: null },
      classification: null,
    },
    order: null,
    warnings: order.includes('normal') ? ['The normals of the points are not read.'] : [],
  };
}

type Kind = 'intensity' | 'color' | 'normal';

/** Orders by the numbers behind x y z; the first that fits the values counts. */
const ORDERS: Readonly<Record<number, readonly (readonly Kind[])[]>> = {
  0: [[]],
  1: [['intensity']],
  3: [['normal'], ['color']],
  4: [
    ['intensity', 'normal'],
    ['normal', 'intensity'],
    ['intensity', 'color'],
    ['color', 'intensity'],
  ],
  6: [
    ['color', 'normal'],
    ['normal', 'color'],
  ],
  7: [
    ['intensity', 'color', 'normal'],
    ['color', 'intensity', 'normal'],
    ['intensity', 'normal', 'color'],
    ['color', 'normal', 'intensity'],
  ],
};

function orderOf(rows: readonly ArrayLike<number>[], numbers: number): readonly Kind[] | null {
  const fits = (order: readonly Kind[]): boolean => {
    let column = COLUMNS_LEAST;
    return order.every((kind) => {
      const from = column;
      column += kind === 'intensity' ? 1 : 3;
      if (kind === 'intensity') return true;
      return kind === 'color' ? areColors(rows, from) : areNormals(rows, from);
    });
  };
  return ORDERS[numbers]?.find(fits) ?? null;
}

const DEEPEST = 65_535;

/** Shares of 1 in every point, or whole numbers of 8 bits or of 16. */
function areColors(rows: readonly ArrayLike<number>[], from: number): boolean {
  let isShares = true;
  let isWhole = true;
  const greatest = [0, 0, 0];
  for (const row of rows)
    for (let i = 0; i < 3; i++) {
      const value = row[from + i]!;
      if (!(value >= 0 && value <= DEEPEST)) return false;
      isShares &&= value <= 1;
      isWhole &&= Number.isInteger(value);
      greatest[i] = Math.max(greatest[i]!, value);
    }
  // A channel alone with more than 8 bits is an intensity beside two channels.
  const deep = greatest.filter((value) => value > 255).length;
  return isShares || (isWhole && deep !== 1);
}

const LENGTH_ERROR = 0.02;

/** Vectors of length 1 (or 0, where none was found), some of which no colour can be. */
function areNormals(rows: readonly ArrayLike<number>[], from: number): boolean {
  let isNoColor = false;
  for (const row of rows) {
    const [x, y, z] = [row[from]!, row[from + 1]!, row[from + 2]!];
    const length = Math.hypot(x, y, z);
    if (length !== 0 && Math.abs(length - 1) > LENGTH_ERROR) return false;
    isNoColor ||= [x, y, z].some((value) => value < 0 || !Number.isInteger(value));
  }
  return isNoColor;
}
