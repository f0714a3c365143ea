import { forEachInParallel } from '../publish/in-parallel.ts';
import type { BackupRepository } from './backup-repository.ts';
import { BackupFailedError } from './backup-failed.ts';
import type { BackupContext } from './create-backup.ts';
import { type Manifest, partsOf } from './manifest.ts';

const AT_ONCE = 4;

/** Backups whose every byte was read, and what was wrong with them. */
export interface VerifiedBackups {
  readonly backups: readonly string[];
  readonly objects: number;
  /** Sentences; empty where all is well. */
  readonly faults: readonly string[];
}

/** Reads every object that these backups need and compares its hash. */
export async function verifyBackups(
  repository: BackupRepository,
  manifests: readonly Manifest[],
  { signal, onProgress }: BackupContext,
): Promise<VerifiedBackups> {
  const parts = new Set(manifests.flatMap((manifest) => [...partsOf(manifest)]));
  const faults: string[] = [];
  let done = 0;
  await forEachInParallel(
    parts,
    AT_ONCE,
    async (part) => {
      try {
        for await (const _ of repository.get(part)) signal.throwIfAborted();
      } catch (error) {
        if (!(error instanceof BackupFailedError)) throw error;
        faults.push(error.message);
      }
      onProgress({ label: 'Reading objects', done: ++done, total: parts.size, unit: 'items' });
    },
    signal,
  );
  return { backups: manifests.map(({ at }) => at), objects: parts.size, faults: faults.toSorted() };
}

/** What `pruneBackups` has removed, and the times of the backups that remain. */
export interface PrunedBackups {
  readonly kept: readonly string[];
  readonly removed: readonly string[];
  readonly objects: number;
  readonly bytes: number;
}

/** Keeps the newest `keep` backups (at least one), and removes the others with what only they need. */
export async function pruneBackups(repository: BackupRepository, keep: number): Promise<PrunedBackups> {
  return repository.alone(async () => {
    const all = await repository.backups();
    const [kept, removed] = [all.slice(0, keep), all.slice(keep)];
    for (const manifest of removed) await repository.remove(manifest);
    const needed = new Set(kept.flatMap((manifest) => [...partsOf(manifest)]));
    const swept = await repository.sweep(needed);
    return { kept: kept.map(({ at }) => at), removed: removed.map(({ at }) => at), ...swept };
  });
}
