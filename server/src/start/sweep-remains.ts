import type { Db } from '@overlook/db';
import { sweepUnnamedAttachments } from '../domains/attachments/sweep-attachments.ts';
import { sweepUnnamedExports } from '../domains/exports/sweep-exports.ts';
import { sweepUnnamedPictures } from '../domains/snapshots/sweep-pictures.ts';
import { sweepIncoming } from '../storage/receive-file.ts';
import { sweepPacked } from '../storage/folders/named-folders.ts';
import type { ObjectStore } from '../storage/objects/object-store.ts';
import { systemClock } from '../services/clock.ts';

interface RemainsStores {
  readonly db: Db;
  /** `<DATA_DIR>/files`. */
  readonly filesDir: string;
  readonly objects: ObjectStore;
}

/**
 * Removes what killed processes have left: files that were being received, pictures that were being stored, attachments and exports
 * without a row, of any age. Only for a process that has the database and the files alone, before it listens and works on jobs;
 * others wait for the daily sweeps, which keep what is younger than a day.
 */
export async function sweepRemains({ db, filesDir, objects }: RemainsStores): Promise<void> {
  // Also what a clock that was set back has dated in the future.
  const beforeMs = Infinity;
  await sweepIncoming({ filesDir, clock: systemClock, beforeMs });
  await sweepUnnamedPictures({ db, objects }, beforeMs);
  await sweepUnnamedAttachments({ db, objects }, beforeMs);
  await sweepUnnamedExports({ db, objects }, beforeMs);
  await sweepPacked({ db, objects }, beforeMs);
}
