import { PDFDocument } from 'pdfkit';
import { CODE_PADDING, breakLines } from './line-breaks.mjs';
import { COLUMN, FONTS, HAIRLINE, INK, LINK, PAGE, QUIET, SHADE, SMALL } from './style.mjs';

/** The same sources make the same bytes: the document states a version, and not the time of its build. */
const NO_DATE = new Date(0);

/**
 * A tagged PDF that is written from top to bottom. Content for screen readers is in the structure tree; lines,
 * backgrounds and page numbers are artifacts.
 */
export class PageWriter {
  constructor({ title, footer, pageCount }) {
    this.footer = footer;
    this.pageCount = pageCount;
    this.pages = 0;
    this.doc = new PDFDocument({
      size: PAGE.size,
      margins: { left: PAGE.left, right: PAGE.right, top: PAGE.top, bottom: 0 },
      autoFirstPage: false,
      pdfVersion: '1.7',
      lang: 'en-GB',
      tagged: true,
      displayTitle: true,
      info: { Title: title, Author: footer, Creator: footer, CreationDate: NO_DATE },
    });
    this.root = this.doc.struct('Document');
    this.doc.addStructure(this.root);
    this.chunks = [];
    this.doc.on('data', (chunk) => this.chunks.push(chunk));
  }

  /** Adds a structure element below another one, for the content that is drawn next. */
  element(type, parent = this.root, options = {}) {
    const element = this.doc.struct(type, options);
    parent.add(element);
    return element;
  }

  startPage({ isNumbered = true } = {}) {
    this.doc.addPage();
    this.pages += 1;
    this.y = PAGE.top;
    if (!isNumbered) return;
    const number = `${this.pages} / ${this.pageCount}`;
    this.artifact(() => {
      const y = PAGE.height - PAGE.bottom / 2 - SMALL.size;
      const { doc } = this;
      doc.font(FONTS.plain).fontSize(SMALL.size).fillColor(QUIET);
      doc.text(this.footer, PAGE.left, y, { lineBreak: false });
      doc.text(number, PAGE.width - PAGE.right - doc.widthOfString(number), y, { lineBreak: false });
    });
  }

  get room() {
    return PAGE.height - PAGE.bottom - this.y;
  }

  /** Begins the next page unless this many points are left on this one. */
  need(height) {
    if (this.room < height) this.startPage();
  }

  /** Draws something that is not read. */
  artifact(draw) {
    this.doc.markContent('Artifact', { type: 'Layout' });
    draw();
    this.doc.endMarkedContent();
  }

  /** Draws something that is read, as content of an element. */
  content(element, draw) {
    const content = this.doc.markStructureContent(element.dictionary.data.S);
    draw();
    this.doc.endMarkedContent();
    element.add(content);
  }

  lines(runs, size, width) {
    return breakLines(this.doc, runs, { size, width });
  }

  /** Draws lines of text from here on, over as many pages as they take. */
  text(element, runs, { size, line, x = PAGE.left, width = COLUMN, colour = INK }) {
    for (const segments of this.lines(runs, size, width)) {
      this.need(line);
      this.drawLine(element, segments, { size, line, x, y: this.y, colour });
      this.y += line;
    }
  }

  drawLine(element, segments, { size, line, x, y, colour = INK }) {
    const top = y + (line - size) / 2;
    let left = x;
    for (const segment of segments) {
      this.drawSegment(element, segment, { size, x: left, y: top, colour });
      left += segment.width;
    }
  }

  drawSegment(element, { text, font, link, isCode, width }, { size, x, y, colour }) {
    const { doc } = this;
    const padding = isCode ? CODE_PADDING : 0;
    if (isCode) this.artifact(() => doc.roundedRect(x, y - 2, width, size + 3, 2).fill(SHADE));
    const owner = link ? this.element('Link', element) : element;
    this.content(owner, () => {
      doc
        .font(font)
        .fontSize(size)
        .fillColor(link ? LINK : colour);
      doc.text(text, x + padding, y, { lineBreak: false });
    });
    if (!link) return;
    const options = { structParent: owner, Contents: new String(text.trim()) };
    const box = [x, y - 2, width, size + 4];
    if (link.startsWith('#')) doc.goTo(...box, link.slice(1), options);
    else doc.link(...box, link, options);
    owner.end();
  }

  rule(y, x = PAGE.left, width = COLUMN) {
    this.artifact(() =>
      this.doc
        .moveTo(x, y)
        .lineTo(x + width, y)
        .lineWidth(0.5)
        .strokeColor(HAIRLINE)
        .stroke(),
    );
  }

  /** Marks this place as the target of links with this name. */
  destination(name) {
    this.doc.addNamedDestination(name, 'XYZ', PAGE.left, this.y - 8, null);
  }

  /** An entry of the outline that leads here, below `parent`. */
  bookmark(title, parent) {
    const { width } = this.doc.page;
    return (parent ?? this.doc.outline).addItem(title, { left: width, top: Math.max(0, this.y - 8), expanded: false });
  }

  async finish() {
    this.root.end();
    const ended = new Promise((resolve, reject) => this.doc.on('end', resolve).on('error', reject));
    this.doc.end();
    await ended;
    return Buffer.concat(this.chunks);
  }
}
