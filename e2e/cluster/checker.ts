import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { eq, inArray, sql } from 'drizzle-orm';
import { type Db, openDatabase } from '@overlook/db';
import {
  auditEntries,
  captures,
  jobs,
  mails,
  mocComments,
  mocs,
  pointgrabDownloads,
  snapshots,
  uploads,
  users,
} from '@overlook/db/schema';
import { readEnv } from '@overlook/server/env';
import { sweepImports } from '@overlook/server/publish/register/sweep-imports';
import { createWorker } from '@overlook/server/services/jobs/worker';
import type { Clock } from '@overlook/server/clock';
import { DAILY_SWEEPS, sweepHandler } from '@overlook/server/start/sweeps';
import { compareFolders } from '@overlook/server/storage/folders/named-folders';
import { openStores } from '@overlook/server/storage/folders/open-stores';
import type { StoredFolders } from '@overlook/server/storage/folders/stored-folders';
import { compareObjects } from '@overlook/server/storage/objects/named-objects';
import { sweepIncoming } from '@overlook/server/storage/receive-file';
import { createClient } from './client.ts';
import { acknowledged, type Journal } from './journal.ts';
import { FLAGS, type SentAttachment } from './load/members.ts';
import { waitUntil } from './parts/supervised-process.ts';
import type { Topology } from './topology.ts';
import type { World } from './world.ts';

/** A permission may be used this long after its end was acknowledged. */
const USED_MOST_MS = 1000;
const QUIET_WITHIN_MS = 300_000;
/** After the sweeps have kept what is younger than a day. */
const LATER_MS = 2.5 * 86_400_000;

export interface Checked {
  readonly problems: readonly string[];
  /** What was looked at. */
  readonly counts: Readonly<Record<string, number>>;
  /** The longest use of a permission after its end, milliseconds; negative where none was used after it. */
  readonly usedAfterEndMs: number;
}

interface Checking {
  readonly topology: Topology;
  readonly world: World;
  readonly journal: Journal;
  readonly db: Db;
  readonly problems: string[];
}

/** Counts what is stored of each change by its id: the acknowledged ones once, others at most once. */
function compareOnce({ journal, problems }: Checking, kind: string, stored: readonly string[]): void {
  const times = new Map<string, number>();
  for (const id of stored) times.set(id, (times.get(id) ?? 0) + 1);
  for (const change of journal.changes) {
    if (change.kind !== kind) continue;
    const found = times.get(change.id) ?? 0;
    if (change.outcome === 'refused') problems.push(`${kind} ${change.id} was refused: ${change.refusal}`);
    if (change.outcome === 'acknowledged' && found === 0) problems.push(`${kind} ${change.id} is lost`);
    if (found > 1) problems.push(`${kind} ${change.id} is stored ${found} times`);
  }
}

async function checkRows(checking: Checking): Promise<void> {
  const { db, journal, problems } = checking;
  const stored = await db.select({ id: mocs.id, guid: mocs.guid, measurements: mocs.measurements }).from(mocs);
  compareOnce(
    checking,
    'moc',
    stored.map(({ guid }) => guid),
  );
  const comments = await db.select({ guid: mocComments.guid }).from(mocComments);
  compareOnce(
    checking,
    'comment',
    comments.map(({ guid }) => String(guid)),
  );
  const places = await db.select({ guid: snapshots.guid }).from(snapshots);
  compareOnce(
    checking,
    'place',
    places.map(({ guid }) => String(guid)),
  );
  const byGuid = new Map(stored.map((row) => [row.guid, row]));
  for (const { id, facts } of acknowledged(journal, 'moc'))
    if (byGuid.get(id)?.measurements?.measure !== facts['measure'])
      problems.push(`the measurements of moc ${id} are not those that were saved`);
  const isCreation = sql`${auditEntries.action} = 'mocs.create' and ${auditEntries.refusal} is null`;
  const audited = await db.select({ subject: auditEntries.subject }).from(auditEntries).where(isCreation);
  if (audited.length !== stored.length)
    problems.push(`${stored.length} mocs are stored and ${audited.length} are in the audit`);
}

