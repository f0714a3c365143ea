import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { inlineRuns, plainText } from './inline-runs.mjs';
import { COLUMN, FONTS, HAIRLINE, HEADINGS, PAGE, QUIET, SMALL, TEXT } from './style.mjs';
import { tableRoom, writeTable } from './table.mjs';

const LIST_INDENT = 16;
/** Largest height of a picture in points, so that the text about it fits on the same page. */
const PICTURE_HIGHEST = 270;
/** Largest size of a pixel in points, so that a picture of a part of the screen is not enlarged. */
const PIXEL_LARGEST = 0.45;

/**
 * Writes the blocks of a chapter.
 * @param {import('./page-writer.mjs').PageWriter} writer
 * @param {{ dir: string, tokens: object[], onHeading: (token: object) => void, linkTo: (href: string) => string }} chapter
 */
export function writeChapter(writer, chapter) {
  const tokens = chapter.tokens.filter(({ type }) => type !== 'space');
  tokens.forEach((token, index) => writeBlock(writer, token, { ...chapter, next: tokens[index + 1] }));
}

const pictureOf = (token) => (token?.type === 'paragraph' && token.tokens[0].type === 'image' ? token.tokens[0] : null);

function writeBlock(writer, token, chapter) {
  const picture = pictureOf(token);
  if (picture) return writePicture(writer, picture, chapter);
  const runs = (tokens) =>
    inlineRuns(tokens).map((run) => (run.link ? { ...run, link: chapter.linkTo(run.link) } : run));
  switch (token.type) {
    case 'heading':
      return writeHeading(writer, token, runs, chapter);
    case 'paragraph':
      return writeParagraph(writer, runs(token.tokens));
    case 'list':
      return writeList(writer, token, runs);
    case 'table':
      return writeTable(writer, token, runs);
    default:
      throw new Error(`The guide has no look for ${token.type}: ${token.raw}`);
  }
}

function writeHeading(writer, token, runs, chapter) {
  const look = HEADINGS[token.depth - 1];
  if (!look) throw new Error(`The guide has no headings that deep: ${token.raw}`);
  writer.need(look.before + look.line + look.after + roomBelowHeading(writer, runs, chapter));
  if (writer.y > PAGE.top) writer.y += look.before;
  chapter.onHeading(token);
  const element = writer.element(`H${token.depth}`);
  writer.text(
    element,
    inlineRuns([{ type: 'strong', tokens: [{ type: 'text', text: plainText(runs(token.tokens)) }] }]),
    look,
  );
  element.end();
  writer.y += look.after;
}

/** A heading is never the last block of a page, and never separated from its picture or table. */
function roomBelowHeading(writer, runs, chapter) {
  const picture = pictureOf(chapter.next);
  if (picture) return openPicture(writer, picture, chapter).height + SMALL.line;
  return chapter.next?.type === 'table' ? tableRoom(writer, chapter.next, runs) : 3 * TEXT.line;
}

function writeParagraph(writer, runs) {
  // At least two lines of the block that begins here must fit.
  writer.need(2 * TEXT.line);
  const element = writer.element('P');
  writer.text(element, runs, TEXT);
  element.end();
  writer.y += TEXT.after;
}

function writeList(writer, token, runs) {
  const list = writer.element('L');
  token.items.forEach((item, index) => {
    const mark = token.ordered ? `${Number(token.start) + index}.` : '•';
    writer.need(2 * TEXT.line);
    const entry = writer.element('LI', list);
    const label = writer.element('Lbl', entry);
    writer.drawLine(label, writer.lines(inlineRuns([{ type: 'text', text: mark }]), TEXT.size, LIST_INDENT)[0], {
      ...TEXT,
      x: PAGE.left,
      y: writer.y,
      colour: QUIET,
    });
    label.end();
    const body = writer.element('LBody', entry);
    for (const part of item.tokens) {
      if (part.type !== 'text') throw new Error(`A list of the guide holds plain text only: ${part.raw}`);
      writer.text(body, runs([part]), { ...TEXT, x: PAGE.left + LIST_INDENT, width: COLUMN - LIST_INDENT });
    }
    body.end();
    entry.end();
    writer.y += 2;
  });
  list.end();
  writer.y += TEXT.after - 2;
}

/** A picture and its size in points. Throws when it is missing or has no alternative text. */
function openPicture({ doc }, { href, text }, { dir }) {
  if (!text) throw new Error(`The picture ${href} has no alternative text.`);
  const image = doc.openImage(readFileSync(resolve(dir, href)));
  const shrink = Math.min(COLUMN / image.width, PICTURE_HIGHEST / image.height, PIXEL_LARGEST);
  return { image, width: image.width * shrink, height: image.height * shrink };
}

/** A picture in the column; below it, as visible text only, its alternative text. */
function writePicture(writer, picture, chapter) {
  const { doc } = writer;
  const { image, width, height } = openPicture(writer, picture, chapter);
  writer.need(height + SMALL.line + 8);
  const { y } = writer;
  const bbox = [PAGE.left, y, PAGE.left + width, y + height];
  const figure = writer.element('Figure', writer.root, { alt: picture.text, bbox });
  writer.content(figure, () => doc.image(image, PAGE.left, y, { width, height }));
  figure.end();
  writer.artifact(() => {
    doc.rect(PAGE.left, y, width, height).lineWidth(0.5).strokeColor(HAIRLINE).stroke();
    doc.font(FONTS.plain).fontSize(SMALL.size).fillColor(QUIET);
    doc.text(picture.text, PAGE.left, y + height + 6, { lineBreak: false });
  });
  writer.y += height + 4 + SMALL.line + TEXT.after + 3;
}
