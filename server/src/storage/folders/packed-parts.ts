import { opendir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { StoreFailedError } from '../../errors/store-failed.ts';
import { OBJECT_KEYS } from '../objects/object-keys.ts';
import { sha256Of } from '../objects/object-sources.ts';
import type { ObjectSource, ObjectStore } from '../objects/object-store.ts';
import { packBytes } from './pack-format.ts';

/**
 * The name of a folder whose files do not change: its path below the folder of files, as `models/<slug>/<layer>/<version>`. In an object store
 * it is one object, and one more for each thing that was added later, so that nothing is ever written again.
 */
export type FolderName = string;

const BASE_PART = 'base';

/** Exact clouds have few files, which are larger than a pack takes: each is an object, under its path. */
export const isPlain = (name: FolderName): boolean => name.startsWith(OBJECT_KEYS.clouds);

/** The part without which a folder is not complete: that of the files that it was stored with. */
export const basePart = (name: FolderName): string => (isPlain(name) ? 'store.json' : BASE_PART);

/** Folders that are made from the files of a version when they are needed: plans, and indexes of meshes. */
const MADE_FOLDER = /^((?:site-plan|mesh-index)(?:\.[0-9a-f]{12})?)\//;
/** Copies of JSON files for a layer that was moved by hand. */
const MOVED_COPY = /(?:^|\/)(placed-[0-9a-f]{12})\.[^/]*$/;

/** The part that has a file of a folder. */
export const partOf = (name: FolderName, path: string): string => (isPlain(name) ? path : packOf(path));

const packOf = (path: string): string => (MADE_FOLDER.exec(path) ?? MOVED_COPY.exec(path))?.[1] ?? BASE_PART;

/** What the keys of all parts of a folder begin with. */
export const partKeys = (name: FolderName): string => (isPlain(name) ? `${name}/` : `${OBJECT_KEYS.packed}${name}/`);
export const partKey = (name: FolderName, part: string): string =>
  partKeys(name) + (isPlain(name) ? part : `${part}.zip`);

const PART_KEYS = [/^packed\/(.+)\/([^/]+)\.zip$/, /^(pointclouds\/[^/]+)\/([^/]+)$/];

/** The folder and the part of a key; null where it is of something else. */
export function partOfKey(key: string): { name: FolderName; part: string } | null {
  for (const pattern of PART_KEYS) {
    const [, name, part] = pattern.exec(key) ?? [];
    if (name !== undefined && part !== undefined) return { name, part };
  }
  return null;
}

/** A file in a folder of the disk. */
interface LocalFile {
  /** Relative, with `/`. */
  readonly path: string;
  readonly sizeBytes: number;
  readonly modifiedMs: number;
}

/** Its files at any depth, without links. Throws ENOENT where there is no such folder. */
async function* filesIn(folder: string, below = ''): AsyncGenerator<LocalFile> {
  for await (const entry of await opendir(join(folder, below))) {
    const path = `${below}${entry.name}`;
    if (entry.isDirectory()) yield* filesIn(folder, `${path}/`);
    else if (entry.isFile()) {
      const { size, mtimeMs } = await stat(join(folder, path));
      yield { path, sizeBytes: size, modifiedMs: mtimeMs };
    }
  }
}

/** The files of a folder by the part that has them, without what is not complete. */
export async function localParts(folder: string): Promise<Map<string, LocalFile[]>> {
  const parts = new Map<string, LocalFile[]>();
  for await (const file of filesIn(folder)) {
    if (/\.part(?:\/|$)/.test(file.path)) continue;
    const part = packOf(file.path);
    const files = parts.get(part);
    if (files) files.push(file);
    else parts.set(part, [file]);
  }
  return parts;
}

export interface StoreOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called with the bytes of each piece that is sent. */
  onSent?(bytes: number): void;
}

/** Files of a folder as a pack, which is made as often as it is read. */
async function packSource(
  folder: string,
  files: readonly LocalFile[],
  { signal, onSent = () => {} }: StoreOptions,
): Promise<ObjectSource> {
  const bytes = () =>
    packBytes(files.map(({ path }) => ({ path, read: () => readFile(join(folder, path), signal ? { signal } : {}) })));
  async function* counted(onPiece: (bytes: number) => void) {
    for await (const piece of bytes()) {
      onPiece(piece.length);
      yield piece;
    }
  }
  let sizeBytes = 0;
  const sha256 = await sha256Of(Readable.from(counted((more) => (sizeBytes += more))));
  return { sizeBytes, sha256, open: () => Readable.from(counted(onSent)) };
}

interface PartToStore {
  readonly key: string;
  readonly folder: string;
  readonly files: readonly LocalFile[];
}

/**
 * Stores files as one object and compares what the store gives back, unless it has the same already. Returns the bytes that were sent. Throws
 * `StoreFailedError`.
 */
export async function storePart(
  objects: ObjectStore,
  { key, folder, files }: PartToStore,
  options: StoreOptions = {},
): Promise<number> {
  const { signal } = options;
  const source = await packSource(folder, files, options);
  const isEqual = async () => (await sha256Of(await objects.get(key))) === source.sha256;
  const before = await objects.head(key);
  if (before?.sizeBytes === source.sizeBytes && (await isEqual())) return 0;
  await objects.put(key, source, signal);
  signal?.throwIfAborted();
  if (await isEqual()) return source.sizeBytes;
  await objects.delete(key);
  throw new StoreFailedError(`${objects.address} gives back other bytes of ${key} than it was given.`);
}

/** The parts in an order in which the folder is complete only with the last one. */
export const baseLast = <T>(parts: Iterable<readonly [string, T]>): (readonly [string, T])[] =>
  [...parts].toSorted(([a], [b]) => Number(a === BASE_PART) - Number(b === BASE_PART));

/** Removes all parts of a folder, or of all folders whose names begin with `name` and a slash. */
export async function removePacked(objects: ObjectStore, name: FolderName): Promise<void> {
  for await (const { key } of objects.list(partKeys(name))) await objects.delete(key);
}