/** The last acknowledged setting of each person, unless one that got no answer has come later. */
async function checkPreferences({ db, world, journal, problems }: Checking): Promise<void> {
  for (const { userId } of world.members) {
    const own = journal.changes.filter(({ kind, facts }) => kind === 'preference' && facts['userId'] === userId);
    const last = own.findLastIndex(({ outcome }) => outcome === 'acknowledged');
    if (last < 0) continue;
    const possible = own
      .filter((change, i) => i >= last || change.hadNoAnswer)
      .map(({ facts }) => String(facts['flags']));
    const [row] = await db.select({ data: users.data }).from(users).where(eq(users.id, userId));
    const stored = String(FLAGS.map((flag) => row!.data.subscriptions?.[flag] ?? false));
    if (!possible.includes(stored))
      problems.push(`the settings of person ${userId} are ${stored}, not ${possible.join(' or ')}`);
  }
}

async function checkFiles({ topology, world, journal, db, problems }: Checking): Promise<void> {
  const member = createClient(topology.origin, world.members[0]!, journal);
  for (const { facts } of acknowledged(journal, 'moc')) {
    const attachment = facts['attachment'] as SentAttachment | null;
    if (!attachment) continue;
    const { status, bytes } = await member.download(`/api/files/attachments/${attachment.uuid}`);
    const isSame = createHash('sha256').update(bytes).digest('hex') === attachment.sha256;
    if (status !== 200 || !isSame)
      problems.push(`attachment ${attachment.uuid}: ${status}, other bytes than were sent`);
  }
  for (const { id, facts } of acknowledged(journal, 'delivery')) {
    const takenOn = String(facts['captured']);
    const published = await db.select().from(captures).where(eq(captures.takenOn, takenOn));
    const [row] = await db.select({ state: uploads.state }).from(uploads).where(eq(uploads.id, id));
    if (row && row.state !== 'done') problems.push(`delivery ${id} is complete and ${row.state}`);
    if (published.length !== 1) problems.push(`delivery ${id} is published ${published.length} times`);
    for (const { filepath } of published) {
      const { status } = await member.download(filepath);
      if (status !== 200) problems.push(`${filepath} of delivery ${id}: ${status}`);
    }
  }
}

async function checkExports(checking: Checking): Promise<{ failedExports: number }> {
  const { topology, world, journal, db, problems } = checking;
  const rows = await db.select().from(pointgrabDownloads);
  compareOnce(
    checking,
    'export',
    rows.map(({ description }) => description),
  );
  const exporter = createClient(topology.origin, world.exporter, journal);
  for (const { description, status, points, filename } of rows) {
    if (status === 'pending') problems.push(`export ${description} has not ended`);
    if (status !== 'completed') continue;
    if (points !== world.cloud.points)
      problems.push(`export ${description} has ${points} points, not ${world.cloud.points}`);
    const file = await exporter.download(`/api/files/pointgrab/download/${filename}`);
    if (file.status !== 200 || file.bytes.length === 0)
      problems.push(`the file of export ${description}: ${file.status}`);
  }
  const told = await db.select({ id: mails.id }).from(mails).where(eq(mails.recipient, world.exporter.email));
  const asked = new Set(rows.map(({ description }) => description)).size;
  if (told.length !== asked) problems.push(`${asked} exports have ended and ${told.length} mails say so`);
  return { failedExports: rows.filter(({ status }) => status === 'error').length };
}

