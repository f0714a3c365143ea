import { realpath, stat } from 'node:fs/promises';
import { sep } from 'node:path';
import type { Clock } from '../services/clock.ts';
import { createTimedCache } from '../services/timed-cache.ts';

/** Codings of pre-compressed neighbours, best first, with the ending of their file names. */
const CODINGS = [
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

/** A file of a published folder and its pre-compressed neighbours. */
export interface StoredFile {
  readonly path: string;
  readonly sizeBytes: number;
  readonly modifiedAt: Date;
  /** Without the quotes. */
  readonly tag: string;
  readonly variants: readonly { coding: Coding; path: string; sizeBytes: number }[];
}

/** How long facts about a file are cached. */
const KNOWN_FOR_MS = 30_000;

/** Longest path that systems open, in characters. */
const LONGEST_PATH = 4096;

const statFile = async (path: string) => {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR' || error.code === 'ENAMETOOLONG') return null;
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
      return variant ? [{ coding, path: path + coding.ending, sizeBytes: variant.size }] : [];
    }),
  );
  return {
    path,
    sizeBytes: found.size,
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
  };
}
