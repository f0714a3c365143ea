import ExifReader from 'exifreader';
import type { TagReader } from './tag-reader.ts';

/** Longest text of a tag, characters. */
export const LONGEST_TEXT = 200;

type Groups = Record<'exif' | 'xmp', Record<string, { value?: unknown; computed?: unknown }> | undefined>;

/** The tags of a picture; of damaged metadata, the readable part. `bytes` is the beginning of the file. */
export function openTags(bytes: Uint8Array): TagReader {
  let groups: Partial<Groups> = {};
  try {
    const copy = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
    const options = { expanded: true, computed: true, includeTags: { exif: true, xmp: true } } as const;
    // The library types each tag by its name; a tag of a file can hold anything, so it is read as unknown.
    groups = ExifReader.load(copy, options) as unknown as Groups;
  } catch {
    // A picture with damaged metadata counts as one without.
  }
  const exif = (name: string): unknown => {
    const { value, computed } = groups.exif?.[name] ?? {};
    // One fraction, which the reader has as two numbers; 0/0 means no value.
    if ((typeof computed === 'number' || computed === null) && Array.isArray(value)) return fractionOf(value);
    return Array.isArray(value) ? value.map((one) => (Array.isArray(one) ? fractionOf(one) : one)) : value;
  };
  const xmp = (name: string): unknown => groups.xmp?.[name]?.value;
  return {
    number: (name) => finite([exif(name)].flat()[0]) ?? numberOf(xmp(name)),
    numbers(name) {
      const all = [exif(name)].flat().map(finite);
      return all.some((one) => one !== null) ? all : null;
    },
    text: (name) => plainText([exif(name)].flat()[0]) || plainText(xmp(name)),
    xmpNumber: (name) => numberOf(xmp(name)),
    xmpText: (name) => plainText(xmp(name)),
  };
}

const finite = (value: unknown): number | null => (typeof value === 'number' && Number.isFinite(value) ? value : null);

const fractionOf = ([above, below = 1]: readonly unknown[]): number => Number(above) / Number(below);

/** XMP writes numbers as text: `+45.00`, or as a fraction. */
function numberOf(value: unknown): number | null {
  const match = typeof value === 'string' ? /^\s*([+-]?\d+(?:\.\d*)?)(?:\/(\d+))?\s*$/.exec(value) : null;
  return match ? finite(Number(match[1]) / Number(match[2] ?? 1)) : null;
}

function plainText(value: unknown): string {
  if (typeof value !== 'string') return '';
  // Cameras fill fields with zeros.
  return value
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, LONGEST_TEXT);
}
