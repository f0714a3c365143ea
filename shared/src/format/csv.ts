/** What makes a spreadsheet take a cell for a formula, its full-width forms included (OWASP "CSV Injection"). */
const FORMULA_START = /^[=+\-@\t\r\n＝＋－＠]/u;
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;

function cellText(value: string): string {
  const harmless = FORMULA_START.test(value) ? `'${value}` : value;
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/**
 * A table as CSV (RFC 4180), its heading first. A cell that a spreadsheet would run as a formula gets an apostrophe in
 * front. Begins with a byte order mark, without which Excel reads other alphabets wrongly.
 */
export function csvText(heading: readonly string[], rows: readonly (readonly string[])[]): string {
  return `\u{FEFF}${[heading, ...rows].map((row) => `${row.map(cellText).join(',')}\r\n`).join('')}`;
}
