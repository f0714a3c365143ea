import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BackupRepository } from '../backup/backup-repository.ts';
import type { CreatedBackup } from '../backup/create-backup.ts';
import type { RestoredBackup } from '../backup/restore-backup.ts';
import type { PrunedBackups, VerifiedBackups } from '../backup/verify-backup.ts';
import { type Env, readEnv } from '../env.ts';
import { UsageError } from '../errors/failure.ts';
import type { RecordedDrill } from './record-drill.ts';
import type { Arguments, CheckCommand, OperationCommand, TaskCommand } from './command.ts';
import { fileSize } from './progress-line.ts';

const KEY_OPTION = '  --key-file F      a file with the key, 64 hexadecimal digits';
const REST = `  --json            print the result as JSON
  --help            print this text`;

export const backupCreate: OperationCommand = {
  words: ['backup'],
  summary: 'back up the installation',
  help: `Usage: overlook backup <place> [options]

Adds a backup of database and files to a folder, or to a bucket of S3 (s3://bucket/folder?endpoint=…&region=…), which is
empty at first. The server may be running. What is there from earlier backups is not copied again. Everything that is
written is read back and compared. The keys of a bucket are BACKUP_ACCESS_KEY_ID and BACKUP_SECRET_ACCESS_KEY.

Options:
  --key-file F      encrypt with the key in a file: 64 hexadecimal digits, made by “openssl rand -hex 32”. Without it
                    the backup cannot be read: keep it in another place
${REST}

See also: overlook backup list | verify | prune, overlook restore.`,
  options: { 'key-file': { type: 'string' } },
  operation: 'backup.create',
  toInput: (args) => ({ to: placeOf(args), keyFile: keyFileOf(args) }),
  describe: ({ at, rows, files, bytes, newBytes, removed }: CreatedBackup) =>
    [
      `Backup of ${at}: ${rows} rows, ${files} files with ${fileSize(bytes)}, of which ${fileSize(newBytes)} were new.`,
      ...(removed > 0
        ? [`${removed} files were removed while it ran, at each of three tries. Rows may name them: make another one.`]
        : []),
      'SECRET_KEY, or secret.key in DATA_DIR, is not in it: keep it with the other secrets.',
    ].join('\n'),
};

export const backupList: TaskCommand = {
  words: ['backup', 'list'],
  summary: 'list backups',
  help: `Usage: overlook backup list <place> [options]

Lists the backups in a folder or bucket, newest first: time, version, rows, files.

Options:
${KEY_OPTION}
${REST}`,
  options: { 'key-file': { type: 'string' } },
  async task(args, env) {
    const backups = await withRepository(args, env, (repository) => repository.backups());
    return {
      backups: backups.map(({ at, version, database, files }) => ({
        at,
        version,
        rows: database.tables.reduce((sum, { rows }) => sum + rows, 0),
        files: files.length,
        bytes: files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
      })),
    };
  },
  describe: ({ backups }: { backups: { at: string; version: string; rows: number; files: number; bytes: number }[] }) =>
    backups.length === 0
      ? 'There is no complete backup.'
      : backups
          .map(
            ({ at, version, rows, files, bytes }) =>
              `${at}  ${version}  ${rows} rows  ${files} files  ${fileSize(bytes)}`,
          )
          .join('\n'),
};

export const backupVerify: CheckCommand = {
  words: ['backup', 'verify'],
  summary: 'read backups and compare their hashes',
  help: `Usage: overlook backup verify <place> [options]

Reads every byte that the backups in a folder or bucket need and compares its hash.

Options:
  --at TIME         only the newest backup from this time or before
${KEY_OPTION}
${REST}

Exit code: 0 all is well, 1 something is missing or damaged, 2 wrong usage.`,
  options: { 'key-file': { type: 'string' }, at: { type: 'string' } },
  check: (args, signal, variables) =>
    withRepository(args, readEnv(variables), async (repository) => {
      const { verifyBackups } = await import('../backup/verify-backup.ts');
      const at = timeOf(args);
      const manifests = at ? [await repository.find(at)] : await repository.backups();
      if (manifests.length === 0) throw new UsageError('There is no complete backup.');
      const result = await verifyBackups(repository, manifests, { signal, onProgress: () => {} });
      return { isPassed: result.faults.length === 0, result };
    }),
  describe: ({ backups, objects, faults }: VerifiedBackups) =>
    faults.length === 0
      ? `${backups.length} ${backups.length === 1 ? 'backup is' : 'backups are'} whole: ${objects} objects were read.`
      : [...faults, `${faults.length} of ${objects} objects cannot be used.`].join('\n'),
};

export const backupPrune: TaskCommand = {
  words: ['backup', 'prune'],
  summary: 'remove old backups',
  help: `Usage: overlook backup prune <place> --keep N [options]

Keeps the newest N backups, and removes the others with what only they need.

Options:
  --keep N          how many, at least 1
${KEY_OPTION}
${REST}`,
  options: { 'key-file': { type: 'string' }, keep: { type: 'string' } },
  async task(args, env) {
    const keep = String(args.options['keep'] ?? '');
    if (!/^[1-9]\d{0,5}$/.test(keep)) throw new UsageError('Give --keep and a number of backups, at least 1.');
    const { pruneBackups } = await import('../backup/verify-backup.ts');
    return withRepository(args, env, (repository) => pruneBackups(repository, Number(keep)));
  },
  describe: ({ kept, removed, objects, bytes }: PrunedBackups) =>
    `Kept ${kept.length}, removed ${removed.length} backups, and ${objects} objects with ${fileSize(bytes)}.`,
};

