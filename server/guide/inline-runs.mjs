import { FONTS } from './style.mjs';

/** The characters of the standard fonts (Windows-1252); any other would be shown as a wrong letter or not at all. */
const SHOWABLE = /^[\u0020-\u007e\u00a0-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ\n]*$/;

/**
 * A run of text in one style.
 * @typedef {{ text: string, font: string, link: string | null, isCode: boolean }} Run
 */

/**
 * The inline tokens of a block as runs. Throws for markup and letters that the guide has no style for.
 * @returns {Run[]}
 */
export function inlineRuns(tokens, look = { font: FONTS.plain, link: null, isCode: false }) {
  return tokens.flatMap((token) => {
    switch (token.type) {
      case 'text':
        return token.tokens ? inlineRuns(token.tokens, look) : [run(token.text, look)];
      case 'escape':
        return [run(token.text, look)];
      case 'strong':
        return inlineRuns(token.tokens, { ...look, font: FONTS.strong });
      case 'codespan':
        return [run(token.text, { ...look, font: FONTS.code, isCode: true })];
      case 'link':
        return inlineRuns(token.tokens, { ...look, link: token.href });
      case 'br':
        return [run('\n', look)];
      default:
        throw new Error(`The guide has no look for ${token.type}: ${token.raw}`);
    }
  });
}

function run(text, look) {
  if (!SHOWABLE.test(text)) throw new Error(`The guide's fonts cannot show all of: ${text}`);
  return { ...look, text: text === '\n' ? text : text.replaceAll('\n', ' ') };
}

/** The text of runs without their styles. */
export const plainText = (runs) => runs.map(({ text }) => text).join('');
