import { access, constants } from 'node:fs/promises';
import type { Db } from '@overlook/db';
import type { CheckFinding } from '@overlook/shared/schemas';
import { StoreFailedError } from '../../../errors/store-failed.ts';
import { DAY_MS } from '../../../services/clock.ts';
import { plainReason } from '../../../services/health/plain-reason.ts';
import { compareFolders, unnamedParts } from '../../../storage/folders/named-folders.ts';
import type { StoredFolders } from '../../../storage/folders/stored-folders.ts';
import { compareObjects } from '../../../storage/objects/named-objects.ts';
import { OBJECT_KEYS } from '../../../storage/objects/object-keys.ts';
import type { ObjectStore } from '../../../storage/objects/object-store.ts';
import { BytesChangedError, RangeIgnoredError, tryObjects } from '../../../storage/objects/open-objects.ts';
import { unnamedObjects } from '../../../storage/objects/sweep-unnamed.ts';
import { PICTURE_KEYS } from '../../../storage/pictures.ts';
import { ATTACHMENT_KEYS } from '../../attachments/attachment-key.ts';
import { namedAttachments } from '../../attachments/sweep-attachments.ts';
import { EXPORT_KEYS } from '../../exports/export-files.ts';
import { namedExports } from '../../exports/sweep-exports.ts';
import { namedPictures } from '../../snapshots/sweep-pictures.ts';
import { keptDeliveries } from '../../uploads/sweep-deliveries.ts';
import { failure, warning, when } from './finding.ts';

export interface StorageParts {
  readonly db: Db;
  /** `<DATA_DIR>/files` */
  readonly filesDir: string;
  readonly objects: ObjectStore;
  readonly folders: StoredFolders;
  readonly now: Date;
}

/** What trying the store tells; `error` is what it threw, null where it works. */
export function storeFindings(error: unknown, filesDir: string): CheckFinding[] {
  if (error === null) return [];
  if (error instanceof RangeIgnoredError) return [failure('storage.range', { store: error.address })];
  if (error instanceof BytesChangedError) return [failure('storage.damaged', { store: error.address })];
  const reason = plainReason(error);
  if (error instanceof StoreFailedError) return [failure('storage.refused', { reason })];
  return [failure('storage.readOnly', { folder: filesDir, reason: reason.replace(/\.$/, '') })];
}

/** Tries the folder of files and the store, which may be the same. */
export async function storeTrouble({
  filesDir,
  objects,
}: Pick<StorageParts, 'filesDir' | 'objects'>): Promise<unknown> {
  try {
    await access(filesDir, constants.W_OK);
    await tryObjects(objects);
    return null;
  } catch (error) {
    return error;
  }
}

/** Names of files, of which the first is shown. */
export interface KeptFiles {
  readonly lost: readonly string[];
  readonly orphans: readonly string[];
}

export const keptFindings = ({ lost, orphans }: KeptFiles): CheckFinding[] => [
  ...when(lost.length > 0, () => failure('storage.lost', { count: lost.length, example: lost[0]! })),
  ...when(orphans.length > 0, () => warning('storage.orphans', { count: orphans.length, example: orphans[0]! })),
];

/** What nothing names is removed within a day after its day of grace. */
const ORPHAN_MS = 2 * DAY_MS;

/** Files of a kind, and which of their names rows have. */
const KINDS = [
  { prefix: ATTACHMENT_KEYS, named: namedAttachments },
  { prefix: EXPORT_KEYS, named: namedExports },
  { prefix: PICTURE_KEYS, named: namedPictures },
  { prefix: OBJECT_KEYS.uploads, named: (db: Db) => keptDeliveries(db) },
] as const;

/** Compares the files with the rows that name them. What comes and goes meanwhile is neither lost nor left. */
export async function keptFiles(parts: StorageParts): Promise<KeptFiles> {
  const { db, objects, now } = parts;
  const { lost } = await compareObjects(parts);
  const orphans: string[] = [];
  const beforeMs = now.getTime() - ORPHAN_MS;
  for (const kind of KINDS) {
    const named = async (names: readonly string[]) => {
      const kept = await kind.named(db, [...new Set(names.map(firstPart))]);
      return new Set(names.filter((name) => kept.has(firstPart(name))));
    };
    for await (const name of unnamedObjects({ objects, prefix: kind.prefix, beforeMs }, named))
      orphans.push(kind.prefix + name);
  }
  for await (const key of unnamedParts(parts, beforeMs)) orphans.push(key);
  const folders = await compareFolders(parts, () => {});
  return { lost: [...lost, ...folders.lost], orphans };
}

/** What rows name: of a picture with several files, the part that all have. */
const firstPart = (name: string): string => name.split('/', 1)[0]!;
