import { MalformedContentError, JsonNode } from '@overlook/shared/tiles3d';

const [TAB, SPACE, QUOTE, COMMA, COLON, BACKSLASH] = [0x09, 0x20, 0x22, 0x2c, 0x3a, 0x5c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf] as const;

/** Where the entries of a list begin and end, in bytes of the document. */
class Entries {
  #bounds = new Float64Array(64);
  count = 0;

  add(start: number, end: number): void {
    if (2 * this.count === this.#bounds.length) {
      const grown = new Float64Array(2 * this.#bounds.length);
      grown.set(this.#bounds);
      this.#bounds = grown;
    }
    this.#bounds[2 * this.count] = start;
    this.#bounds[2 * this.count++ + 1] = end;
  }

  bounds(index: number): readonly [start: number, end: number] {
    return [this.#bounds[2 * index]!, this.#bounds[2 * index + 1]!];
  }
}

type Member = readonly [start: number, end: number] | Entries;

/**
 * The text of a JSON object whose members may be lists of millions of entries: only the ranges of the entries are kept,
 * and entries are parsed on demand. So a document may be larger than the longest string, and it needs only the memory
 * of its text.
 */
export class JsonIndex {
  readonly #members = new Map<string, Member>();
  readonly #lists = new Map<string, JsonNode>();
  readonly #root = new JsonNode({});

  /** Looks through the text once. Throws `ContentError` where it is no object. */
  constructor(private readonly text: Buffer) {
    let at = BYTE_ORDER_MARK.every((byte, i) => text[i] === byte) ? BYTE_ORDER_MARK.length : 0;
    at = this.#expect(this.#skipBlanks(at), OPEN_OBJECT);
    for (at = this.#skipBlanks(at); text[at] !== CLOSE_OBJECT; at = this.#skipBlanks(at)) {
      if (this.#members.size > 0) at = this.#skipBlanks(this.#expect(at, COMMA));
      this.#expect(at, QUOTE);
      const end = this.#skipString(at);
      const name = String(this.#parse(at, end, 'document'));
      at = this.#skipBlanks(this.#expect(this.#skipBlanks(end), COLON));
      at = text[at] === OPEN_LIST ? this.#readList(name, at) : this.#readMember(name, at);
    }
    const rest = this.#skipBlanks(at + 1);
    if (rest < text.length) this.#refuse(rest);
  }

  /** Entries of a list; 0 where the document has no list of that name. */
  count(list: string): number {
    const found = this.#members.get(list);
    return found instanceof Entries ? found.count : 0;
  }

  /** An entry of a list. Throws `ContentError` where it is not JSON. */
  entry(list: string, index: number): JsonNode {
    const found = this.#members.get(list) as Entries;
    let above = this.#lists.get(list);
    if (!above) this.#lists.set(list, (above = new JsonNode([], this.#root, list)));
    const [start, end] = found.bounds(index);
    return new JsonNode(
      this.#parse(start, end, () => `${list}[${index}]`),
      above,
      index,
    );
  }

  /** A member other than a long list; null where there is none. Throws `ContentError` where it is not JSON. */
  member(name: string): JsonNode | null {
    const found = this.#members.get(name);
    if (!found) return null;
    if (found instanceof Entries) {
      const values = Array.from({ length: found.count }, (_, i) => this.entry(name, i).value);
      return new JsonNode(values, this.#root, name);
    }
    return new JsonNode(this.#parse(found[0], found[1], name), this.#root, name);
  }

  #readList(name: string, start: number): number {
    const entries = new Entries();
    let at = this.#skipBlanks(start + 1);
    while (this.text[at] !== CLOSE_LIST) {
      if (entries.count > 0) at = this.#skipBlanks(this.#expect(at, COMMA));
      const end = this.#skipValue(at);
      entries.add(at, end);
      at = this.#skipBlanks(end);
    }
    this.#members.set(name, entries);
    return at + 1;
  }

  #readMember(name: string, start: number): number {
    const end = this.#skipValue(start);
    this.#members.set(name, [start, end]);
    return end;
  }

  #parse(start: number, end: number, place: string | (() => string)): unknown {
    try {
      return JSON.parse(this.text.toString('utf8', start, end));
    } catch (error) {
      throw new MalformedContentError(
        typeof place === 'string' ? place : place(),
        `is not valid JSON: ${(error as Error).message}`,
      );
    }
  }

  #expect(at: number, byte: number): number {
    if (this.text[at] !== byte) this.#refuse(at);
    return at + 1;
  }

  #refuse(at: number): never {
    const { length } = this.text;
    throw new MalformedContentError(
      `byte ${Math.min(at, length)}`,
      at >= length ? 'ends within its JSON: it is cut off.' : 'is not valid JSON.',
    );
  }

  #skipBlanks(at: number): number {
    while (this.text[at]! <= SPACE && this.text[at]! >= TAB) at++;
    return at;
  }

  /** The byte after a text that begins at `at`. */
  #skipString(at: number): number {
    for (let i = at + 1; i < this.text.length; i++) {
      const byte = this.text[i];
      if (byte === QUOTE) return i + 1;
      if (byte === BACKSLASH) i++;
    }
    return this.#refuse(this.text.length);
  }

  /** The byte after a value; the value itself is checked when it is parsed. */
  #skipValue(start: number): number {
    const { text } = this;
    const first = text[start];
    if (first === QUOTE) return this.#skipString(start);
    if (first !== OPEN_OBJECT && first !== OPEN_LIST) return this.#skipScalar(start);
    let depth = 0;
    for (let at = start; at < text.length; at++) {
      const byte = text[at];
      if (byte === QUOTE) at = this.#skipString(at) - 1;
      else if (byte === OPEN_OBJECT || byte === OPEN_LIST) depth++;
      else if ((byte === CLOSE_OBJECT || byte === CLOSE_LIST) && --depth === 0) return at + 1;
    }
    return this.#refuse(text.length);
  }

  #skipScalar(start: number): number {
    let at = start;
    for (; at < this.text.length; at++) {
      const byte = this.text[at]!;
      if (byte <= SPACE || byte === COMMA || byte === CLOSE_LIST || byte === CLOSE_OBJECT) break;
    }
    return at > start ? at : this.#refuse(at);
  }
}
