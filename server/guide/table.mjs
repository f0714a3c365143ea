import { inlineRuns, plainText } from './inline-runs.mjs';
import { COLUMN, FONTS, PAGE, QUIET, SMALL, TABLE_WHOLE, TEXT } from './style.mjs';

const CELL_RIGHT = 12;
const CELL_ABOVE = 4;
/** The smallest share of the page width for a column. */
const NARROWEST = 0.16;

/** Widths of the columns in points: by the longest of their words, within limits. */
function columnWidths(writer, rows) {
  const count = rows[0].length;
  const wanted = Array.from({ length: count }, (_, column) =>
    Math.max(
      ...rows.map((row) => writer.doc.font(FONTS.plain).fontSize(SMALL.size).widthOfString(plainText(row[column]))),
    ),
  );
  const shares = wanted.map((width) => Math.max(NARROWEST, Math.min(width / COLUMN, 1)));
  const sum = shares.reduce((total, share) => total + share, 0);
  return shares.map((share) => (share / sum) * COLUMN);
}

/** Lines of the head and the rows, and the heights of these, in points. */
function layOut(writer, token, runs) {
  const head = token.header.map((cell) => inlineRuns(cell.tokens, { font: FONTS.strong, link: null, isCode: false }));
  const rows = token.rows.map((row) => row.map((cell) => runs(cell.tokens)));
  const widths = columnWidths(writer, [head, ...rows]);
  const linesOf = (row) => row.map((cell, column) => writer.lines(cell, SMALL.size, widths[column] - CELL_RIGHT));
  const sized = (row) => {
    const cells = linesOf(row);
    return { cells, height: Math.max(...cells.map((lines) => lines.length)) * SMALL.line + 2 * CELL_ABOVE };
  };
  return { widths, head: sized(head), rows: rows.map(sized) };
}

/** How much of a page a table needs where it begins: all of it, or of a long one its head and first row. */
function roomOf({ head, rows }) {
  const whole = rows.reduce((sum, { height }) => sum + height, head.height);
  return whole <= TABLE_WHOLE ? whole : head.height + rows[0].height;
}

/** The same for a heading above it. */
export const tableRoom = (writer, token, runs) => roomOf(layOut(writer, token, runs));

/** A table with a head; a row stays on one page, and so does a short table. The head is drawn again on each further page. */
export function writeTable(writer, token, runs) {
  const laid = layOut(writer, token, runs);
  const { widths, head, rows } = laid;
  writer.need(roomOf(laid));
  const table = writer.element('Table');
  writeRow(writer, { parent: table, type: 'TH', ...head, widths });
  for (const row of rows) {
    if (writer.room < row.height) {
      writer.startPage();
      repeatHead(writer, head.cells, head.height, widths);
    }
    writeRow(writer, { parent: table, type: 'TD', ...row, widths });
  }
  table.end();
  writer.y += TEXT.after + 4;
}

function writeRow(writer, { parent, type, cells, height, widths }) {
  const row = writer.element('TR', parent);
  eachCell(cells, widths, (lines, x) => {
    const cell = writer.element(type, row, type === 'TH' ? { scope: 'Column' } : {});
    lines.forEach((segments, index) =>
      writer.drawLine(cell, segments, { ...SMALL, x, y: writer.y + CELL_ABOVE + index * SMALL.line }),
    );
    cell.end();
  });
  row.end();
  writer.y += height;
  writer.rule(writer.y);
}

/** For sighted readers only: a screen reader has already read it. */
function repeatHead(writer, cells, height, widths) {
  const { doc } = writer;
  writer.artifact(() => {
    doc.font(FONTS.strong).fontSize(SMALL.size).fillColor(QUIET);
    eachCell(cells, widths, (lines, x) =>
      lines.forEach((segments, index) =>
        doc.text(plainText(segments), x, writer.y + CELL_ABOVE + 2 + index * SMALL.line, { lineBreak: false }),
      ),
    );
  });
  writer.y += height;
  writer.rule(writer.y);
}

function eachCell(cells, widths, visit) {
  let x = PAGE.left;
  cells.forEach((lines, column) => {
    visit(lines, x);
    x += widths[column];
  });
}
