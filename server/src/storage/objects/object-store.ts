import type { Readable } from 'node:stream';
import { REQUESTS_MESSAGES } from '@overlook/shared/messages';
import { AppError } from '../../errors/app-error.ts';

/** Bytes `first` to `last` of an object, both included, from 0. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/** What is known of an object without its bytes. */
export interface ObjectFacts {
  readonly sizeBytes: number;
  readonly modifiedAt: Date;
  /** Differs for every content of a key; without quotes. */
  readonly tag: string;
  /** Of its bytes, hexadecimal; null where the store keeps none. */
  readonly sha256: string | null;
}

export interface ListedObject {
  readonly key: string;
  readonly sizeBytes: number;
  readonly modifiedAt: Date;
}

/** Bytes to be stored, of known length and hash. */
export interface ObjectSource {
  readonly sizeBytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
  /** Called once for each attempt. */
  open(): Readable;
}

/**
 * Where an installation keeps files that are one object each: a folder, or a bucket of S3. Keys are relative paths with `/`, such as
 * `attachments/<uuid>`. An object is complete or absent, and is replaced as a whole. All methods throw `StoreFailedError` where the store
 * does not answer, and a TypeError for a key that could lead out of it.
 */
export interface ObjectStore {
  /** For operators and logs: its address without credentials. */
  readonly address: string;
  /** Stores bytes; throws `DamagedObjectError` where they have another length or hash, and then stores nothing. */
  put(key: string, source: ObjectSource, signal?: AbortSignal): Promise<void>;
  /** Takes over a file on the disk of the data folder, which is gone afterwards. `sha256` saves reading it once more. */
  takeFile(key: string, path: string, sha256?: string): Promise<void>;
  /** The bytes as a stream, which the caller reads to its end or destroys. Throws `ObjectMissingError`. */
  get(key: string, range?: ByteRange): Promise<Readable>;
  /** Takes over the files that lie directly in a folder there, as objects with `prefix`, which ends in `/` and has none yet. */
  takeFolder(prefix: string, folder: string): Promise<void>;
  /** Makes what was taken over below `prefix` safe against power loss. */
  sync(prefix: string): Promise<void>;
  /** Gives `use` a file with the bytes, which it must not change and which may be gone afterwards. Throws `ObjectMissingError`. */
  withFile<T>(key: string, use: (path: string) => Promise<T>): Promise<T>;
  /** Null where there is no such object. */
  head(key: string): Promise<ObjectFacts | null>;
  /** A missing object is not an error. */
  delete(key: string): Promise<void>;
  /** All objects whose keys begin with `prefix`, in no certain order. */
  list(prefix: string): AsyncIterable<ListedObject>;
  /** What stands in keys between `prefix`, which ends in `/`, and the next `/` or their end: each once, in no certain order. */
  names(prefix: string): AsyncIterable<string>;
  /** Removes what was begun before `beforeMs` (Unix milliseconds) and never completed. */
  removeUnfinished(beforeMs: number): Promise<void>;
  close(): void;
}

/** 404: a row names an object that the store does not have. */
export class ObjectMissingError extends AppError {
  override readonly name = 'ObjectMissingError';
  constructor(
    readonly key: string,
    cause?: unknown,
  ) {
    super('FILE_LOST', REQUESTS_MESSAGES['request.fileLost'], { cause });
  }
}

/** The bytes of an object are not those that were announced. */
export class DamagedObjectError extends Error {
  override readonly name = 'DamagedObjectError';
}

/** The key, when it stays in its store. */
export function safeKey(key: string): string {
  const isSafe = key.split('/').every((part) => part !== '' && part !== '.' && part !== '..' && !/[\\\0]/.test(part));
  if (!isSafe) throw new TypeError(`"${key}" is no key of an object`);
  return key;
}
