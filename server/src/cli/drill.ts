import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { BackupFailedError } from '../backup/backup-failed.ts';
import type { BackupPlace } from '../backup/backup-target.ts';
import type { BackupContext } from '../backup/create-backup.ts';
import { type BackupsAt, withBackups } from '../backup/open-backups.ts';
import type { RestoredBackup } from '../backup/restore-backup.ts';
import { MEMORY_MB, runLimited, WorkFailedError } from '../process/limited-process.ts';
import { startDrillServer } from './drill-server.ts';
import { type Asking, hashesOf, openLayer, openPicture } from './open-restored.ts';

/** A backup that was restored and opened. */
export interface Drilled extends RestoredBackup {
  /** Layers whose tileset and first tile the restored server has sent. */
  readonly layers: number;
  /** Pictures of sites, Places and photos that it has sent, and that could be decoded. */
  readonly pictures: number;
  /** Answers whose bytes were compared with the hashes of the backup. */
  readonly compared: number;
  /** Sentences about what it has not sent; empty where all is well. */
  readonly faults: readonly string[];
}

export interface DrillLayer {
  readonly slug: string;
  readonly takenOn: string;
  readonly filepath: string;
}

/** What the process that restores needs. */
export interface PrepareRequest {
  readonly from: BackupsAt;
  /** The backup, ISO 8601. */
  readonly at: string;
  readonly place: BackupPlace;
  /** An empty folder. */
  readonly dataDir: string;
}

/** A restored folder that is ready for a server. */
export interface Prepared {
  readonly restored: RestoredBackup;
  readonly token: string;
  readonly layers: readonly DrillLayer[];
  readonly pictures: readonly string[];
}

interface DrillPlaces {
  readonly place: BackupPlace;
  /** Where there is room for the whole backup. */
  readonly scratch: string;
  /** The newest backup from this time or before; null for the newest. */
  readonly at: Date | null;
}

/**
 * Restores a backup to a folder of its own below `scratch`, with the embedded database, starts a server there that nobody else reaches, and
 * requests tileset and first tile of every capture and every picture. Its jobs and mails are not done. The folder is removed. Throws
 * `BackupFailedError` where it cannot be restored or started.
 */
export async function drill(
  from: BackupsAt,
  { place, scratch, at }: DrillPlaces,
  context: BackupContext,
): Promise<Drilled> {
  const manifest = await withBackups(from, place, (repository) => repository.find(at));
  await mkdir(scratch, { recursive: true });
  const dataDir = await mkdtemp(join(scratch, 'drill-'));
  try {
    const { restored, ...prepared } = await prepare({ from, at: manifest.at, place, dataDir }, context);
    const server = startDrillServer(dataDir);
    try {
      const counts = { compared: 0 };
      const onEqual = () => void counts.compared++;
      const asking = { token: prepared.token, signal: context.signal, hashes: hashesOf(manifest), onEqual };
      const opened = await openAll(await server.url, prepared, { asking, context });
      return { ...restored, ...counts, ...opened };
    } finally {
      await server.stop();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

function prepare(request: PrepareRequest, { signal, onProgress }: BackupContext): Promise<Prepared> {
  const worker = { worker: 'drill-worker', base: import.meta.url };
  return runLimited<Prepared, Parameters<typeof onProgress>[0]>(worker, request, {
    memoryMb: MEMORY_MB,
    signal,
    onProgress,
  }).catch((error: unknown) => {
    throw error instanceof WorkFailedError ? new BackupFailedError(error.message, { cause: error }) : error;
  });
}

async function openAll(
  server: string,
  { layers, pictures }: Omit<Prepared, 'restored'>,
  { asking, context }: { asking: Asking; context: BackupContext },
): Promise<Pick<Drilled, 'layers' | 'pictures' | 'faults'>> {
  const faults: string[] = [];
  let done = 0;
  const open = async (work: Promise<string | null>, name: string): Promise<boolean> => {
    const fault = await work;
    context.signal.throwIfAborted();
    context.onProgress({
      label: 'Opening layers and pictures',
      done: ++done,
      total: layers.length + pictures.length,
      unit: 'items',
    });
    if (fault) faults.push(name + fault);
    return fault === null;
  };
  const counts = { layers: 0, pictures: 0 };
  for (const { slug, takenOn, filepath } of layers)
    if (await open(openLayer(server + filepath, asking), `${slug}, ${takenOn}: `)) counts.layers++;
  for (const url of pictures) if (await open(openPicture(server + url, asking), '')) counts.pictures++;
  return { ...counts, faults };
}
