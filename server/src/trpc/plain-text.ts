import { invalid } from '../errors.ts';

/** What no text column takes: the zero character, and half a surrogate pair. */
const NOT_TEXT = /[\0\p{Cs}]/u;
const SENTENCE = 'This holds something that is not text';

/** Where in an input there is something that is not text: "data.recipients.0"; null when there is nothing. */
function findNonText(input: unknown): string | null {
  // A list and not recursion: an input may be nested deeper than the stack.
  const waiting: { path: string; value: unknown }[] = [{ path: '', value: input }];
  while (waiting.length > 0) {
    const { path, value } = waiting.pop()!;
    if (typeof value === 'string' && NOT_TEXT.test(value)) return path;
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, inner] of Object.entries(value)) {
      if (NOT_TEXT.test(key)) return path;
      waiting.push({ path: path === '' ? key : `${path}.${key}`, value: inner });
    }
  }
  return null;
}

/** Throws 400 for input that the database could not store, wherever in it that stands. */
export function refuseNonText(input: unknown): void {
  const path = findNonText(input);
  if (path !== null) throw invalid(SENTENCE, { [path]: SENTENCE });
}