export const restore: TaskCommand = {
  words: ['restore'],
  summary: 'restore a backup to an empty place',
  help: `Usage: overlook restore <place> [options]

Puts the newest backup of a folder or bucket into an empty DATA_DIR and, where DATABASE_URL is set, an empty database. Each table and
file is compared. Until all is done no server starts there; after a failure the same command goes on. People sign in again.

Options:
  --at TIME         the newest backup from this time or before, like 2026-11-30T12:00Z
${KEY_OPTION}
${REST}`,
  options: { 'key-file': { type: 'string' }, at: { type: 'string' } },
  task: (args, env, context) =>
    withRepository(args, env, async (repository) => {
      const { begunRestore, restoreBackup } = await import('../backup/restore-backup.ts');
      // The same command goes on with what it began, though there may be a newer backup.
      const begun = await begunRestore(env.dataDir);
      const manifest = await repository.find(timeOf(args) ?? (begun === null ? null : new Date(begun)));
      return restoreBackup(repository, manifest, { place: env, context });
    }),
  describe: ({ at, version, rows, files, bytes, isSameKey }: RestoredBackup) =>
    [
      `Restored the backup of ${at} (${version}): ${rows} rows, ${files} files with ${fileSize(bytes)}. All are equal.`,
      ...(isSameKey === false
        ? [
            'The key differs: set SECRET_KEY, or put secret.key into DATA_DIR, as it was. Without it second factors and sources cannot be read.',
          ]
        : []),
    ].join('\n'),
};

export const drill: CheckCommand = {
  words: ['drill'],
  summary: 'restore a backup to a scratch folder and open it',
  help: `Usage: overlook drill <place> [options]

Restores the newest backup of a folder or bucket to a scratch folder, with the embedded database, compares each table and file, starts
a server there on a port of its own, and requests the tileset and the first tile of every published capture, and every
picture. Nothing is sent or imported, and the scratch folder is removed. The outcome is stored in the database of the
installation, where it is on this machine, for Instance Administration.

Options:
  --at TIME         the newest backup from this time or before
  --scratch P       where there is room for the whole backup; the system's folder for temporary files unless given
${KEY_OPTION}
${REST}

Exit code: 0 all is well, 1 the backup cannot be used or a layer cannot be opened, 2 wrong usage.`,
  options: { 'key-file': { type: 'string' }, at: { type: 'string' }, scratch: { type: 'string' } },
  async check(args, signal, variables) {
    const given = args.options['scratch'];
    if (given === '') throw new UsageError('--scratch takes a folder.');
    const scratch = given === undefined ? tmpdir() : path.resolve(args.workingDir, String(given));
    const from = { to: placeOf(args), keyFile: keyFileOf(args) };
    const env = readEnv(variables);
    // Loaded only here: it imports much of the program.
    const { recordedDrill } = await import('./record-drill.ts');
    const result = await recordedDrill(from, { env, scratch, at: timeOf(args) }, signal);
    return { isPassed: result.faults.length === 0, result };
  },
  describe: ({ at, version, rows, files, layers, pictures, compared, faults, isRecorded }: RecordedDrill) =>
    [
      ...faults,
      `Restored the backup of ${at} (${version}) to a scratch folder: ${rows} rows and ${files} files are equal. The server there sent the first tile of ${layers} layers and ${pictures} pictures; ${faults.length} failed. ${compared} answers have the hash that the backup has.`,
      ...(isRecorded ? [] : ['No database of an installation is here, so that it does not know of this drill.']),
    ].join('\n'),
};

function placeOf({ positionals, workingDir }: Arguments): string {
  const [place, ...more] = positionals;
  if (!place?.trim() || more.length > 0) throw new UsageError('Give one folder of backups, or one s3:// address.');
  return place.startsWith('s3://') ? place : path.resolve(workingDir, place);
}

function keyFileOf({ options, workingDir }: Arguments): string | null {
  const file = options['key-file'];
  if (file === '') throw new UsageError('--key-file takes a file.');
  return file === undefined ? null : path.resolve(workingDir, String(file));
}

function timeOf({ options }: Arguments): Date | null {
  if (options['at'] === undefined) return null;
  const at = new Date(String(options['at']).trim());
  if (Number.isNaN(at.getTime())) throw new UsageError('--at takes a time like 2026-11-30T12:00Z.');
  return at;
}

async function withRepository<T>(
  args: Arguments,
  env: Env,
  work: (repository: BackupRepository) => Promise<T>,
): Promise<T> {
  // Loaded only by these commands.
  const { withBackups } = await import('../backup/open-backups.ts');
  return withBackups({ to: placeOf(args), keyFile: keyFileOf(args) }, env, work);
}
