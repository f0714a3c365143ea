import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { readFile, realpath, stat } from 'node:fs/promises';
import { basename, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { notFound } from '../errors/app-error.ts';
import type { Clock } from '../services/clock.ts';
import { NO_FILE } from './file-answers.ts';
import { createTimedCache } from '../services/timed-cache.ts';
import { type ByteRange, ObjectMissingError, type ObjectStore } from '../storage/objects/object-store.ts';

/** Codings of pre-compressed neighbours, best first, with the ending of their file names. */
export const CODINGS = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
] as const;

type Coding = (typeof CODINGS)[number];

/**
 * The codings that an `Accept-Encoding` header accepts, best first (RFC 9110 §12.5.3; weight 0 means "not this one").
 */
export function acceptedCodings(header: string | undefined): Coding[] {
  if (!header) return [];
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(',')) {
    const [name, ...parameters] = part.split(';').map((piece) => piece.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    if (name) weights.set(name, weight ? Number(weight.slice(2)) : 1);
  }
  return CODINGS.filter(({ name }) => (weights.get(name) ?? weights.get('*') ?? 0) > 0);
}

/** Where the bytes of a file are read. Both throw 404 where it has been removed meanwhile. */
export interface ByteSource {
  readonly sizeBytes: number;
  whole(): Promise<Uint8Array>;
  /** The caller reads it to its end or destroys it. */
  stream(range?: ByteRange): Promise<Readable>;
}

/** A file and its pre-compressed neighbours. */
export interface StoredFile extends ByteSource {
  /** Its ending gives the media type. */
  readonly name: string;
  readonly modifiedAt: Date;
  /** Without the quotes. */
  readonly tag: string;
  readonly variants: readonly { readonly coding: Coding; readonly source: ByteSource }[];
}

/** How long facts about a file are cached. */
const KNOWN_FOR_MS = 30_000;

/** Longest path that systems open, in characters. */
const LONGEST_PATH = 4096;

const isAbsent = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'].includes((error as NodeJS.ErrnoException).code ?? '');

function fileSource(path: string, sizeBytes: number): ByteSource {
  const orGone = (error: unknown): never => {
    throw isAbsent(error) ? notFound(NO_FILE) : error;
  };
  return {
    sizeBytes,
    whole: () => readFile(path).catch(orGone),
    async stream(range) {
      const stream = createReadStream(path, range ? { start: range.first, end: range.last } : {});
      await once(stream, 'open').catch(orGone);
      return stream;
    },
  };
}

const statFile = async (path: string) => {
  const found = await stat(path).catch((error: unknown) => {
    if (isAbsent(error)) return null;
    throw error;
  });
  return found?.isFile() ? found : null;
};

async function findFile(root: string, path: string): Promise<StoredFile | null> {
  const found = await statFile(path);
  if (!found) return null;
  // A link that leads out of the folder is ignored.
  const [realRoot, realFile] = await Promise.all([realpath(root), realpath(path)]);
  if (!realFile.startsWith(realRoot + sep)) return null;
  const variants = await Promise.all(
    CODINGS.map(async (coding) => {
      const variant = await statFile(path + coding.ending);
      return variant ? [{ coding, source: fileSource(path + coding.ending, variant.size) }] : [];
    }),
  );
  return {
    ...fileSource(path, found.size),
    name: basename(path),
    modifiedAt: found.mtime,
    tag: `${found.size.toString(36)}-${Math.trunc(found.mtimeMs).toString(36)}`,
    variants: variants.flat(),
  };
}

/**
 * The parts of a request's path below a folder, or null for forbidden paths: anything that could lead out of
 * the folder, hidden files, and the pre-compressed neighbours by their own names.
 */
export function safeParts(rest: string): string[] | null {
  const parts = rest.split('/');
  const isSafe = parts.every((part) => part !== '' && !part.startsWith('.') && !/[\\\0]/.test(part));
  const isVariant = CODINGS.some(({ ending }) => rest.endsWith(ending));
  return isSafe && !isVariant ? parts : null;
}

/** Finds files and caches the results. */
export function createFileFinder(clock: Clock) {
  const cache = createTimedCache<StoredFile | null>(clock, KNOWN_FOR_MS);
  return {
    /** The file at `path`, which lies below `root`; null when there is none. */
    find: async (root: string, path: string): Promise<StoredFile | null> =>
      // Not cached: strangers could fill the memory with long paths.
      path.length > LONGEST_PATH ? null : cache.get(path, () => findFile(root, path)),
    /** It may have been moved away. */
    forget: (path: string): void => cache.forget(path),
  };
}

const objectSource = (objects: ObjectStore, key: string, sizeBytes: number): ByteSource => ({
  sizeBytes,
  whole: async () => buffer(await objects.get(key)),
  stream: (range) => objects.get(key, range),
});

/** Finds objects by their keys and caches the results. */
export function createObjectFinder(clock: Clock, objects: ObjectStore) {
  const cache = createTimedCache<StoredFile | null>(clock, KNOWN_FOR_MS);
  const findObject = async (key: string, hasForm: (ending: string) => boolean): Promise<StoredFile | null> => {
    const facts = await objects.head(key);
    // It may be made in the next moment.
    if (!facts) cache.forget(key);
    if (!facts) return null;
    const variants = await Promise.all(
      CODINGS.filter(({ ending }) => hasForm(ending)).map(async (coding) => {
        const form = await objects.head(key + coding.ending);
        return form ? [{ coding, source: objectSource(objects, key + coding.ending, form.sizeBytes) }] : [];
      }),
    );
    const { modifiedAt, tag, sizeBytes } = facts;
    return { ...objectSource(objects, key, sizeBytes), name: key, modifiedAt, tag, variants: variants.flat() };
  };
  return {
    /** Null where there is none. `hasForm` says whether it may have a pre-compressed neighbour with an ending. */
    find: (key: string, hasForm: (ending: string) => boolean = () => false): Promise<StoredFile | null> =>
      cache.get(key, () => findObject(key, hasForm)),
    /** An object that a row names. Throws `ObjectMissingError`. */
    async named(key: string): Promise<StoredFile> {
      const found = await this.find(key);
      if (!found) throw new ObjectMissingError(key);
      return found;
    },
  };
}
