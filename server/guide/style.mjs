/** How the user guide looks on paper. All lengths are points, 1/72 inch. */

export const PAGE = { size: 'A4', width: 595.28, height: 841.89, left: 64, right: 64, top: 64, bottom: 60 };
export const COLUMN = PAGE.width - PAGE.left - PAGE.right;

export const INK = '#12181d';
export const QUIET = '#55616b';
export const LINK = '#1457b8';
export const HAIRLINE = '#cfd6dc';
export const SHADE = '#eef1f4';

/** The fonts that every PDF viewer has: nothing is embedded, and no font file is needed. */
export const FONTS = { plain: 'Helvetica', strong: 'Helvetica-Bold', code: 'Courier' };

export const TEXT = { size: 10, line: 15, after: 7 };
export const SMALL = { size: 9, line: 13 };
/** Height of the text of a page. */
const TEXT_HEIGHT = PAGE.height - PAGE.top - PAGE.bottom;
/** A chapter begins on the page where the last one ends if so much is left: few lines get no page for themselves. */
export const CHAPTER_ROOM = 0.35 * TEXT_HEIGHT;
/** A table up to this height stays on one page. */
export const TABLE_WHOLE = 0.5 * TEXT_HEIGHT;

/** By depth of the heading, from 1. */
export const HEADINGS = [
  { size: 22, line: 28, before: 44, after: 12 },
  { size: 14, line: 19, before: 14, after: 6 },
  { size: 11, line: 16, before: 8, after: 4 },
];
