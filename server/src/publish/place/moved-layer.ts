import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Mat4 } from '@overlook/shared/maths';
import { nodeFs } from '../../errors/publish-fs.ts';
import { runLimited } from '../../process/limited-process.ts';
import type { StoredFolders } from '../../storage/folders/stored-folders.ts';
import { MOVED_PREFIX, suffixOfEntry } from '../../storage/moved-entries.ts';
import { type HeldVersion, versionName } from '../../storage/version-folders.ts';
import type { PlaceRequest } from './write-moved-tilesets.ts';

interface MoveContext {
  readonly folders: StoredFolders;
  /** Memory that reading the JSON files may take, MiB. */
  readonly memoryMb: number;
  readonly signal?: AbortSignal;
}

/**
 * Writes copies of a version's JSON files with which it lies at a move (ECEF to ECEF, metres) of where it was delivered, in a limited process.
 * Returns the entry among them. `delivered` keeps its files. Throws what `runLimited` throws.
 */
export function writeMovedLayer(
  delivered: HeldVersion,
  move: Mat4,
  { folders, ...options }: MoveContext,
): Promise<string> {
  const name = versionName(delivered.folder);
  const mark = randomBytes(6).toString('hex');
  return folders.with(name, async (versionFolder) => {
    const request: PlaceRequest = { versionFolder, entry: delivered.entry, moveEcef: Array.from(move), mark };
    const entry = await runLimited<string>({ worker: 'place-worker', base: import.meta.url }, request, options);
    await folders.addFrom(name, MOVED_PREFIX + mark, versionFolder);
    return entry;
  });
}

/** Removes what was made for a move that no capture has any more; nothing for files as delivered. */
export async function removeMovedLayer({ folder, entry }: HeldVersion, folders: StoredFolders): Promise<void> {
  const suffix = suffixOfEntry(entry);
  if (suffix === '') return;
  const name = versionName(folder);
  const prefix = MOVED_PREFIX + suffix.slice(1);
  await folders.removeParts(name, (part) => part === prefix || part.endsWith(suffix));
  if (!(await folders.isLocal(name))) return;
  const root = folders.localPath(name);
  for (const file of await readdir(root, { recursive: true })) {
    const base = path.basename(file);
    // Files of the move, and folders that were made from it.
    if (base.startsWith(`${prefix}.`) || base.endsWith(suffix)) await nodeFs.remove(path.join(root, file));
  }
}
