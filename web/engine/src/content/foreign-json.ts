import {
  ContentError,
  parseJsonBytes,
  UnsupportedContentError,
  MalformedContentError,
  type ForeignJson,
} from '@overlook/shared/tiles3d';

/** Reads a part of the file `name`; refusals of the shared readers are thrown as errors that name the file. */
export function inFile<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    const Same = error instanceof UnsupportedContentError ? UnsupportedContentError : MalformedContentError;
    throw new Same(`${name}, ${error.place}`, error.reason);
  }
}

/** A JSON value that has to be an object; `what` says which in the file `name`. Throws MalformedContentError. */
export function asObject(json: unknown, name: string, what: string): ForeignJson {
  if (typeof json === 'object' && json !== null && !Array.isArray(json)) return json;
  throw new MalformedContentError(name, `${what} is not a JSON object.`);
}

/** Parses a JSON object; `what` says which in the file `name`. Throws MalformedContentError. */
export const parseJsonObject = (bytes: Uint8Array, name: string, what: string): ForeignJson =>
  asObject(
    inFile(name, () => parseJsonBytes(bytes, what)),
    name,
    what,
  );
