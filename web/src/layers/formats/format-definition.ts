/** What a format of files is: which files, which loader of loaders.gl reads them, and what is drawn of the answer. */
import type { LoaderWithParser } from '@loaders.gl/core';
import type { FileContent } from './file-content.ts';
import type { FilePlaces } from './file-places.ts';
import type { FormatKind } from './format-kinds.ts';

export interface FormatDefinition<Parsed = unknown> extends FormatKind {
  /** The loader, fetched when a file of the format is opened; it runs in a worker. */
  readonly loader: () => Promise<LoaderWithParser>;
  /** Options of the loader, under its id. */
  readonly options?: Readonly<Record<string, unknown>>;
  /** What is drawn of the answer of the loader. Throws an Error that says what is wrong with the file. */
  readonly content: (parsed: Parsed, places: FilePlaces) => FileContent | Promise<FileContent>;
}

/** A format of files, checked and frozen. Throws a TypeError that names the field. */
export function defineFormat<Parsed>(definition: FormatDefinition<Parsed>): Readonly<FormatDefinition<Parsed>> {
  const { id, title, extensions, largestBytes, loader, content } = definition;
  const check = (isValid: boolean, rule: string): void => {
    if (!isValid) throw new TypeError(`Format "${String(id)}": ${rule}.`);
  };
  check(typeof id === 'string' && /^[a-z0-9]{1,20}$/.test(id), 'id must be 1 to 20 lower-case letters and digits');
  check(typeof title === 'string' && title.trim() !== '', 'title must be a text');
  const areEnds = Array.isArray(extensions) && extensions.length > 0;
  check(areEnds && extensions.every((end) => /^[a-z0-9]+$/.test(end)), 'extensions must be like "geojson"');
  check(Number.isSafeInteger(largestBytes) && largestBytes > 0, 'largestBytes must be a number of bytes');
  check(typeof loader === 'function', 'loader must be a function that gives a loader');
  check(typeof content === 'function', 'content must be a function');
  return Object.freeze(definition);
}
