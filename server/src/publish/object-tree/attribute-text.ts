import { open } from 'node:fs/promises';
import { MalformedContentError } from '@overlook/shared/tiles3d';
import { readTextLines } from './text-lines.ts';
import { quoted } from './tree-format.ts';

const SIGNATURE = 'CADC_Attributes_File';
const MARK = '\uFEFF';
/**
 * "CADC_Attributes_File v1.0 , start: NEW , end: END , name_end: := , sep: &end&": the file describes its own syntax.
 */
const FIRST_LINE =
  /^CADC_Attributes_File\s+v(\d+)\S*\s*,\s*start:\s*(\S+)\s*,\s*end:\s*(\S+)\s*,\s*name_end:\s*(\S+)\s*,\s*sep:\s*(\S+)$/;
const VERSION = '1';
/** The first block describes the origin of the file and is not an object. */
const HEADER_BLOCK = 'Header Information';

/** Values that many objects share are kept once, up to this many different ones. */
const MOST_SHARED = 20_000;
/** V8 keeps the whole line alive for a shorter piece of it, but copies pieces below this length. */
const COPIED_BELOW = 13;

/** An object with its own attributes; nested objects are separate objects. */
export interface AttributeItem {
  /** As the file writes it, with its slash. */
  readonly name: string;
  /** Line on which it begins, from 1. */
  readonly line: number;
  readonly attributes: Readonly<Record<string, string>>;
}

interface OpenItem {
  readonly name: string;
  readonly line: number;
  readonly attributes: Map<string, string>;
}

/** Whether a file begins like the attribute text of AVEVA PDMS and E3D; its name is ignored. */
export async function isAttributeText(filePath: string): Promise<boolean> {
  const file = await open(filePath);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(64), 0, 64, 0);
    return buffer.toString('utf8', 0, bytesRead).replace(MARK, '').startsWith(SIGNATURE);
  } finally {
    await file.close();
  }
}

/**
 * Yields the objects of an AVEVA attribute text as they end, nested ones before the objects around them. Memory is bound by the
 * deepest nesting. Values lose their quotation marks. Throws `ContentError` with the line.
 */
export async function* readAttributeText(filePath: string): AsyncGenerator<AttributeItem, void> {
  const shared = new SharedText();
  const opened: OpenItem[] = [];
  let signs: Signs | null = null;
  let isFirst = true;
  let last = 1;
  for await (const { number, text } of readTextLines(filePath)) {
    const line = text.trim();
    last = number;
    if (!signs) {
      signs = signsOf(line);
      continue;
    }
    if (line === signs.end) {
      const item = opened.pop();
      if (!item) throw new MalformedContentError(`line ${number}`, `has an ${signs.end} that nothing was begun for.`);
      const isHeader = isFirst && opened.length === 0 && item.name === HEADER_BLOCK;
      if (opened.length === 0) isFirst = false;
      if (!isHeader) yield { ...item, attributes: Object.fromEntries(item.attributes) };
    } else if (line === signs.start || (line.startsWith(signs.start) && /\s/.test(line[signs.start.length]!))) {
      const name = line.slice(signs.start.length).trim();
      if (name === '') throw new MalformedContentError(`line ${number}`, `has no name after ${signs.start}.`);
      opened.push({ name: shared.own(name), line: number, attributes: new Map() });
    } else {
      readPairs(line, number, signs, opened.at(-1), shared);
    }
  }
  const item = opened.at(-1);
  if (item && signs) {
    throw new MalformedContentError(
      `line ${last}`,
      `is the last, but ${quoted(item.name)} of line ${item.line} has no ${signs.end}.`,
    );
  }
}

interface Signs {
  readonly start: string;
  readonly end: string;
  readonly nameEnd: string;
  readonly separator: string;
}

function signsOf(line: string): Signs {
  const [, version, start, end, nameEnd, separator] = FIRST_LINE.exec(line.replace(MARK, '')) ?? [];
  if (!start || !end || !nameEnd || !separator) {
    throw new MalformedContentError(
      'line 1',
      `does not say start, end, name_end and sep, as in “${SIGNATURE} v1.0 , start: NEW , …”.`,
    );
  }
  if (version !== VERSION)
    throw new MalformedContentError('line 1', `is of version ${version}; only version ${VERSION} can be read.`);
  return { start, end, nameEnd, separator };
}

/** One or more "name:= value" of a line. */
function readPairs(line: string, number: number, signs: Signs, item: OpenItem | undefined, shared: SharedText): void {
  if (!item)
    throw new MalformedContentError(`line ${number}`, `is outside of every object; ${signs.start} begins one.`);
  for (const pair of line.split(signs.separator)) {
    if (pair.trim() === '') continue;
    const at = pair.indexOf(signs.nameEnd);
    const name = pair.slice(0, Math.max(0, at)).trim();
    if (name === '') {
      throw new MalformedContentError(
        `line ${number}, ${quoted(item.name)}`,
        `has ${quoted(pair.trim())}, which is no attribute: a name, ${signs.nameEnd} and a value.`,
      );
    }
    item.attributes.set(shared.one(name), shared.one(unquoted(pair.slice(at + signs.nameEnd.length).trim())));
  }
}

const unquoted = (value: string): string => /^(['"])(.*)\1$/s.exec(value)?.[2] ?? value;

/** Keeps texts without the memory of the longer texts from which they were cut. */
class SharedText {
  readonly #known = new Map<string, string>();

  /** The text as a copy of its own. */
  own(text: string): string {
    return text.length < COPIED_BELOW ? text : Buffer.from(text).toString();
  }

  /** An equal text, stored once for all objects that have it. */
  one(text: string): string {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const own = this.own(text);
    if (this.#known.size < MOST_SHARED) this.#known.set(own, own);
    return own;
  }
}
