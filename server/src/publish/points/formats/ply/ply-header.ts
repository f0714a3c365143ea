import { readSync } from 'node:fs';
import { ImportRefusedError } from '../../../../errors/import-refused.ts';
import type { OpenFile } from '../row-source.ts';

export const PLY_TYPES = ['int8', 'uint8', 'int16', 'uint16', 'int32', 'uint32', 'float32', 'float64'] as const;
export type PlyType = (typeof PLY_TYPES)[number];

/** The names that the format had first. */
const OLD_NAMES: Readonly<Record<string, PlyType>> = {
  char: 'int8',
  uchar: 'uint8',
  short: 'int16',
  ushort: 'uint16',
  int: 'int32',
  uint: 'uint32',
  float: 'float32',
  double: 'float64',
};

export const PLY_TYPE_BYTES: Readonly<Record<PlyType, number>> = {
  int8: 1,
  uint8: 1,
  int16: 2,
  uint16: 2,
  int32: 4,
  uint32: 4,
  float32: 4,
  float64: 8,
};

export interface PlyProperty {
  readonly name: string;
  /** Of its values. */
  readonly type: PlyType;
  /** Of the number in front of a list; null for a single value. */
  readonly countType: PlyType | null;
}

export interface PlyElement {
  readonly name: string;
  readonly count: number;
  readonly properties: readonly PlyProperty[];
}

export interface PlyHeader {
  readonly encoding: 'ascii' | 'binary_little_endian' | 'binary_big_endian';
  readonly elements: readonly PlyElement[];
  /** Lines and bytes of the header itself. */
  readonly lines: number;
  readonly bytes: number;
}

const MOST_HEADER_BYTES = 64 * 1024;
const MOST_ELEMENTS = 32;
/** As many numbers as a line of text may have. */
const MOST_PROPERTIES = 64;
const END = 'end_header';

/** Reads the header of a PLY file. Throws `ImportRefusedError` with the line that is wrong. */
export function readPlyHeader(file: OpenFile): PlyHeader {
  const { lines, bytes } = headerLines(file);
  let encoding: PlyHeader['encoding'] | null = null;
  const elements: { name: string; count: number; properties: PlyProperty[] }[] = [];
  lines.forEach((text, index) => {
    const refuse = (reason: string): never => {
      throw new ImportRefusedError(file.name, `line ${index + 1}`, reason);
    };
    const [keyword, ...words] = text.trim().split(/\s+/);
    if (keyword === 'format') encoding = encodingOf(words) ?? refuse(`has the unknown format “${words.join(' ')}”.`);
    else if (keyword === 'element') {
      if (elements.length === MOST_ELEMENTS) refuse(`is one element more than ${MOST_ELEMENTS}.`);
      elements.push(elementOf(words) ?? refuse('is no element with a name and a count.'));
    } else if (keyword === 'property') {
      const element = elements.at(-1) ?? refuse('has a property before the first element.');
      if (element.properties.length === MOST_PROPERTIES) refuse(`is one property more than ${MOST_PROPERTIES}.`);
      element.properties.push(propertyOf(words) ?? refuse('is no property with a type and a name.'));
    } else if (!/^(ply|comment|obj_info|end_header|)$/.test(keyword ?? ''))
      refuse(`begins with “${keyword}”, which no header of PLY has.`);
  });
  if (encoding === null) throw new ImportRefusedError(file.name, '', 'has a header without a format.');
  return { encoding, elements, lines: lines.length, bytes };
}

function headerLines({ fd, name }: OpenFile): { lines: string[]; bytes: number } {
  const start = Buffer.alloc(MOST_HEADER_BYTES);
  const text = start.toString('latin1', 0, readSync(fd, start, 0, MOST_HEADER_BYTES, 0));
  const end = /(?:^|\n)end_header[ \t]*\r?\n/.exec(text);
  if (!/^ply\s/.test(text) || !end)
    throw new ImportRefusedError(
      name,
      '',
      `has no header of PLY that ends with “${END}” in its first ${MOST_HEADER_BYTES} bytes.`,
    );
  const bytes = end.index + end[0].length;
  return { lines: text.slice(0, bytes).split('\n').slice(0, -1), bytes };
}

function encodingOf([encoding, version]: readonly string[]): PlyHeader['encoding'] | null {
  if (version !== '1.0') return null;
  return encoding === 'ascii' || encoding === 'binary_little_endian' || encoding === 'binary_big_endian'
    ? encoding
    : null;
}

function elementOf([name, count]: readonly string[]): {
  name: string;
  count: number;
  properties: PlyProperty[];
} | null {
  if (!name || !count || !/^\d{1,15}$/.test(count)) return null;
  return { name, count: Number(count), properties: [] };
}

function propertyOf(words: readonly string[]): PlyProperty | null {
  const isList = words[0] === 'list';
  const [first, second, third] = isList ? words.slice(1) : words;
  const type = typeOf(isList ? second : first);
  const countType = isList ? typeOf(first) : null;
  const name = isList ? third : second;
  if (!type || !name || (isList && (!countType || countType.startsWith('float')))) return null;
  return { name, type, countType };
}

const typeOf = (word: string | undefined): PlyType | null =>
  PLY_TYPES.find((type) => type === word) ?? (Object.hasOwn(OLD_NAMES, word ?? '') ? OLD_NAMES[word!]! : null);
