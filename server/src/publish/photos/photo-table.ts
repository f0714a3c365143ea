import { PHOTO_HEIGHT_TYPES, type PhotoHeightType } from '@overlook/shared/config';
import { MalformedContentError } from '@overlook/shared/tiles3d';
import { csvSeparator, parseCsv } from '../object-tree/parse-csv.ts';

/** A number of each column, with its limits: degrees, metres. */
const NUMBERS = {
  longitude: [-180, 180],
  latitude: [-90, 90],
  altitude: [-12_000, 100_000],
  x: [-1e6, 1e6],
  y: [-1e6, 1e6],
  z: [-1e6, 1e6],
  heading: [-360, 360],
  pitch: [-90, 90],
  roll: [-360, 360],
  hfov: [0.1, 170],
} as const;

type NumberColumn = keyof typeof NUMBERS;
const COLUMNS = ['file', ...Object.keys(NUMBERS), 'type'];

/** The data of a table about one photo; empty cells are absent. */
export interface PhotoRow extends Partial<Record<NumberColumn, number>> {
  readonly line: number;
  readonly file: string;
  type?: PhotoHeightType;
}

/**
 * The rows of a table of photos, by the name of their file: a CSV whose first line names its columns, `file` and any of
 * the others. Throws `ContentError` with line and column.
 */
export function parsePhotoTable(text: string): PhotoRow[] {
  const csv = text.replace(/^\uFEFF/, '');
  const [head, ...records] = parseCsv(csv);
  const columns = columnsOf(head?.cells ?? []);
  const hasDecimalCommas = csvSeparator(csv) !== ',';
  const rows = records.map(({ line, cells }) => rowOf(line, cells, { columns, hasDecimalCommas }));
  const byFile = new Map<string, number>();
  for (const { line, file } of rows) {
    const before = byFile.get(file);
    if (before !== undefined)
      throw new MalformedContentError(`line ${line}, column “file”`, `names “${file}”, as line ${before} does.`);
    byFile.set(file, line);
  }
  return rows;
}

function columnsOf(cells: readonly string[]): readonly string[] {
  const columns = cells.map((cell) => cell.trim().toLowerCase());
  const fail = (reason: string): never => {
    throw new MalformedContentError('line 1', reason);
  };
  if (!columns.includes('file')) fail(`has no column “file”; the columns are ${COLUMNS.join(', ')}.`);
  for (const [i, column] of columns.entries()) {
    if (!COLUMNS.includes(column)) fail(`has the column “${cells[i]}”; those that are read are ${COLUMNS.join(', ')}.`);
    if (columns.indexOf(column) !== i) fail(`has the column “${column}” twice.`);
  }
  return columns;
}

interface TableForm {
  readonly columns: readonly string[];
  /** Commas do not separate cells, so that they may be those of decimals. */
  readonly hasDecimalCommas: boolean;
}

function rowOf(line: number, cells: readonly string[], { columns, hasDecimalCommas }: TableForm): PhotoRow {
  if (cells.length > columns.length)
    throw new MalformedContentError(`line ${line}`, `has ${cells.length} cells for ${columns.length} columns.`);
  const row: { -readonly [Key in keyof PhotoRow]: PhotoRow[Key] } = { line, file: '' };
  for (const [i, column] of columns.entries()) {
    const cell = cells[i]?.trim() ?? '';
    const fail = (reason: string): never => {
      throw new MalformedContentError(`line ${line}, column “${column}”`, reason);
    };
    if (column === 'file') row.file = cell === '' ? fail('is empty.') : normal(cell);
    else if (cell === '') continue;
    else if (column === 'type')
      row.type =
        PHOTO_HEIGHT_TYPES.find((type) => type === cell.toLowerCase()) ??
        fail(`is “${cell}”; types are ${PHOTO_HEIGHT_TYPES.join(', ')}.`);
    else {
      const number = hasDecimalCommas ? cell.replace(',', '.') : cell;
      row[column as NumberColumn] = numberOf(column as NumberColumn, number, fail);
    }
  }
  assertComplete(row, ['longitude', 'latitude']);
  assertComplete(row, ['x', 'y', 'z']);
  if (row.x !== undefined && (row.longitude !== undefined || row.altitude !== undefined))
    throw new MalformedContentError(
      `line ${line}, column “x”`,
      'gives a second position beside longitude, latitude or altitude.',
    );
  return row;
}

const normal = (file: string): string => file.replaceAll('\\', '/').replace(/^(?:\.\/)+/, '');

function numberOf(column: NumberColumn, cell: string, fail: (reason: string) => never): number {
  const value = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(cell) ? Number(cell) : NaN;
  if (!Number.isFinite(value)) fail(`is “${cell}”, which is no number (decimals follow a point).`);
  const [least, most] = NUMBERS[column];
  if (value < least || value > most) fail(`is ${cell}; it lies between ${least} and ${most}.`);
  return value;
}

function assertComplete(row: PhotoRow, columns: readonly NumberColumn[]): void {
  const missing = columns.find((column) => row[column] === undefined);
  if (missing && columns.some((column) => row[column] !== undefined))
    throw new MalformedContentError(
      `line ${row.line}, column “${missing}”`,
      `is empty, but ${columns.filter((column) => row[column] !== undefined).join(', ')} is given.`,
    );
}

/**
 * Gives each row to its photo: by path, or by name alone where only one photo has it. Returns rows by path, and the names
 * that are of no photo. Throws `ContentError` for a name that several have.
 */
export function matchRows(
  rows: readonly PhotoRow[],
  names: readonly string[],
): { rows: Map<string, PhotoRow>; missing: string[] } {
  const paths = new Set(names);
  const byName = new Map<string, string[]>();
  for (const name of names) {
    const base = name.slice(name.lastIndexOf('/') + 1);
    byName.set(base, [...(byName.get(base) ?? []), name]);
  }
  const matched = new Map<string, PhotoRow>();
  const missing: string[] = [];
  for (const row of rows) {
    const found = paths.has(row.file) ? [row.file] : (byName.get(row.file) ?? []);
    if (found.length > 1)
      throw new MalformedContentError(
        `line ${row.line}, column “file”`,
        `is “${row.file}”, the name of ${found.length} photos (${found.slice(0, 3).join(', ')}): give its path.`,
      );
    if (found.length === 0) missing.push(row.file);
    else matched.set(found[0]!, row);
  }
  return { rows: matched, missing };
}
