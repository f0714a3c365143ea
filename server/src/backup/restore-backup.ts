import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import {
  contentsOf,
  type Db,
  filledTables,
  loadDatabase,
  openDatabase,
  RESTORE_MARK,
  withSnapshot,
} from '@overlook/db';
import { sessions } from '@overlook/db/schema';
import type { Env } from '../env.ts';
import { forEachInParallel } from '../publish/in-parallel.ts';
import { secretKeyFingerprint } from '../services/secret-box.ts';
import { safeKey } from '../storage/objects/object-store.ts';
import type { BackupRepository } from './backup-repository.ts';
import { BackupFailedError } from './backup-failed.ts';
import type { BackupContext } from './create-backup.ts';
import { filesBytes, type Manifest, type StoredBytes, type StoredFile } from './manifest.ts';

const AT_ONCE = 4;

/** The mark while it is written; a kill may leave it. */
const UNFINISHED_MARK = `${RESTORE_MARK}.part`;
/** What may be in the data folder before: the key that the operator puts there, what the file system has, and a try that did not begin. */
const ALLOWED = new Set(['secret.key', 'lost+found', UNFINISHED_MARK]);

export interface RestoredBackup {
  readonly at: string;
  readonly version: string;
  readonly rows: number;
  readonly files: number;
  readonly bytes: number;
  /** Whether `SECRET_KEY` or `secret.key` is the key of the installation; null where it had none yet. */
  readonly isSameKey: boolean | null;
}

type Place = Pick<Env, 'dataDir' | 'databaseUrl' | 'secretKey'>;

/**
 * Puts a backup into an empty data folder and an empty database, and compares each file and table. Until it is complete a mark in the data
 * folder keeps servers from starting; the same command continues it after a kill. All sessions are ended. Throws `BackupFailedError`,
 * and `LoadRefusedError` for a database that has rows.
 */
export async function restoreBackup(
  repository: BackupRepository,
  manifest: Manifest,
  { place, context }: { place: Place; context: BackupContext },
): Promise<RestoredBackup> {
  const dataDir = resolve(place.dataDir);
  const mark = join(dataDir, RESTORE_MARK);
  await begin(dataDir, manifest);
  // The database first: whether it may be used is known at once.
  await restoreDatabase(repository, manifest, { place, context });
  await restoreFiles(repository, manifest, { dataDir, context });
  const fingerprint = await secretKeyFingerprint(place);
  await rm(mark);
  const { at, version, database, files, secretKeyFingerprint: wanted } = manifest;
  return {
    at,
    version,
    rows: database.tables.reduce((sum, { rows }) => sum + rows, 0),
    files: files.length,
    bytes: filesBytes(manifest),
    isSameKey: wanted === null ? null : wanted === fingerprint,
  };
}

/** The time of the backup that was being restored to a data folder; null where none was. */
export async function begunRestore(dataDir: string): Promise<string | null> {
  return readFile(join(dataDir, RESTORE_MARK), 'utf8').catch(() => null);
}

async function begin(dataDir: string, { at }: Manifest): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const mark = join(dataDir, RESTORE_MARK);
  const begun = await begunRestore(dataDir);
  if (begun === at) return;
  if (begun !== null)
    throw new BackupFailedError(
      `The backup of ${begun} was being restored to ${dataDir}. Go on with it by --at ${begun}, or empty the folder and the database.`,
    );
  const there = (await readdir(dataDir)).filter((name) => !ALLOWED.has(name));
  if (there.length > 0)
    throw new BackupFailedError(
      `The data folder ${dataDir} is not empty: it has “${there[0]}”. Set DATA_DIR to an empty folder; only secret.key may be in it.`,
    );
  const part = join(dataDir, UNFINISHED_MARK);
  await writeFile(part, at, { flush: true });
  await rename(part, mark);
}

