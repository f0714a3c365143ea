import { invalid } from '../errors.ts';

/** What no text column takes: the zero character, and half a surrogate pair. */
const NOT_TEXT = /[\0\p{Cs}]/u;
const NO_TEXT = 'This holds something that is not text';
/** No field of ours, and one that code may take for something else than a field. */
const PROTOTYPE = '__proto__';
const NO_FIELD = 'There is no such field';

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

interface Fault {
  /** "data.recipients.0" */
  readonly path: string;
  readonly sentence: string;
}

/** Where in an input there is something that no field may hold; null when there is nothing. */
function findFault(input: unknown): Fault | null {
  if (typeof input === 'string') return NOT_TEXT.test(input) ? { path: '', sentence: NO_TEXT } : null;
  // A list and not recursion: an input may be nested deeper than the stack.
  const waiting: Place[] = [];
  const isText = (value: unknown, key: string, around: Place | null) => {
    if (typeof value === 'string') return !NOT_TEXT.test(value);
    if (typeof value === 'object' && value !== null) waiting.push({ value, key, around });
    return true;
  };
  isText(input, '', null);
  for (let place = waiting.pop(); place; place = waiting.pop())
    for (const key of Object.keys(place.value)) {
      if (key === PROTOTYPE) return { path: pathOf(place, key), sentence: NO_FIELD };
      if (NOT_TEXT.test(key) || !isText((place.value as Record<string, unknown>)[key], key, place))
        return { path: pathOf(place, key), sentence: NO_TEXT };
    }
  return null;
}

/** Throws 400 for input that the database could not store or that names no field at all, wherever in it that stands. */
export function refuseNonText(input: unknown): void {
  const fault = findFault(input);
  if (fault) throw invalid(fault.sentence, { [fault.path]: fault.sentence });
}
