import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { ContentSum, type Db, type Snapshot, type TableLayout, withSnapshot } from '@overlook/db';
import type { JobProgress } from '@overlook/db/schema';
import { PRODUCT_VERSION } from '@overlook/shared/config';
import type { Env } from '../env.ts';
import { forEachInParallel } from '../publish/in-parallel.ts';
import { secretKeyFingerprint } from '../services/secret-box.ts';
import { ObjectMissingError, type ObjectStore } from '../storage/objects/object-store.ts';
import { incomingFolder } from '../storage/receive-file.ts';
import type { BackupRepository } from './backup-repository.ts';
import { BackupFailedError } from './backup-failed.ts';
import { type InstallationFile, InstallationFiles } from './installation-files.ts';
import { filesBytes, type Manifest, type StoredBytes, type StoredFile } from './manifest.ts';

/** The most bytes of one object: few enough for one nonce of AES-GCM. */
const OBJECT_BYTES = 1 << 30;
const AT_ONCE = 4;

export interface Installation {
  readonly db: Db;
  readonly env: Pick<Env, 'dataDir' | 'databaseUrl' | 'secretKey'>;
  readonly objects: ObjectStore;
}

export interface BackupContext {
  readonly signal: AbortSignal;
  onProgress(progress: JobProgress): void;
}

/** What a backup has, and what of it was new in the repository. */
export interface CreatedBackup {
  readonly at: string;
  readonly rows: number;
  readonly files: number;
  readonly bytes: number;
  readonly newBytes: number;
  /** Files that were removed at the last try while it ran; rows may name them. */
  readonly removed: number;
}

const TRIES = 3;

/**
 * Adds a backup to a repository while the installation is in use: one state of the database first, then all files. Files are never changed, so
 * what the rows of that state name is in the backup, unless it was removed meanwhile (a site was deleted, a capture replaced): then both are
 * read once more, without what was copied. What is there already is not stored again. Without the manifest, which is written last,
 * there is no backup. Throws `BackupFailedError`.
 */
export async function createBackup(
  installation: Installation,
  repository: BackupRepository,
  context: BackupContext,
): Promise<CreatedBackup> {
  return repository.alone(async () => {
    const former = await repository.newest();
    if (former) repository.trust(former);
    const known = new Map(former?.files.map((file) => [file.path, file]));
    let newBytes = 0;
    for (let tries = 1; ; tries++) {
      const {
        newBytes: more,
        removed,
        ...state
      } = await readInstallation(installation, repository, { known, context });
      newBytes += more;
      if (removed > 0 && tries < TRIES) continue;
      context.signal.throwIfAborted();
      if (former && former.at >= state.at)
        throw new BackupFailedError(`There is a backup of ${former.at}, which is not before now. Set the clock.`);
      await repository.add({
        format: 1,
        ...state,
        finishedAt: new Date().toISOString(),
        version: PRODUCT_VERSION,
        storage: installation.objects.address,
        secretKeyFingerprint: await secretKeyFingerprint(installation.env),
      });
      const rows = state.database.tables.reduce((sum, table) => sum + table.rows, 0);
      const { at, files } = state;
      return { at, rows, files: files.length, bytes: filesBytes(state), newBytes, removed };
    }
  });
}

interface Reading {
  /** What is in the repository, by path; what is copied is added. */
  readonly known: Map<string, StoredFile>;
  readonly context: BackupContext;
}

/** One state of the database and the files after it. `removed` counts files that were there before and not after. */
async function readInstallation(installation: Installation, repository: BackupRepository, reading: Reading) {
  const { env, objects } = installation;
  const source = new InstallationFiles(env.dataDir, objects);
  const before = await source.list();
  const at = new Date().toISOString();
  const kind = env.databaseUrl === null ? ('pglite' as const) : ('postgres' as const);
  const database = { kind, ...(await backUpDatabase(installation, repository, reading.context)) };
  const { files, newBytes } = await backUpFiles(source, repository, reading);
  const there = new Set(files.map(({ path }) => path));
  return { at, database, files, newBytes, removed: before.filter(({ path }) => !there.has(path)).length };
}

type DatabasePart = Omit<Manifest['database'], 'kind'>;

