/** A text cut where the words of a search stand in it, whatever their case. */
export function boldParts(text: string, query: string): { part: string; isBold: boolean }[] {
  const words = query.trim().split(/\s+/).filter(Boolean).map(escaped);
  if (words.length === 0) return [{ part: text, isBold: false }];
  return text
    .split(new RegExp(`(${words.join('|')})`, 'i'))
    .map((part, i) => ({ part, isBold: i % 2 === 1 }))
    .filter(({ part }) => part !== '');
}

const escaped = (word: string): string => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
