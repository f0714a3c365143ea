/** Lower-case letters that Unicode does not decompose into a letter and a mark, with what people type for them. */
export const FOLDED_LETTERS: readonly (readonly [letter: string, typed: string])[] = [
  ['ø', 'o'],
  ['ł', 'l'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['ħ', 'h'],
  ['ı', 'i'],
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['þ', 'th'],
  ['ς', 'σ'],
];

/** The combining marks that remain after a text has been decomposed: U+0300 to U+036F. */
export const COMBINING_MARKS = '[\u0300-\u036F]';

const BEYOND_ASCII = /[\u0080-\uFFFF]/;
const MARKS = new RegExp(COMBINING_MARKS, 'gu');

/** A text as searches compare it: in lower case, without accents: "Østergaard" is "ostergaard", "Žofia" is "zofia". */
export function foldText(text: string): string {
  // Most texts have nothing to fold, and this check is cheap.
  if (!BEYOND_ASCII.test(text)) return text.toLowerCase();
  const plain = text.normalize('NFD').replace(MARKS, '').toLowerCase();
  return FOLDED_LETTERS.reduce((folded, [letter, typed]) => folded.replaceAll(letter, typed), plain);
}

/** Whether a text has every word of a search in it, in any order, ignoring the case and the accents of both. */
export function hasEveryWord(text: string, search: string): boolean {
  const folded = foldText(text);
  return foldText(search)
    .split(/\s+/)
    .every((word) => folded.includes(word));
}
