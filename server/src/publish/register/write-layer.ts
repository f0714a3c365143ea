import { availableParallelism } from 'node:os';
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { CheckedLayer } from '../check/check-layer.ts';
import { MAX_FILE_BYTES } from '../../storage/source-folder.ts';
import { hasOwnContent, isShared } from '../../storage/shared-files.ts';
import { isGzip, unpackedGzip } from '../../storage/unpack-gzip.ts';
import { ImportRefusedError } from '../../errors/import-refused.ts';
import { forEachInParallel } from '../in-parallel.ts';
import { COMPRESSED_ENDINGS, compressedForms } from '../store/precompress.ts';
import type { PublishFs } from '../../errors/publish-fs.ts';
import {
  type VersionFolder,
  layerFolder,
  modelUrl,
  siteFolder,
  newVersion,
  thisOwner,
  versionFolder,
} from '../../storage/version-folders.ts';

/** A layer whose files are in place under their final name, but not yet registered. */
export interface WrittenLayer {
  checked: CheckedLayer;
  folder: VersionFolder;
  filepath: string;
  /** Of all files that were written, compressed forms included; without those that it shares with its bases. */
  bytes: number;
  /** Says that this process is still writing; removed when the layer is registered or removed. */
  ownerFile: string;
}

export interface WriteContext {
  filesDir: string;
  fs: PublishFs;
  signal?: AbortSignal | undefined;
  /** Published versions of the same layer, newest first: equal files get a second name in place of a copy. */
  bases?: readonly VersionFolder[];
  /** Called after each file with the bytes of the source copied so far and in all. */
  onBytes?: ((done: number, total: number) => void) | undefined;
}

/**
 * Copies a checked layer's files, and compressed neighbours, to `<version>.part`, makes them safe against power loss
 * and renames the folder to its final name. On failure or abort everything written is removed again.
 */
export async function writeLayer(checked: CheckedLayer, slug: string, context: WriteContext): Promise<WrittenLayer> {
  const { fs, filesDir } = context;
  const folder: VersionFolder = { slug, layer: checked.layer, version: newVersion() };
  const final = versionFolder(filesDir, folder);
  const written: WrittenLayer = {
    checked,
    folder,
    filepath: modelUrl(folder, checked.entry),
    bytes: 0,
    ownerFile: `${final}.owner`,
  };
  try {
    // The owner file is written first: a sweep removes a version without one.
    await fs.makeFolder(path.dirname(final));
    await fs.write(written.ownerFile, Buffer.from(JSON.stringify(thisOwner())));
    written.bytes = await writeFiles(checked, `${final}.part`, context);
    context.signal?.throwIfAborted();
    await fs.rename(`${final}.part`, final);
    await fs.sync(path.dirname(final), 'folder');
  } catch (error) {
    await removeWritten(written, context);
    throw error;
  }
  return written;
}

/** Removes a written layer, finished or not. */
export async function removeWritten(
  { folder, ownerFile }: WrittenLayer,
  { fs, filesDir }: Pick<WriteContext, 'fs' | 'filesDir'>,
): Promise<void> {
  const final = versionFolder(filesDir, folder);
  await fs.remove(`${final}.part`);
  await fs.remove(final);
  await fs.remove(ownerFile);
  await fs.removeIfEmpty(layerFolder(filesDir, folder));
  await fs.removeIfEmpty(siteFolder(filesDir, folder.slug));
}

const NO_BYTES = new Uint8Array();

/** Returns the bytes that were written. */
async function writeFiles(checked: CheckedLayer, part: string, context: WriteContext): Promise<number> {
  const { fs, signal, onBytes } = context;
  const files = publishedFiles(checked);
  const target = (filePath: string) => path.join(part, filePath);
  const folders = new Set([part, ...files.map((file) => path.dirname(target(file.path)))]);
  for (const folder of folders) await fs.makeFolder(folder);
  const total = files.reduce((sum, file) => sum + file.sizeBytes, 0);
  let done = 0;
  let writtenBytes = 0;
  await forEachInParallel(
    files,
    Math.max(2, availableParallelism()),
    async (file) => {
      const shared = await shareOne(checked, file, target(file.path), context);
      const bytes = shared ? NO_BYTES : await copyOne(checked, file, target(file.path), fs);
      writtenBytes += bytes.byteLength;
      for (const [ending, packed] of Object.entries(await compressedForms(file.path, bytes))) {
        if (!packed) continue;
        writtenBytes += packed.byteLength;
        await fs.write(`${target(file.path)}.${ending}`, packed);
        await fs.sync(`${target(file.path)}.${ending}`, 'file');
      }
      onBytes?.((done += file.sizeBytes), total);
    },
    signal,
  );
  for (const folder of folders) await fs.sync(folder, 'folder');
  return writtenBytes;
}

interface PublishedFile {
  path: string;
  sizeBytes: number;
}

function publishedFiles({ folder, generated }: CheckedLayer): PublishedFile[] {
  const files = new Map<string, PublishedFile>(folder.files);
  for (const [filePath, bytes] of generated) files.set(filePath, { path: filePath, sizeBytes: bytes.byteLength });
  return [...files.values()];
}

/**
 * Gives the file of a base with this name, and its compressed forms, a second name where it has the same bytes. Versions never change, and
 * each name keeps the bytes. Returns false where the file must be copied.
 */
async function shareOne(
  checked: CheckedLayer,
  file: PublishedFile,
  target: string,
  { fs, filesDir, bases = [] }: WriteContext,
): Promise<boolean> {
  // A file that is named by its content may be in any of them; another is hardly ever that of an older version.
  for (const base of isShared(file.path) ? bases : bases.slice(0, 1))
    if (await shareWith(path.join(versionFolder(filesDir, base), file.path), checked, file, target, fs)) return true;
  return false;
}

async function shareWith(
  before: string,
  { folder, generated }: CheckedLayer,
  file: PublishedFile,
  target: string,
  fs: PublishFs,
): Promise<boolean> {
  try {
    if ((await stat(before)).size !== file.sizeBytes) return false;
    const bytes = generated.get(file.path) ?? (await readFile(folder.absolute(file.path)));
    if (!(await readFile(before)).equals(bytes)) return false;
    await fs.link(before, target);
    for (const ending of COMPRESSED_ENDINGS)
      if (existsSync(`${before}.${ending}`)) await fs.link(`${before}.${ending}`, `${target}.${ending}`);
    return true;
  } catch {
    // The base has no such file, was removed meanwhile, or its disk has no second names.
    for (const name of [target, ...COMPRESSED_ENDINGS.map((ending) => `${target}.${ending}`)]) await fs.remove(name);
    return false;
  }
}

async function copyOne(
  { folder, generated }: CheckedLayer,
  file: PublishedFile,
  target: string,
  fs: PublishFs,
): Promise<Uint8Array> {
  const made = generated.get(file.path);
  if (made) await fs.write(target, made);
  else await fs.copy(folder.absolute(file.path), target);
  await fs.sync(target, 'file');
  const bytes = made ?? (await readFile(target));
  if (bytes.byteLength !== file.sizeBytes)
    throw new ImportRefusedError(
      file.path,
      '',
      'changed while it was being imported. Import it again when it is complete.',
    );
  if (!hasOwnContent(file.path, bytes))
    throw new ImportRefusedError(
      file.path,
      '',
      'has a name by its content, but another content. Rename it, or import it as it was published.',
    );
  if (made || !isGzip(bytes)) return bytes;
  const unpacked = await unpackedGzip(bytes, MAX_FILE_BYTES, file.path);
  await fs.write(target, unpacked);
  await fs.sync(target, 'file');
  return unpacked;
}
