import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'drizzle-orm';
import { mountDisk } from '@overlook/db/testing';
import { buildApp } from '../app.ts';
import { readEnv } from '../env.ts';
import { mutate } from '../testing/people.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer();
  token = await server.token(server.people.admin);
  // Errors of a nearly full disk: of the embedded database, and of PostgreSQL.
  await server.database.db.execute(sql`
    create function refuse() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`);
  for (const table of ['users', 'roles', 'sessions', 'sign_in_failures'])
    await server.database.db.execute(
      sql.raw(`create trigger refuse before insert or update on "${table}" for each row execute function refuse()`),
    );
});
afterAll(() => server.close());

const FULL = { error: 'The disk of the server is full. Nothing was saved. Reading still works.', code: 'DISK_FULL' };

describe('a full disk', () => {
  it('answers changes and sign-ins with 507 and a sentence, over REST and tRPC', async () => {
    const headers = { authorization: `Bearer ${token}` };
    const post = (url: string, payload: object) => server.app.inject({ method: 'POST', url, headers, payload });
    for (const answer of [
      await post('/api/permissions/roles', { displayName: 'x' }),
      await post('/api/auth/sign_in', { email: server.people.guest, password: 'x' }),
    ])
      expect([answer.statusCode, answer.json()]).toEqual([507, FULL]);
    expect(await mutate(server, token, 'roles.create', { displayName: 'x' })).toEqual({ status: 507, body: FULL });
  });

  it('still reads, also when the last use of the session is due to be written', async () => {
    server.clock.advance(10 * 60_000);
    const answer = await server.app.inject({ url: '/api/sites/all', headers: { authorization: `Bearer ${token}` } });
    expect(answer.statusCode).toBe(200);
  });
});

const disk = await mountDisk(16);
afterAll(() => disk?.unmount());

// Needs the right to mount a small file system.
describe.runIf(disk)('a disk with less free space than changes need', () => {
  it('makes the server alive but not ready', async () => {
    const { database, webDir } = server;
    const app = await buildApp({
      env: readEnv({ LOG_LEVEL: 'silent' }),
      db: database.db,
      filesDir: disk!.folder,
      webDir,
    });
    expect((await app.inject('/readyz')).statusCode).toBe(503);
    expect((await app.inject('/livez')).statusCode).toBe(200);
    await app.close();
  });
});
