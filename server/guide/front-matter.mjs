import { inlineRuns } from './inline-runs.mjs';
import { COLUMN, FONTS, INK, PAGE, QUIET, SMALL, TEXT } from './style.mjs';

const text = (words) => inlineRuns([{ type: 'text', text: words }]);
const strong = (words) => inlineRuns([{ type: 'strong', tokens: [{ type: 'text', text: words }] }]);

/** The first page: the product, the kind of document, and the version that it describes. */
export function writeTitlePage(writer, { productName, version }) {
  writer.startPage({ isNumbered: false });
  writer.y = 250;
  const title = writer.element('P');
  writer.text(title, strong(productName), { size: 40, line: 50 });
  writer.text(title, text('User Guide'), { size: 24, line: 34 });
  title.end();
  writer.y += 10;
  const edition = writer.element('P');
  writer.text(edition, text(`Version ${version.replace(/^v/, '')}`), { ...TEXT, size: 12, colour: QUIET });
  edition.end();
}

/**
 * The contents: chapters and their parts with the pages they begin on.
 * @param {{ depth: number, title: string, name: string, page: number | undefined }[]} entries
 */
export function writeContents(writer, entries) {
  writer.startPage();
  writer.bookmark('Contents');
  const heading = writer.element('H1');
  writer.text(heading, strong('Contents'), { size: 22, line: 28 });
  heading.end();
  writer.y += 8;
  const contents = writer.element('TOC');
  for (const { depth, title, name, page } of entries) {
    const isChapter = depth === 1;
    if (isChapter) writer.y += 3;
    writer.need(SMALL.line);
    const entry = writer.element('TOCI', contents);
    const x = PAGE.left + (isChapter ? 0 : 16);
    const font = isChapter ? FONTS.strong : FONTS.plain;
    const runs = [{ text: title, font, link: `#${name}`, isCode: false }];
    writer.drawLine(entry, writer.lines(runs, SMALL.size, COLUMN)[0], { ...SMALL, x, y: writer.y });
    const [number] = writer.lines(text(String(page ?? '')), SMALL.size, COLUMN);
    const right = PAGE.left + COLUMN - number.reduce((sum, { width }) => sum + width, 0);
    writer.drawLine(entry, number, { ...SMALL, x: right, y: writer.y, colour: INK });
    entry.end();
    writer.y += SMALL.line;
  }
  contents.end();
}