/** The longest use of an ended permission, measured from the answer that its end is stored to the sending of a read that was allowed. */
function usedAfterEndMs({ journal, problems }: Checking): number {
  let longest = -Infinity;
  journal.turns.forEach(({ isGranted, answeredAtMs }, i) => {
    if (isGranted) return;
    const grantedAgainMs = journal.turns[i + 1]?.sentAtMs ?? Infinity;
    for (const { server, sentAtMs, isAllowed } of journal.reads) {
      if (!isAllowed || sentAtMs < answeredAtMs || sentAtMs >= grantedAgainMs) continue;
      longest = Math.max(longest, sentAtMs - answeredAtMs);
      if (sentAtMs - answeredAtMs > USED_MOST_MS)
        problems.push(
          `${server} has allowed a read ${(sentAtMs - answeredAtMs).toFixed(0)} ms after the end of its permission`,
        );
    }
  });
  return longest;
}

interface OwnFolder {
  readonly db: Db;
  readonly clock: Clock;
  readonly folders: StoredFolders;
  readonly problems: string[];
}

/** Sweeps the folder of a process as that does; no file may remain there. */
async function checkFolder(filesDir: string, { db, clock, folders, problems }: OwnFolder): Promise<void> {
  await sweepIncoming({ filesDir, clock });
  await sweepImports({ db, filesDir, folders });
  const left = await readdir(filesDir, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of left) if (entry.isFile()) problems.push(`left on a disk: ${join(entry.parentPath, entry.name)}`);
}

/** Sweeps as if some days had passed, and looks what is left that no row names. */
async function checkOrphans({ topology, db, problems }: Checking): Promise<number> {
  const filesDir = join(topology.dataDirs, 'checker/files');
  const { close, ...files } = await openStores(readEnv(topology.storage), filesDir, db);
  try {
    const clock = { now: () => new Date(Date.now() + LATER_MS) };
    const failed = (facts: unknown, text?: unknown) => problems.push(`${String(text)} ${JSON.stringify(facts)}`);
    const log = { warn: failed, error: failed };
    for (const { add } of DAILY_SWEEPS) await db.transaction((tx) => add(tx));
    await createWorker({ db, log, handlers: [sweepHandler({ db, ...files, clock })] }).runDue();
    const own = [...topology.servers, ...topology.workers].map(({ name }) => join(topology.dataDirs, name, 'files'));
    for (const folder of own) await checkFolder(folder, { db, clock, folders: files.folders, problems });
    const ofObjects = await compareObjects({ db, ...files });
    const ofFolders = await compareFolders({ db, ...files }, () => {});
    for (const { unnamed, lost } of [ofObjects, ofFolders]) {
      if (unnamed > 0) problems.push(`${unnamed} files have no row`);
      for (const key of lost) problems.push(`${key} is lost`);
    }
    return ofObjects.named + ofFolders.named;
  } finally {
    await close();
  }
}

/**
 * Looks whether everything that was acknowledged is there once, and nothing else. Every part runs and the load has ended; servers and
 * workers are ended here.
 */
export async function check(topology: Topology, world: World, journal: Journal): Promise<Checked> {
  const database = await openDatabase({ databaseUrl: topology.databaseUrl, dataDir: '' });
  const { db } = database;
  const problems: string[] = [];
  const checking = { topology, world, journal, db, problems };
  try {
    const isActive = inArray(jobs.status, ['pending', 'running']);
    await waitUntil('all jobs have ended', async () => (await db.$count(jobs, isActive)) === 0, QUIET_WITHIN_MS);
    await checkRows(checking);
    await checkPreferences(checking);
    await checkFiles(checking);
    const { failedExports } = await checkExports(checking);
    const used = usedAfterEndMs(checking);
    for (const { process } of [...topology.servers, ...topology.workers]) await process.end('SIGTERM');
    const files = await checkOrphans(checking);
    const kinds = ['moc', 'comment', 'place', 'preference', 'attachment', 'delivery', 'export'];
    const counts = Object.fromEntries(kinds.map((kind) => [`${kind}s`, acknowledged(journal, kind).length]));
    const others = { failedExports, files, reads: journal.reads.length, permissionTurns: journal.turns.length };
    return { problems, counts: { ...counts, ...others }, usedAfterEndMs: used };
  } finally {
    await database.close();
  }
}
