import { invalid } from '../errors/app-error.ts';

/** Text that no column can store: the zero character, and half a surrogate pair. */
const NOT_TEXT = /[\0\p{Cs}]/u;
const NO_TEXT = 'This holds something that is not text';
/** A key that is no field and that code could misread as a prototype. */
const PROTOTYPE = '__proto__';
const NO_FIELD = 'There is no such field';

/** A value within an input, with its key in the value around it. */
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

/** The path of the first value in an input that no field may hold; null when there is none. */
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

/** Throws 400 for input with text that the database cannot store, or with a key that names no field, at any depth. */
export function assertPlainText(input: unknown): void {
  const fault = findFault(input);
  if (fault) throw invalid(fault.sentence, { [fault.path]: fault.sentence });
}
