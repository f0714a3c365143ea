import { BadContent, parseJsonBytes, UnknownKind } from '@overlook/shared/tiles3d';
import { UnsupportedContent } from './content.ts';
import { MalformedContent } from './content-errors.ts';

/** A JSON object whose fields nobody has checked yet. */
// oxlint-disable-next-line typescript/no-explicit-any -- foreign JSON: the readers check each field where they use it
export type ForeignJson = Record<string, any>;

/** Reads a part of the file `name`; what the shared readers refuse is thrown as an error that names the file. */
export function inFile<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof BadContent)) throw error;
    const message = `${name}, ${error.place}: ${error.reason}`;
    throw error instanceof UnknownKind ? new UnsupportedContent(message) : new MalformedContent(message);
  }
}

/** A JSON value that has to be an object; `what` says which in the file `name`. Throws MalformedContent. */
export function asObject(json: unknown, name: string, what: string): ForeignJson {
  if (typeof json === 'object' && json !== null && !Array.isArray(json)) return json;
  throw new MalformedContent(`${name}: ${what} is not a JSON object.`);
}

/** Parses a JSON object; `what` says which in the file `name`. Throws MalformedContent. */
export const parseJsonObject = (bytes: Uint8Array, name: string, what: string): ForeignJson =>
  asObject(
    inFile(name, () => parseJsonBytes(bytes, what)),
    name,
    what,
  );
