import { MalformedContentError } from '@overlook/shared/tiles3d';

/** Items and entries nest four deep; each further level of a value that is parsed takes memory. */
const MOST_NESTED = 16;

const [QUOTE, ESCAPE, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d];

/** Throws `ContentError` where JSON nests deeper than any tree or property file does; `place` names the text. */
export function assertShallow(json: string, place: string): void {
  let depth = 0;
  for (let at = 0; at < json.length; at++) {
    const sign = json.charCodeAt(at);
    if (sign === QUOTE) at = endOfText(json, at);
    else if (sign === CLOSE_LIST || sign === CLOSE_OBJECT) depth--;
    else if ((sign === OPEN_LIST || sign === OPEN_OBJECT) && ++depth > MOST_NESTED)
      throw new MalformedContentError(place, `nests more than ${MOST_NESTED} lists and objects in each other.`);
  }
}

/** Index of the quotation mark that ends the text begun at `start`. */
function endOfText(json: string, start: number): number {
  let at = start + 1;
  while (at < json.length && json.charCodeAt(at) !== QUOTE) at += json.charCodeAt(at) === ESCAPE ? 2 : 1;
  return at;
}
