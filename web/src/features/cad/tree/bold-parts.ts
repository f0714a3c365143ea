/** A text cut where the words of a search stand in it, whatever their case; a `/` parts words as a space does. */
export function boldParts(text: string, query: string): { part: string; isBold: boolean }[] {
  const words = wordsIn(query);
  if (words.length === 0) return [{ part: text, isBold: false }];
  return text
    .split(new RegExp(`(${words.map(escaped).join('|')})`, 'iu'))
    .map((part, i) => ({ part, isBold: i % 2 === 1 }))
    .filter(({ part }) => part !== '');
}

/** Letters in front of the first match, where the start of a text is left out for it. */
const LETTERS_BEFORE = 12;

/** A text without its start where the first match would otherwise stand beyond so many letters; of the rest as many as fit. */
export function excerpt(text: string, query: string, letters: number): string {
  const [before, match] = boldParts(text, query);
  const at = before && match && !before.isBold ? before.part.length : 0;
  if (at <= letters) return text.slice(0, LONGEST);
  const from = at - LETTERS_BEFORE;
  return `…${text.slice(from, from + LONGEST)}`;
}

/** Of a text of thousands of letters this many are drawn; the whole one is in the details. */
export const LONGEST = 300;

/** Longest first: `a/b` is one where it stands so, else two. */
function wordsIn(query: string): string[] {
  const whole = query.trim().split(/\s+/).filter(Boolean);
  const parts = whole.flatMap((word) => word.split('/')).filter(Boolean);
  return [...new Set([...whole.filter((word) => word !== '/'), ...parts])].sort((a, b) => b.length - a.length);
}

const escaped = (word: string): string => word.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');
