/** Space on both sides of code, in points, for its background. */
export const CODE_PADDING = 2;

const widthOf = (doc, { text, font, isCode }, size) =>
  doc.font(font).fontSize(size).widthOfString(text) + (isCode ? 2 * CODE_PADDING : 0);

/** Pieces that a line may end after: words with the space behind them. Code stays in one piece. */
const pieces = (run) =>
  run.isCode ? [run] : (run.text.match(/\n|[^\s]+[ ]*|[ ]+/g) ?? []).map((text) => ({ ...run, text }));

const isSameLook = (a, b) => a.font === b.font && a.link === b.link && !a.isCode && !b.isCode;

/** Adjacent runs of one style become one segment, so that they are drawn and read as one. */
function joined(line) {
  const segments = [];
  for (const piece of line) {
    const last = segments.at(-1);
    if (last && isSameLook(last, piece)) {
      last.text += piece.text;
      last.width += piece.width;
    } else segments.push({ ...piece });
  }
  return segments;
}

/**
 * Lines of segments that fit into a width.
 * @returns {(import('./inline-runs.mjs').Run & { width: number })[][]}
 */
export function breakLines(doc, runs, { size, width }) {
  const lines = [[]];
  let used = 0;
  // A piece without a space at its end belongs to the next piece: "`F`." must not lose its full stop to the next line.
  for (const unit of units(runs.flatMap(pieces))) {
    const measured = unit.map((piece) => ({ ...piece, width: widthOf(doc, piece, size) }));
    const unitWidth = measured.reduce((sum, piece) => sum + piece.width, 0);
    const last = measured.at(-1);
    const trailing = last.isCode ? 0 : last.width - widthOf(doc, { ...last, text: last.text.trimEnd() }, size);
    if (unit[0].text === '\n' || (used > 0 && used + unitWidth - trailing > width)) {
      lines.push([]);
      used = 0;
      if (unit[0].text === '\n') continue;
    }
    lines.at(-1).push(...measured);
    used += unitWidth;
  }
  return lines.map(joined);
}

function units(all) {
  const found = [];
  let open = null;
  for (const piece of all) {
    if (piece.text === '\n') {
      found.push([piece]);
      open = null;
      continue;
    }
    if (open) open.push(piece);
    else found.push((open = [piece]));
    if (!piece.isCode && piece.text.endsWith(' ')) open = null;
  }
  return found;
}
