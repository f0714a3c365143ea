import { invalid } from '../errors.ts';

/** What no text column takes: the zero character, and half a surrogate pair. */
const NOT_TEXT = /[\0\p{Cs}]/u;
const SENTENCE = 'This holds something that is not text';

/** A value within an input and how one gets there from the value around it. */
interface Place {
  readonly value: object;
  readonly key: string;
  readonly around: Place | null;
}

function pathOf(place: Place | null, key: string): string {
  const keys = [key];
  for (let at = place; at?.around; at = at.around) keys.unshift(at.key);
  return keys.join('.');
}

/** Where in an input there is something that is not text: "data.recipients.0"; null when there is nothing. */
function findNonText(input: unknown): string | null {
  if (typeof input === 'string') return NOT_TEXT.test(input) ? '' : null;
  // A list and not recursion: an input may be nested deeper than the stack.
  const waiting: Place[] = [];
  const isWrong = (value: unknown, key: string, around: Place | null) => {
    if (typeof value === 'string') return NOT_TEXT.test(value);
    if (typeof value === 'object' && value !== null) waiting.push({ value, key, around });
    return false;
  };
  isWrong(input, '', null);
  for (let place = waiting.pop(); place; place = waiting.pop())
    for (const key of Object.keys(place.value))
      if (NOT_TEXT.test(key) || isWrong((place.value as Record<string, unknown>)[key], key, place))
        return pathOf(place, key);
  return null;
}

/** Throws 400 for input that the database could not store, wherever in it that stands. */
export function refuseNonText(input: unknown): void {
  const path = findNonText(input);
  if (path !== null) throw invalid(SENTENCE, { [path]: SENTENCE });
}
