import { MalformedContentError } from '@overlook/shared/tiles3d';

/** A record of a CSV with the line it begins on. */
export interface CsvRecord {
  line: number;
  cells: string[];
}

/** Characters of a quoted cell, with its marks; more than any property may have. */
const LONGEST_CELL = 8 * 1024 * 1024;

/**
 * The records of a CSV (RFC 4180) with the separator of `csvSeparator`; quoted cells may hold separators, doubled quotes and line
 * breaks. Empty lines are skipped. Throws `ContentError` for an open quote and a very long cell.
 */
export function parseCsv(text: string): CsvRecord[] {
  const mark = csvSeparator(text);
  const separator = mark === '|' ? String.raw`\|` : mark;
  const plainCell = new RegExp(String.raw`([^"${separator}\r\n][^${separator}\r\n]*)?(${separator}|\r\n|\r|\n|$)`, 'y');
  const cellEnd = new RegExp(String.raw`${separator}|\r\n|\r|\n|$`, 'y');
  const records: CsvRecord[] = [];
  const [head] = STATED_SEPARATOR.exec(text) ?? [''];
  let line = head === '' ? 1 : 2;
  let cells: string[] = [];
  let start = line;
  for (let at = head.length; at < text.length;) {
    const closing = text[at] === '"' ? closingQuote(text, at) : null;
    if (closing !== null && closing - at > LONGEST_CELL)
      throw new MalformedContentError(`line ${line}`, `has a cell of more than ${LONGEST_CELL} characters.`);
    const pattern = closing === null ? plainCell : cellEnd;
    pattern.lastIndex = closing === null ? at : closing + 1;
    const match = closing === -1 ? null : pattern.exec(text);
    if (!match)
      throw new MalformedContentError(`line ${line}`, 'has a quotation mark that is not closed, or text after one.');
    cells.push(closing === null ? (match[1] ?? '') : text.slice(at + 1, closing).replaceAll('""', '"'));
    line += text.slice(at, pattern.lastIndex).split(/\r\n|\r|\n/).length - 1;
    at = pattern.lastIndex;
    const end = match.at(-1);
    if (end === mark && at < text.length) continue;
    if (end === mark) cells.push('');
    if (cells.length > 1 || cells[0] !== '') records.push({ line: start, cells });
    cells = [];
    start = line;
  }
  return records;
}

/** Spreadsheets name the separator in a first line of its own. */
const STATED_SEPARATOR = /^sep=(.)(?:\r\n|\r|\n)/i;

/** The separator of a CSV: as it states, or the most frequent of the first line, outside of quotes. Decimal commas are in the lines after it. */
export function csvSeparator(text: string): string {
  const stated = STATED_SEPARATOR.exec(text)?.[1];
  if (stated !== undefined) return stated;
  const line = text.slice(0, text.search(/[\r\n]|$/)).replaceAll(/"[^"]*"/g, '');
  const counts = [',', ';', '\t', '|'].map((mark) => [mark, line.split(mark).length] as const);
  return counts.reduce((most, one) => (one[1] > most[1] ? one : most))[0];
}

/** Index of the mark that closes the one at `opening`; −1 where none does. A regular expression fails for long cells. */
function closingQuote(text: string, opening: number): number {
  let at = text.indexOf('"', opening + 1);
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at;
}
