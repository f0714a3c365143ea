import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Database, type NoticeWatch, openDatabase } from '@overlook/db';
import { sessions, userRoles, users } from '@overlook/db/schema';
import { aRole, aSite, aUser } from '@overlook/db/seed';
import { createScratchDatabase } from '@overlook/db/testing';
import { PERMISSION_UNCONFIRMED_MS } from '@overlook/shared/config';
import { isAllowed } from '@overlook/shared/permissions';
import { type Access, createAccess } from '../../sessions/access.ts';
import { systemClock } from '../../services/clock.ts';
import { WAIT } from '../../testing/wait.ts';

// Needs a PostgreSQL server: with the embedded database there is one process.
const scratch = await createScratchDatabase();

describe.runIf(scratch)('two processes on one PostgreSQL database', () => {
  const databases: Database[] = [];
  /** What a server process has: its own connections and its own caches. */
  async function startProcess({ hearsOfAccess = true } = {}): Promise<{ database: Database; access: Access }> {
    const database = await openDatabase({ databaseUrl: scratch!.url, dataDir: '' });
    databases.push(database);
    let notices: NoticeWatch | null = null;
    const access = createAccess(database.db, systemClock, {
      completeUntilMs: () => (hearsOfAccess ? notices!.completeUntilMs() : -Infinity),
    });
    notices = await database.watch(hearsOfAccess ? { onAccess: (notice) => access.forget(notice) } : {});
    return { database, access };
  }
  let a: { database: Database; access: Access };
  let b: { database: Database; access: Access };
  beforeAll(async () => {
    a = await startProcess();
    b = await startProcess();
  });
  afterAll(async () => {
    await Promise.all(databases.map((database) => database.close()));
    await scratch!.drop();
  });

  async function signedIn() {
    const { db } = a.database;
    const role = await aRole(db, { allowed: ['VIEW:TEXTURED'] });
    const user = await aUser(db, { roleIds: [role.id] });
    const { token } = await a.access.start(db, { userId: user.id, device: 'x', address: '127.0.0.1' });
    return { userId: user.id, roleId: role.id, token };
  }
  const mayView = async (userId: number, siteId: number | null = null) =>
    isAllowed(await b.access.permissions(userId), siteId, 'VIEW:TEXTURED');

  it('forget a removed role, a disabled user and an ended session within a second, not after 30', async () => {
    const { db } = a.database;
    const person = await signedIn();
    expect(await mayView(person.userId)).toBe(true);
    await db.delete(userRoles).where(eq(userRoles.userId, person.userId));
    await vi.waitFor(async () => expect(await mayView(person.userId)).toBe(false), WAIT);

    const disabled = await signedIn();
    expect(await b.access.recentSession(disabled.token)).not.toBeNull();
    await db.update(users).set({ disabledAt: new Date() }).where(eq(users.id, disabled.userId));
    await vi.waitFor(async () => expect(await b.access.recentSession(disabled.token)).toBeNull(), WAIT);

    const ended = await signedIn();
    expect(await b.access.recentSession(ended.token)).not.toBeNull();
    await db.delete(sessions).where(eq(sessions.userId, ended.userId));
    await vi.waitFor(async () => expect(await b.access.recentSession(ended.token)).toBeNull(), WAIT);
  });

  it('use what they have read for a second at most where notices do not arrive', async () => {
    const { db } = a.database;
    const person = await signedIn();
    const { access } = await startProcess({ hearsOfAccess: false });
    const mayStillView = async () => isAllowed(await access.permissions(person.userId), null, 'VIEW:TEXTURED');
    expect(await mayStillView()).toBe(true);
    await db.delete(userRoles).where(eq(userRoles.userId, person.userId));
    const endedAtMs = performance.now();
    await vi.waitFor(async () => expect(await mayStillView()).toBe(false), WAIT);
    expect(performance.now() - endedAtMs).toBeLessThan(2 * PERMISSION_UNCONFIRMED_MS);
  });

  it('know a site that another process published', async () => {
    const { db } = a.database;
    const person = await signedIn();
    expect(Object.keys(await b.access.permissions(person.userId))).toEqual(['0']);
    const site = await aSite(db);
    await vi.waitFor(async () => expect(await mayView(person.userId, site.id)).toBe(true), WAIT);
    await vi.waitFor(async () =>
      expect(Object.keys(await b.access.permissions(person.userId))).toContain(String(site.id)),
    );
  });

  it('forget everything when the listening connection was cut, and listen again', async () => {
    const { db } = a.database;
    const person = await signedIn();
    expect(await mayView(person.userId)).toBe(true);
    await db.execute(
      sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and query ilike 'listen%' and pid <> pg_backend_pid()`,
    );
    await db.delete(userRoles).where(eq(userRoles.userId, person.userId));
    await vi.waitFor(async () => expect(await mayView(person.userId)).toBe(false), WAIT);
    const other = await signedIn();
    expect(await mayView(other.userId)).toBe(true);
    await db.delete(userRoles).where(eq(userRoles.userId, other.userId));
    await vi.waitFor(async () => expect(await mayView(other.userId)).toBe(false), WAIT);
  });
});

describe.runIf(scratch)('a database whose dates are not of the ISO style', () => {
  it('is read alike', async () => {
    const other = (await createScratchDatabase())!;
    const name = new URL(other.url).pathname.slice(1);
    const first = await openDatabase({ databaseUrl: other.url, dataDir: '' });
    await first.db.execute(sql.raw(`alter database "${name}" set datestyle to 'German, DMY'`));
    await first.close();
    const { db, close } = await openDatabase({ databaseUrl: other.url, dataDir: '' });
    const endsAt = new Date('2026-11-22T08:00:00.000Z');
    const user = await aUser(db, { disabledAt: endsAt });
    const [stored] = await db.select().from(users).where(eq(users.id, user.id));
    expect(stored!.disabledAt).toEqual(endsAt);
    await close();
    await other.drop();
  });
});
