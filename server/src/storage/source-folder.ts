import { readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { MalformedContentError } from '@overlook/shared/tiles3d';
import { sharedPathOf } from './shared-files.ts';
import { unpackedGzip } from './unpack-gzip.ts';

/** A larger file is not a tile that a browser could show, and too large to be checked in memory. */
export const MAX_FILE_BYTES = 512 * 1024 * 1024;

/** A file below the folder that is published: path with forward slashes, as in a uri before encoding. */
export interface SourceFile {
  path: string;
  sizeBytes: number;
}

/**
 * Resolves a uri found in `fromPath` to a path below the folder, as a browser would, and refuses what leaves the
 * folder; a file that is named by its content is found in it. `place` says where the uri is, for messages. Throws `ContentError`.
 */
export function resolveUri(fromPath: string, uri: string, place: string): string {
  const fail = (reason: string): never => {
    throw new MalformedContentError(place, `“${uri}” ${reason}`);
  };
  const shared = sharedPathOf(fromPath, uri);
  if (shared !== null) return shared;
  if (uri.trim() === '') fail('is an empty uri.');
  if (/^[a-z][a-z0-9+.-]*:/i.test(uri))
    fail('points to another place; only files beside the tileset can be published.');
  if (uri.startsWith('/') || uri.includes('\\')) fail('is not a relative uri with forward slashes.');
  let decoded = '';
  try {
    decoded = decodeURIComponent(uri.replace(/[?#].*$/s, ''));
  } catch {
    fail('is not correctly percent-encoded.');
  }
  if (/%2f|%5c/i.test(uri)) fail('has an encoded slash in a name.');
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  if (/[\u0000-\u001f\u007f]/.test(decoded)) fail('has control characters.');
  const segments = fromPath.split('/').slice(0, -1);
  for (const segment of decoded.split('/')) {
    if (segment === '..') {
      if (segments.pop() === undefined) fail('leads out of the folder that is published.');
    } else if (segment.startsWith('.') && segment !== '.') fail('names a hidden file or folder, which is not served.');
    else if (segment !== '.' && segment !== '') segments.push(segment);
  }
  // The endings of the compressed forms that are made beside each file.
  if (/\.(gz|br)$/i.test(decoded)) fail('ends like a compressed file; unpack it, or rename it.');
  return segments.join('/');
}

/** A path as a relative URL. */
export const encodePath = (filePath: string): string => filePath.split('/').map(encodeURIComponent).join('/');

/** The bytes of a `data:` uri, or null for any other uri. Throws `ContentError` when it is malformed. */
export function dataUriBytes(uri: string, place: string): Uint8Array | null {
  if (!/^data:/i.test(uri)) return null;
  const match = /^data:[^,]*?(;base64)?,(.*)$/is.exec(uri);
  if (!match) throw new MalformedContentError(place, 'is a data uri without data.');
  try {
    return match[1] ? Buffer.from(match[2]!, 'base64') : Buffer.from(decodeURIComponent(match[2]!), 'utf8');
  } catch {
    throw new MalformedContentError(place, 'is a data uri that is not correctly percent-encoded.');
  }
}

/** Reads files below one folder and records their names, so that exactly these are published. */
export class SourceFolder {
  /** Every file read or looked at, by path. */
  readonly files = new Map<string, SourceFile>();
  private realRoot: Promise<string> | undefined;
  private readonly provided = new Map<string, Uint8Array>();

  constructor(
    readonly root: string,
    private readonly largestFileBytes = MAX_FILE_BYTES,
  ) {}

  /** A folder whose files another process has read before. */
  static of(root: string, files: ReadonlyMap<string, SourceFile>): SourceFolder {
    const folder = new SourceFolder(root);
    for (const [filePath, file] of files) folder.files.set(filePath, file);
    return folder;
  }

  /** Replaces a file, or one that the source lacks: it is read and checked like one of the source. */
  provide(filePath: string, bytes: Uint8Array): void {
    this.provided.set(filePath, bytes);
  }

  /** Forgets files that were read, but these. */
  keepOnly(paths: Iterable<string>): void {
    const kept = new Set(paths);
    for (const filePath of this.files.keys()) if (!kept.has(filePath)) this.files.delete(filePath);
  }

  /** Whether there is such a file, good or bad. */
  async has(filePath: string): Promise<boolean> {
    return stat(this.absolute(filePath)).then(
      (found) => found.isFile(),
      () => false,
    );
  }

  absolute(filePath: string): string {
    return path.join(this.root, filePath);
  }

  /** Checks that the file is there, regular, within the folder (links followed) and not too large. */
  async look(filePath: string, place: string): Promise<SourceFile> {
    const known = this.files.get(filePath);
    if (known) return known;
    const absolute = this.absolute(filePath);
    const found = await stat(absolute).catch((error: NodeJS.ErrnoException) => {
      throw new MalformedContentError(place, absenceReason(filePath, error));
    });
    if (!found.isFile()) throw new MalformedContentError(place, `“${filePath}” is not a file.`);
    if (found.size > this.largestFileBytes)
      throw new MalformedContentError(
        place,
        `“${filePath}” has ${found.size} bytes; at most ${this.largestFileBytes} can be shown.`,
      );
    await this.assertNoLinkOutside(absolute, filePath, place);
    const file = { path: filePath, sizeBytes: found.size };
    this.files.set(filePath, file);
    return file;
  }

  /** The bytes of a file, unpacked where they are gzip; that is how it is published. */
  async read(filePath: string, place: string): Promise<Uint8Array> {
    const provided = this.provided.get(filePath);
    if (provided) return provided;
    await this.look(filePath, place);
    return unpackedGzip(await readFile(this.absolute(filePath)), this.largestFileBytes, place);
  }

  private async assertNoLinkOutside(absolute: string, filePath: string, place: string): Promise<void> {
    this.realRoot ??= realpath(this.root);
    const relative = path.relative(await this.realRoot, await realpath(absolute));
    if (relative.startsWith('..') || path.isAbsolute(relative))
      throw new MalformedContentError(place, `“${filePath}” is a link that leads out of the folder that is published.`);
  }
}

function absenceReason(filePath: string, error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return `“${filePath}” does not exist.`;
  if (error.code === 'EACCES') return `“${filePath}” may not be read.`;
  return `“${filePath}” cannot be read (${error.code}).`;
}

/** Whether the path names a folder; false when it is a file. Throws when there is neither. */
export async function isFolder(absolutePath: string): Promise<boolean> {
  const found = await stat(absolutePath);
  return found.isDirectory();
}
