import { readSync } from 'node:fs';

const CHUNK_BYTES = 1 << 20;
const [QUOTE, HASH, SLASH, STAR, SEMICOLON, EQUALS, ZERO, NINE] = [0x27, 0x23, 0x2f, 0x2a, 0x3b, 0x3d, 0x30, 0x39];
const [DOLLAR, OPEN, CLOSE, COMMA] = [0x24, 0x28, 0x29, 0x2c];

/** Positions of attributes that a class derives from others: written `*`. The same in all schemas that can be read. */
const DERIVED: ReadonlyMap<string, readonly number[]> = new Map([
  ['IFCSIUNIT', [0]],
  ['IFCORIENTEDEDGE', [0, 1]],
  ['IFCMIRROREDPROFILEDEF', [3]],
  ['IFCGEOMETRICREPRESENTATIONSUBCONTEXT', [2, 3, 4, 5]],
]);
const LONGEST_DERIVED = Math.max(...Array.from(DERIVED.keys(), ({ length }) => length));
const NOTHING_DERIVED: readonly number[] = [];

/** Receives the results of a scan of a STEP file (ISO 10303-21). Texts and comments are skipped. */
export interface StepVisitor {
  /** A line begins. */
  line(id: number): void;
  /** A line refers to another. */
  reference(line: number, to: number): void;
  /**
   * An attribute without a value, `$` or `*`, at a byte of the file. `isMisplaced` where it is `*` though its class does
   * not derive it, or `$` though it does.
   */
  unset?(offset: number, isMisplaced: boolean): void;
}

/** Reads a STEP file as a stream and calls the visitor for its parts. */
export function scanStep(fd: number, visitor: StepVisitor): void {
  const chunk = Buffer.alloc(CHUNK_BYTES);
  const keyword = new KeywordReader();
  let isText = false;
  let isComment = false;
  let isStart = true;
  let before = 0;
  let line = 0;
  /** The current or previous number; −1 where there is none. */
  let number = -1;
  let isNumber = false;
  /** Brackets around the current attribute, and its place within the outermost. */
  let [depth, position] = [0, 0];
  for (let offset = 0, length = 1; length > 0; offset += length) {
    length = readSync(fd, chunk, 0, CHUNK_BYTES, offset);
    for (let i = 0; i < length; i++) {
      const byte = chunk[i]!;
      if (isText) {
        if (byte === QUOTE) isText = false;
        continue;
      }
      if (isComment) {
        if (byte === SLASH && before === STAR) isComment = false;
        before = byte;
        continue;
      }
      if (isNumber && byte >= ZERO && byte <= NINE) {
        number = number * 10 + byte - ZERO;
        continue;
      }
      isNumber = false;
      // A number is the line's own where a line begins and an equals sign follows it, blanks or not.
      if (byte > 0x20 && number >= 0) {
        if (isStart && byte === EQUALS) {
          visitor.line((line = number));
          keyword.begin();
        } else visitor.reference(line, number);
        [number, isStart] = [-1, false];
      }
      if (byte === HASH) [number, isNumber] = [0, true];
      else if (byte === QUOTE) isText = true;
      else if (byte === OPEN) {
        if (depth++ === 0) position = 0;
      } else if (byte === CLOSE) depth--;
      else if (byte === COMMA) position += depth === 1 ? 1 : 0;
      else if (byte === SEMICOLON) [isStart, depth] = [true, 0];
      else if (byte === STAR && before === SLASH) isComment = true;
      else if (byte === STAR || byte === DOLLAR) {
        const isDerived = depth === 1 && keyword.derived.includes(position);
        visitor.unset?.(offset + i, depth > 0 && isDerived !== (byte === STAR));
      } else if (depth === 0) keyword.add(byte);
      before = byte;
    }
  }
}

/** The class of a line. Only classes that derive attributes matter. */
class KeywordReader {
  readonly #letters = Buffer.alloc(LONGEST_DERIVED + 1);
  #length = 0;
  #derived: readonly number[] | null = NOTHING_DERIVED;

  begin(): void {
    [this.#length, this.#derived] = [0, null];
  }

  add(byte: number): void {
    if (byte > 0x20 && byte !== EQUALS && this.#length < this.#letters.length) this.#letters[this.#length++] = byte;
  }

  /** Positions of the attributes that the class of the current line derives. */
  get derived(): readonly number[] {
    return (this.#derived ??= DERIVED.get(this.#letters.toString('latin1', 0, this.#length)) ?? NOTHING_DERIVED);
  }
}
