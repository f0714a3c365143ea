import { randomBytes, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import type { FolderName } from './folders/packed-parts.ts';
import type { LayerName } from './layers.ts';
import { encodePath } from './source-folder.ts';

/** URL below which model files are served; `<slug>/<layer>/<version>/<file>` follows. */
export const MODEL_FILES_URL = '/api/files/models/';
const VERSION = /^[0-9a-z]{8,9}-[0-9a-f]{12}$/;

/** One published version of a layer: its folder never changes after it was written. */
export interface VersionFolder {
  slug: string;
  layer: LayerName;
  version: string;
}

/** A name that was never used: the time, so that versions sort, and chance. */
export const newVersion = (now = Date.now()): string => `${now.toString(36)}-${randomBytes(6).toString('hex')}`;

/** When a version was published, by its name. */
export const publishedAt = (version: string): Date => new Date(parseInt(version.split('-', 1)[0]!, 36));

export const isVersion = (name: string): boolean => VERSION.test(name);

export const siteFolder = (filesDir: string, slug: string): string => path.join(filesDir, 'models', slug);
export const layerFolder = (filesDir: string, { slug, layer }: Omit<VersionFolder, 'version'>): string =>
  path.join(siteFolder(filesDir, slug), layer);
export const versionFolder = (filesDir: string, folder: VersionFolder): string =>
  path.join(layerFolder(filesDir, folder), folder.version);

/** Its name among the stored folders. */
export const versionName = ({ slug, layer, version }: VersionFolder): FolderName =>
  `models/${slug}/${layer}/${version}`;
/** What the names of all versions of a site begin with, before a slash. */
export const siteVersions = (slug: string): string => `models/${slug}`;

/** The URL of a file of a version. */
export const modelUrl = ({ slug, layer, version }: VersionFolder, filePath: string): string =>
  `${MODEL_FILES_URL}${slug}/${layer}/${version}/${encodePath(filePath)}`;

/** The version a stored `filepath` points into; null when it points elsewhere. */
export function versionOfUrl(url: string): { slug: string; layer: string; version: string } | null {
  if (!url.startsWith(MODEL_FILES_URL)) return null;
  const [slug, layer, version] = url.slice(MODEL_FILES_URL.length).split('/');
  return slug && layer && version && isVersion(version) ? { slug, layer, version } : null;
}

/** When the version that a stored `filepath` points into was published; null when it points elsewhere. */
export function publishedAtOfUrl(url: string): Date | null {
  const folder = versionOfUrl(url);
  return folder && publishedAt(folder.version);
}

/** The file of its version that a stored `filepath` points to; null when it points elsewhere. */
export function entryOfUrl(url: string): string | null {
  if (!versionOfUrl(url)) return null;
  const parts = url.slice(MODEL_FILES_URL.length).split('/').slice(3);
  return parts.length > 0 ? parts.map(decodeURIComponent).join('/') : null;
}

/** A published version that is held here. */
export interface HeldVersion {
  readonly folder: VersionFolder;
  /** The `tileset.json` or `models.json` below it. */
  readonly entry: string;
}

/** The version that a stored `filepath` points into; null for one of another server. */
export function heldVersion(filepath: string): HeldVersion | null {
  const [folder, entry] = [versionOfUrl(filepath), entryOfUrl(filepath)];
  return folder && entry ? { folder: folder as VersionFolder, entry } : null;
}

/** The process that writes a version, so that others do not touch it: the file `<version>.owner` beside it. */
export interface VersionOwner {
  readonly pid: number;
  readonly host: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Of this start of the process: in a container every start has the same pid. Absent in records of earlier versions. */
  readonly run?: string;
}

const RUN = randomUUID();

export const thisOwner = (): VersionOwner => ({
  pid: process.pid,
  host: hostname(),
  startedAt: Date.now(),
  run: RUN,
});

/** After this time an unfinished import of another host counts as abandoned. */
const LONGEST_IMPORT_MS = 24 * 3600 * 1000;

/** Whether the writer of a version may still be at work. */
export function isWriterActive({ pid, host, startedAt, run }: VersionOwner, now = Date.now()): boolean {
  if (now - startedAt > LONGEST_IMPORT_MS) return false;
  if (host !== hostname()) return true;
  // The pid is ours: another start had it before, which is over, also where its record has no run.
  if (pid === process.pid) return run === RUN;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The content of an owner file; null where there is none. */
export async function readOwner(file: string): Promise<VersionOwner | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as VersionOwner;
  } catch {
    // Missing, or cut off by a crash while it was written: no process is writing.
    return null;
  }
}
