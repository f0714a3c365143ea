/**
 * The contract between the viewer and authors of file formats (docs/layers/formats.md). A format is a module that runs in its own
 * worker for each file. It returns plain data, which the viewer validates, positions and draws.
 */

import type { FormatDefinition, FormatKind, FormatLoader } from '../declarations/overlook-formats.ts';

export type {
  FormatContent,
  FormatDefinition,
  FormatKind,
  FormatLoader,
  MeshContent,
  TableContent,
} from '../declarations/overlook-formats.ts';

/** A definition with unknown data types. */
// oxlint-disable-next-line typescript/no-explicit-any -- each content() takes what its own loader answers
export type AnyFormat = FormatDefinition<any>;

const ID = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,38}[A-Za-z0-9])?$/;
const EXTENSION = /^[a-z0-9]{1,16}$/;
const MIME_TYPE = /^[a-z0-9.+-]+\/[a-z0-9.+-]+$/;
const TITLE_LONGEST = 80;
const ENDS_MOST = 20;
/** Upper bound of `largestBytes`: a file is read as a whole. */
const FORMAT_LARGEST_BYTES = 512 * 1024 * 1024;

/** An invalid format definition. The message names the format and the field. */
export class FormatDefinitionError extends TypeError {
  override readonly name = 'FormatDefinitionError';
}

/** Checks the definition of a format and returns it frozen. Throws a {@link FormatDefinitionError} that names the invalid field. */
export function defineFormat<Parsed>(definition: FormatDefinition<Parsed>): Readonly<FormatDefinition<Parsed>> {
  checkFormat(definition);
  return Object.freeze(definition);
}

/** Throws a {@link FormatDefinitionError} if the value is not a valid definition. */
export function checkFormat(value: unknown): asserts value is AnyFormat {
  if (typeof value !== 'object' || value === null)
    throw new FormatDefinitionError('A format is an object made by defineFormat().');
  checkFormatKind(value);
  const { id, loader, options, content } = value as Partial<AnyFormat>;
  const check = checkOf(id);
  check(typeof loader === 'function' || isLoader(loader), 'loader must be a loader, or a function that gives one');
  check(options === undefined || (typeof options === 'object' && options !== null), 'options must be an object');
  check(content === undefined || typeof content === 'function', 'content must be a function');
}

const checkOf = (id: unknown) => (isValid: boolean, rule: string) => {
  if (!isValid) throw new FormatDefinitionError(`Format "${String(id).slice(0, 60)}": ${rule}.`);
};

/** Checks the part of a format that the page knows. */
export function checkFormatKind(value: object): asserts value is FormatKind {
  const { id, title, extensions, mimeTypes, largestBytes } = value as Partial<FormatKind>;
  const check = checkOf(id);
  const areAll = (list: unknown, pattern: RegExp) =>
    Array.isArray(list) &&
    list.length <= ENDS_MOST &&
    list.every((one) => typeof one === 'string' && pattern.test(one));
  check(typeof id === 'string' && ID.test(id), 'id must be 1 to 40 letters, digits and hyphens');
  check(
    typeof title === 'string' && title.trim() !== '' && title.length <= TITLE_LONGEST,
    'title must be a text of 1 to 80 characters',
  );
  check(areAll(extensions, EXTENSION) && extensions!.length > 0, 'extensions must be a list like ["gpx"]');
  check(
    mimeTypes === undefined || areAll(mimeTypes, MIME_TYPE),
    'mimeTypes must be a list like ["application/gpx+xml"]',
  );
  const isSize = Number.isSafeInteger(largestBytes) && largestBytes! > 0 && largestBytes! <= FORMAT_LARGEST_BYTES;
  check(isSize, 'largestBytes must be a number of bytes, at most 512 MiB');
}

export const isLoader = (value: unknown): value is FormatLoader =>
  typeof value === 'object' && value !== null && 'parse' in value && typeof value.parse === 'function';
