/** Text for a cell of a Markdown table: on one line, with bars and angle brackets escaped, and links of comments as text. */
export const cell = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/\{@link ([^}]+)\}/g, '$1')
    .replaceAll('|', '\\|')
    .replaceAll('<', '&lt;');

export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n');
}
