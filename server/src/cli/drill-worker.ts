import { randomUUID } from 'node:crypto';
import { and, eq, isNotNull, isNull, like, sql } from 'drizzle-orm';
import { type Db, openDatabase } from '@overlook/db';
import { captures, jobs, sites, snapshots, users } from '@overlook/db/schema';
import type { JobProgress } from '@overlook/db/schema';
import { withBackups } from '../backup/open-backups.ts';
import { restoreBackup } from '../backup/restore-backup.ts';
import { serveLimited } from '../process/limited-work.ts';
import { systemClock } from '../services/clock.ts';
import { createPasswords } from '../services/password-hashes.ts';
import { createAccess } from '../sessions/access.ts';
import { MODEL_FILES_URL } from '../storage/version-folders.ts';
import { createUser } from './create-user.ts';
import type { DrillLayer, Prepared, PrepareRequest } from './drill.ts';

/** Restores a backup for a drill. The embedded database stands still while it works, so that it has a process of its own. */
serveLimited<PrepareRequest, JobProgress>(async ({ from, at, place, dataDir }, onProgress): Promise<Prepared> => {
  // The parent ends this process where it is cancelled.
  const context = { signal: new AbortController().signal, onProgress };
  const restored = await withBackups(from, place, async (repository) =>
    restoreBackup(repository, await repository.find(new Date(at)), {
      place: { dataDir, databaseUrl: null, secretKey: null },
      context,
    }),
  );
  const database = await openDatabase({ dataDir });
  try {
    const { db } = database;
    // Nothing is imported, exported or sent.
    await db.delete(jobs);
    return { restored, token: await signIn(db), layers: await layersOf(db), pictures: await picturesOf(db) };
  } finally {
    await database.close();
  }
});

/** A session of a person who may see everything. */
async function signIn(db: Db): Promise<string> {
  const email = `drill-${randomUUID()}@overlook.invalid`;
  const person = { email, firstName: 'Drill', lastName: 'Drill', roles: [], isAdmin: true };
  const { user } = await createUser({ db, passwords: createPasswords() }, person);
  await db.update(users).set({ agreedToDisclaimer: true }).where(eq(users.id, user.id));
  const { token } = await createAccess(db, systemClock).start(db, { userId: user.id, device: '', address: '' });
  return token;
}

/** What people see: published captures of sites that are not archived. */
const layersOf = (db: Db): Promise<DrillLayer[]> =>
  db
    .select({ slug: sites.slug, takenOn: captures.takenOn, filepath: captures.filepath })
    .from(captures)
    .innerJoin(sites, eq(sites.id, captures.siteId))
    .where(
      and(
        like(captures.filepath, `${MODEL_FILES_URL}%`),
        isNotNull(captures.publishedAt),
        isNull(captures.withdrawnAt),
        isNull(sites.archivedAt),
      ),
    )
    .orderBy(sites.slug, captures.id);

/** Small pictures of sites, Places and photos, by their URLs. */
async function picturesOf(db: Db): Promise<string[]> {
  const avatar = sql<string | null>`${sites.data}->>'avatar'`;
  const [ofSites, ofSnapshots] = await Promise.all([
    db.select({ avatar }).from(sites).where(isNull(sites.archivedAt)),
    db
      .select({ filename: snapshots.filename })
      .from(snapshots)
      .innerJoin(sites, eq(sites.id, snapshots.siteId))
      .where(and(isNotNull(snapshots.filename), isNull(snapshots.archivedAt), isNull(sites.archivedAt))),
  ]);
  return [
    ...new Set([
      ...ofSites.flatMap((site) => (site.avatar?.startsWith(PICTURE_URL) ? site.avatar : [])),
      ...ofSnapshots.map(({ filename }) => `${PICTURE_URL}${filename}/thumb`),
    ]),
  ];
}

const PICTURE_URL = '/api/files/snapshots/';
