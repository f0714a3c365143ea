import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { jobs, pointclouds, pointgrabDownloads } from '@overlook/db/schema';
import { EXPORTS_MESSAGES } from '@overlook/shared/messages';
import type { Download } from '@overlook/shared/schemas';
import { readEnv } from '../../env.ts';
import { createMailQueue } from '../../services/mail/queue-mail.ts';
import { databaseKinds } from '../../testing/database-kinds.ts';
import { aPerson, type TestPerson } from '../../testing/people.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import type { PointcloudRow } from './pointcloud.ts';
import { settleFailed } from './settle-export.ts';
import { aPointcloud, anExport } from './testing/a-cloud.ts';

const { kinds, drop } = await databaseKinds();
afterAll(drop);
/** PGlite has one connection, which runs one transaction at a time. */
const postgres = kinds.find(({ name }) => name === 'PostgreSQL');

describe.runIf(postgres)('two transactions at once', () => {
  let server: TestServer;
  let cloud: PointcloudRow;
  let person: TestPerson;
  beforeAll(async () => {
    server = await startTestServer({}, undefined, postgres!.open);
    const tokens = ['VIEW:POINTCLOUD', 'POINTGRAB:CREATE', 'POINTGRAB:DOWNLOAD', 'POINTGRAB:DELETE'] as const;
    person = await aPerson(server, { allowed: tokens });
  });
  beforeEach(async () => {
    for (const table of [pointgrabDownloads, pointclouds, jobs]) await server.database.db.delete(table);
    cloud = await aPointcloud(server, server.siteIds.plant);
  });
  afterAll(() => server.close());

  const ask = () => person.ask('POST', '/pointgrab/crop', anExport(cloud, { formats: ['LAS'] }));

  /** Until another transaction waits for a lock. */
  const untilWaiting = () =>
    vi.waitFor(async () => {
      const isWaiting = sql`datname = current_database() and wait_event_type = 'Lock'`;
      expect(await server.database.db.$count(sql`pg_stat_activity`, isWaiting)).toBeGreaterThan(0);
    });

  it('end a job and delete its export without a deadlock', async () => {
    const [{ uuid }] = (await ask()).body['downloads'] as [Download];
    const { database, filesDir, objects, clock } = server;
    const env = readEnv({});
    const stores = { db: database.db, filesDir, objects, env, mail: createMailQueue(env.productName), clock };
    const removing = await database.db.transaction(async (tx) => {
      await tx.update(jobs).set({ status: 'error' });
      const asked = person.ask('POST', '/files/pointgrab/downloads/delete', { uuid });
      await untilWaiting();
      await settleFailed(stores, tx, [uuid], { error: 'It broke.', code: 'FAILED' });
      return { asked };
    });
    expect((await removing.asked).status).toBe(200);
    const [row] = await database.db.select().from(pointgrabDownloads);
    expect([row!.status, row!.deletedAt]).toEqual(['error', expect.any(Date)]);
  });

  it('replace a cloud and ask for an export of it: the person is told', async () => {
    const { db } = server.database;
    const asking = await db.transaction(async (tx) => {
      await tx.delete(pointclouds).where(eq(pointclouds.uuid, cloud.uuid));
      const asked = ask();
      await untilWaiting();
      return { asked };
    });
    const refused = { code: 'CONFLICT', error: EXPORTS_MESSAGES['export.cloudReplaced'] };
    expect(await asking.asked).toEqual({ status: 409, body: refused });
  });
});
