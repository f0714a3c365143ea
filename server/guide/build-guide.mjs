/**
 * The user guide as a PDF: the chapters `NN-title.md` of a folder, in their order, behind a title page and contents.
 * It is laid out twice, because the contents and the page numbers come before the pages that they list.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { marked } from 'marked';
import { writeChapter } from './blocks.mjs';
import { writeContents, writeTitlePage } from './front-matter.mjs';
import { inlineRuns, plainText } from './inline-runs.mjs';
import { PageWriter } from './page-writer.mjs';
import { CHAPTER_ROOM } from './style.mjs';

const CHAPTER = /^\d\d-[a-z0-9-]+\.md$/;
/** Headings down to this depth are in the contents and the outline. */
const LISTED_DEPTH = 2;

/** The fragment of a heading's address, as common Markdown hosts make it. */
const slugOf = (title) =>
  title
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .trim()
    .replace(/\s/g, '-');

function readChapter(dir, file) {
  const tokens = marked.lexer(readFileSync(join(dir, file), 'utf8'));
  const headings = tokens
    .filter(({ type }) => type === 'heading')
    .map((token) => {
      const title = plainText(inlineRuns(token.tokens));
      return { token, title, depth: token.depth, name: `${file}#${slugOf(title)}` };
    });
  if (headings[0]?.token !== tokens[0] || headings.filter(({ depth }) => depth === 1).length !== 1)
    throw new Error(`${file} begins with its title, the only heading of the first depth.`);
  return { dir, file, tokens, headings };
}

/** The target of a link of a chapter: `#name` within the guide, or an address. Throws for a link to nowhere. */
function linksOf(chapter, chapters) {
  return (href) => {
    if (/^https?:/.test(href)) return href;
    const [file, slug] = href.split('#');
    const target = chapters.find((one) => one.file === (file || chapter.file));
    const heading = slug ? target?.headings.find(({ name }) => name.endsWith(`#${slug}`)) : target?.headings[0];
    if (!heading) throw new Error(`${chapter.file} leads to ${href}, which is not there.`);
    return `#${heading.name}`;
  };
}

async function setGuide(chapters, { productName, version }, { pages, pageCount }) {
  const writer = new PageWriter({
    title: `${productName} User Guide`,
    footer: `${productName} ${version}`,
    pageCount,
  });
  const headings = chapters.flatMap((chapter) => chapter.headings);
  const listed = headings.filter(({ depth }) => depth <= LISTED_DEPTH);
  const found = new Map();
  writeTitlePage(writer, { productName, version });
  writeContents(
    writer,
    listed.map((heading) => ({ ...heading, page: pages.get(heading.name) })),
  );
  for (const [index, chapter] of chapters.entries()) {
    if (index === 0) writer.startPage();
    else writer.need(CHAPTER_ROOM);
    let bookmark;
    const onHeading = (token) => {
      const { title, name, depth } = headings.find((heading) => heading.token === token);
      writer.destination(name);
      found.set(name, writer.pages);
      if (depth === 1) bookmark = writer.bookmark(title);
      else if (depth <= LISTED_DEPTH) writer.bookmark(title, bookmark);
    };
    writeChapter(writer, { ...chapter, onHeading, linkTo: linksOf(chapter, chapters) });
  }
  return { pdf: await writer.finish(), pages: found, pageCount: writer.pages };
}

/**
 * The guide that is in `dir`. The same chapters, pictures and version make the same bytes. Throws, and names the place,
 * for content that it cannot lay out: a link without target, a picture that is missing or has no alternative text, a
 * letter without a glyph, unsupported markup.
 * @param {{ dir: string, productName: string, version: string }} guide
 * @returns {Promise<{ pdf: Buffer, pageCount: number }>}
 */
export async function buildGuide({ dir, ...product }) {
  const chapters = readdirSync(dir)
    .filter((file) => CHAPTER.test(file))
    .sort()
    .map((file) => readChapter(dir, file));
  const draft = await setGuide(chapters, product, { pages: new Map(), pageCount: 0 });
  const { pdf, pageCount } = await setGuide(chapters, product, draft);
  return { pdf, pageCount };
}