/** The database is written to the disk of the data folder first, because the embedded one stands still meanwhile. */
async function backUpDatabase(
  { db, env }: Installation,
  repository: BackupRepository,
  { signal, onProgress }: BackupContext,
): Promise<DatabasePart> {
  const scratch = join(incomingFolder(resolve(env.dataDir, 'files')), `backup-${randomUUID()}`);
  await mkdir(scratch, { recursive: true, mode: 0o700 });
  try {
    let rows = 0;
    const onRows = (count: number) => {
      signal.throwIfAborted();
      rows += count;
      onProgress({ label: 'Reading the database', done: rows, total: null, unit: 'items' });
    };
    const { layout, sequences, contents } = await withSnapshot(db, async (snapshot) => {
      const contents = [];
      for (const table of snapshot.layout.tables)
        contents.push({
          name: table.name,
          ...(await dumpTable(snapshot, table, { path: join(scratch, table.name), onRows })),
        });
      return { layout: snapshot.layout, sequences: await snapshot.sequences(), contents };
    });
    const tables: DatabasePart['tables'] = [];
    for (const table of contents) {
      const path = join(scratch, table.name);
      const sizeBytes = table.rows === 0 ? 0 : (await stat(path)).size;
      const { parts } = await putBytes(repository, {
        sizeBytes,
        open: async (range) => createReadStream(path, { start: range.first, end: range.last }),
        signal,
      });
      tables.push({ ...table, sizeBytes, parts });
    }
    return { layout, sequences, tables };
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function dumpTable(
  { pieces }: Snapshot,
  table: TableLayout,
  { path, onRows }: { path: string; onRows(count: number): void },
) {
  const sum = new ContentSum();
  async function* lines() {
    for await (const piece of pieces(table)) {
      sum.add(piece);
      onRows(piece.rows);
      yield `${piece.lines}\n`;
    }
  }
  await pipeline(Readable.from(lines()), createGzip({ level: 1 }), createWriteStream(path, { mode: 0o600 }));
  return sum.content;
}

/** Stores bytes in objects of bounded size. */
async function putBytes(
  repository: BackupRepository,
  {
    sizeBytes,
    open,
    signal,
  }: { sizeBytes: number; open: (range: { first: number; last: number }) => Promise<Readable>; signal: AbortSignal },
): Promise<StoredBytes & { newBytes: number }> {
  const parts: string[] = [];
  let [newBytes, stored] = [0, 0];
  for (let first = 0; first < sizeBytes; first += OBJECT_BYTES) {
    const last = Math.min(first + OBJECT_BYTES, sizeBytes) - 1;
    const { sha256, bytes, isNew } = await repository.put(await open({ first, last }), signal);
    parts.push(sha256);
    stored += bytes;
    if (isNew) newBytes += bytes;
  }
  return { sizeBytes: stored, parts, newBytes };
}

async function backUpFiles(
  source: InstallationFiles,
  repository: BackupRepository,
  { known, context: { signal, onProgress } }: Reading,
): Promise<{ files: StoredFile[]; newBytes: number }> {
  const listed = await source.list();
  const total = listed.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const files: StoredFile[] = [];
  let [done, newBytes] = [0, 0];
  await forEachInParallel(
    listed,
    AT_ONCE,
    async (file) => {
      const kept = await unchanged(repository, file, known.get(file.path));
      const stored = kept ?? (await putFile(source, repository, file, signal));
      if (stored) {
        const copied = { ...file, sizeBytes: stored.sizeBytes, parts: stored.parts };
        files.push(copied);
        known.set(file.path, copied);
        newBytes += stored.newBytes;
      }
      done += file.sizeBytes;
      onProgress({ label: 'Copying files', done, total, unit: 'bytes' });
    },
    signal,
  );
  return { files: files.toSorted((a, b) => (a.path < b.path ? -1 : 1)), newBytes };
}

/** What is there of a file that is as it was in the former backup; it is not read then. */
async function unchanged(
  repository: BackupRepository,
  file: InstallationFile,
  former: StoredFile | undefined,
): Promise<(StoredBytes & { newBytes: number }) | null> {
  if (!former || former.sizeBytes !== file.sizeBytes || former.modifiedMs !== file.modifiedMs) return null;
  for (const part of former.parts) if (!(await repository.has(part))) return null;
  return { ...former, newBytes: 0 };
}

/** Null where the file is gone. */
async function putFile(
  source: InstallationFiles,
  repository: BackupRepository,
  { path, sizeBytes }: InstallationFile,
  signal: AbortSignal,
) {
  try {
    return await putBytes(repository, { sizeBytes, open: (range) => source.get(path, range), signal });
  } catch (error) {
    if (error instanceof ObjectMissingError) return null;
    throw error;
  }
}