async function restoreFiles(
  repository: BackupRepository,
  manifest: Manifest,
  { dataDir, context: { signal, onProgress } }: { dataDir: string; context: BackupContext },
): Promise<void> {
  const total = filesBytes(manifest);
  let done = 0;
  await forEachInParallel(
    manifest.files,
    AT_ONCE,
    async (file) => {
      const path = join(dataDir, ...safeKey(file.path).split('/'));
      if (!(await isThere(path, file))) await restoreFile(repository, file, { path, signal });
      done += file.sizeBytes;
      onProgress({ label: 'Restoring files', done, total, unit: 'bytes' });
    },
    signal,
  );
}

/** Whether a former try has written this file. It has its name only when it is complete, so its bytes are not read again. */
const isThere = (path: string, { sizeBytes }: StoredFile): Promise<boolean> =>
  stat(path).then(
    ({ size }) => size === sizeBytes,
    () => false,
  );

async function restoreFile(
  repository: BackupRepository,
  file: StoredFile,
  { path, signal }: { path: string; signal: AbortSignal },
): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const part = `${path}.restore`;
  const handle = await open(part, 'w', 0o600);
  await pipeline(Readable.from(bytesOf(repository, file)), handle.createWriteStream({ flush: true }), { signal });
  const hash = createHash('sha256');
  await pipeline(createReadStream(part), hash);
  if (file.parts.length === 1 && hash.digest('hex') !== file.parts[0])
    throw new BackupFailedError(`What was read back from ${part} is not what was written. Check its disk.`);
  await rename(part, path);
}

/** The bytes of a file or table; each object is checked at its end. */
async function* bytesOf(repository: BackupRepository, { parts }: StoredBytes): AsyncGenerator<Buffer> {
  for (const part of parts) yield* repository.get(part);
}

async function restoreDatabase(
  repository: BackupRepository,
  manifest: Manifest,
  { place, context: { signal, onProgress } }: { place: Place; context: BackupContext },
): Promise<void> {
  const { layout, tables, sequences } = manifest.database;
  const database = await openDatabase({
    databaseUrl: place.databaseUrl ?? undefined,
    dataDir: place.dataDir,
    isRestoring: true,
  });
  try {
    const { db } = database;
    // Rows are added in one transaction, so a database with rows has all of them, where they are from this backup.
    if ((await filledTables(db)).length === 0 || !(await isRestored(db, manifest))) {
      const total = tables.reduce((sum, { rows }) => sum + rows, 0);
      let done = 0;
      const source = {
        layout,
        lines: ({ name }: { name: string }) =>
          linesOf(
            repository,
            tables.find((table) => table.name === name)!,
          ),
        sequences: async () => sequences,
        contents: async () => new Map(tables.map(({ name, rows, digest }) => [name, { rows, digest }])),
      };
      await loadDatabase(db, source, (count) => {
        signal.throwIfAborted();
        done += count;
        onProgress({ label: 'Restoring the database', done, total, unit: 'items' });
      });
    }
    // They may have been ended since, for example because a person left the organisation.
    await db.delete(sessions);
  } finally {
    await database.close();
  }
}

async function isRestored(db: Db, { database }: Manifest): Promise<boolean> {
  const contents = await withSnapshot(db, contentsOf);
  return database.tables.every(({ name, digest }) => name === 'sessions' || contents.get(name)?.digest === digest);
}

const CHARACTERS_AT_ONCE = 1 << 20;

/** The lines of a table, some at a time. Only a line feed ends one: texts may have other line separators. */
async function* linesOf(repository: BackupRepository, table: StoredBytes): AsyncGenerator<string> {
  if (table.parts.length === 0) return;
  const gunzip = createGunzip().setEncoding('utf8');
  const unpacking = pipeline(Readable.from(bytesOf(repository, table)), gunzip);
  // An error of the source also ends the stream that is read here.
  unpacking.catch(() => {});
  let waiting = '';
  for await (const text of gunzip) {
    waiting += text as string;
    if (waiting.length < CHARACTERS_AT_ONCE) continue;
    const end = waiting.lastIndexOf('\n');
    if (end > 0) yield waiting.slice(0, end);
    waiting = waiting.slice(end + 1);
  }
  await unpacking;
  if (waiting.trimEnd() !== '') yield waiting.trimEnd();
}
