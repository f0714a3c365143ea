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

/**
 * A table as CSV (RFC 4180), its heading first. A cell that a spreadsheet would run as a formula gets an apostrophe in
 * front. Begins with a byte order mark, without which Excel reads other alphabets wrongly.
 */
export function csvText(heading: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  return `\u{FEFF}${[heading, ...rows].map((row) => `${row.map(cellText).join(',')}\r\n`).join('')}`;
}
