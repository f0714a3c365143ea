/**
 * The first characters that make a spreadsheet read a cell as a formula, its full-width forms included (OWASP "CSV
 * Injection").
 */
const FORMULA_START = /^[=+\-@\t\r\n＝＋－＠]/u;
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;

/** A text is made harmless, a number is written as it is; null and numbers that are not finite give an empty cell. */
export type CsvCell = string | number | null;

function cellText(value: CsvCell): string {
  if (value === null || (typeof value === 'number' && !Number.isFinite(value))) return '';
  if (typeof value === 'number') return String(value);
  // Spreadsheets skip blanks before they look for a formula.
  const isFormula = FORMULA_START.test(value) || FORMULA_START.test(value.trimStart());
  const harmless = isFormula ? `'${value}` : value;
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** A byte order mark, without which Excel reads other alphabets wrongly. */
export const CSV_START = '\u{FEFF}';

/** A row with its end of line (RFC 4180). A cell that a spreadsheet would run as a formula gets an apostrophe in front. */
export const csvLine = (row: readonly CsvCell[]): string => `${row.map(cellText).join(',')}\r\n`;

/** A table as CSV, its heading first. */
export const csvText = (heading: readonly string[], rows: readonly (readonly CsvCell[])[]): string =>
  CSV_START + [heading, ...rows].map(csvLine).join('');
