import { BadContent } from '../formats/bad-content.ts';

/** A record of a CSV with the line it begins on. */
export interface CsvRecord {
  line: number;
  cells: string[];
}

/**
 * The records of a CSV (RFC 4180): commas, or semicolons where the first line has more of them; quoted cells may hold
 * separators, doubled quotes and line breaks. Empty lines are left out. Throws `BadContent` for an open quote.
 */
export function parseCsv(text: string): CsvRecord[] {
  const firstLine = text.slice(0, text.search(/\r|\n|$/));
  const separator = firstLine.split(';').length > firstLine.split(',').length ? ';' : ',';
  const cell = new RegExp(
    String.raw`(?:"([^"]*(?:""[^"]*)*)"|([^"${separator}\r\n][^${separator}\r\n]*)|)(${separator}|\r\n|\r|\n|$)`,
    'y',
  );
  const records: CsvRecord[] = [];
  let line = 1;
  let cells: string[] = [];
  let start = 1;
  for (let at = 0; at < text.length;) {
    cell.lastIndex = at;
    const match = cell.exec(text);
    if (!match) throw new BadContent(`line ${line}`, 'has a quotation mark that is not closed, or text after one.');
    const [whole, inQuotes, plain, end] = match as unknown as [string, string | undefined, string | undefined, string];
    cells.push(inQuotes === undefined ? (plain ?? '') : inQuotes.replaceAll('""', '"'));
    line += whole.split(/\r\n|\r|\n/).length - 1;
    at += whole.length;
    if (end === separator && at < text.length) continue;
    if (end === separator) cells.push('');
    if (cells.length > 1 || cells[0] !== '') records.push({ line: start, cells });
    cells = [];
    start = line;
  }
  return records;
}
