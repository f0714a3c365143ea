import { foldText } from '@overlook/shared/format';

interface Part {
  part: string;
  isBold: boolean;
}

/** A text split where it contains the words of a search, ignoring case and accents; a `/` separates words as a space does. */
export function boldParts(text: string, query: string): Part[] {
  const words = wordsIn(foldText(query));
  if (words.length === 0) return [{ part: text, isBold: false }];
  const { folded, origin } = foldLetters(text);
  const parts: Part[] = [];
  let end = 0;
  const addUpTo = (to: number, isBold: boolean) => {
    if (to > end) parts.push({ part: text.slice(end, to), isBold });
    end = Math.max(end, to);
  };
  for (const { 0: match, index } of folded.matchAll(new RegExp(words.map(escaped).join('|'), 'gu'))) {
    addUpTo(origin[index]!, false);
    // A letter that folds to several, as ß does, is included as a whole.
    let after = index + match.length;
    while (after < folded.length && origin[after] === origin[after - 1]) after++;
    addUpTo(origin[after]!, true);
  }
  addUpTo(text.length, false);
  return parts;
}

/** A folded text with, for each of its indices and the one behind its end, the index in the text where that letter begins. */
function foldLetters(text: string): { folded: string; origin: number[] } {
  let folded = '';
  const origin: number[] = [];
  let at = 0;
  for (const letter of text) {
    folded += foldText(letter);
    while (origin.length < folded.length) origin.push(at);
    at += letter.length;
  }
  origin.push(text.length);
  return { folded, origin };
}

/** Letters in front of the first match, where the start of a text is omitted. */
const LETTERS_BEFORE = 12;

/**
 * A text without its start when the first match would otherwise be after this many letters; the rest is cut to the
 * available width.
 */
export function excerpt(text: string, query: string, letters: number): string {
  const [before, match] = boldParts(text, query);
  const at = before && match && !before.isBold ? before.part.length : 0;
  if (at <= letters) return text.slice(0, LONGEST);
  const from = at - LETTERS_BEFORE;
  return `…${text.slice(from, from + LONGEST)}`;
}

/** Of a text of thousands of letters this many are drawn; the whole one is in the details. */
export const LONGEST = 300;

/** Longest first, so that `a/b` matches as a whole before its halves. */
function wordsIn(query: string): string[] {
  const whole = query.trim().split(/\s+/).filter(Boolean);
  const parts = whole.flatMap((word) => word.split('/')).filter(Boolean);
  return [...new Set([...whole.filter((word) => word !== '/'), ...parts])].sort((a, b) => b.length - a.length);
}

const escaped = (word: string): string => word.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');
