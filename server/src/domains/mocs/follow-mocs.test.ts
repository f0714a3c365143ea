import type { AddressInfo } from 'node:net';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Database, type MocNotice, openDatabase } from '@overlook/db';
import { mocAreas, mocComments, mocs, sessions, userRoles } from '@overlook/db/schema';
import { aRole, aSite, aUser } from '@overlook/db/seed';
import { createScratchDatabase } from '@overlook/db/testing';
import { LIVE_STREAMS_PER_SESSION } from '@overlook/shared/config';
import type { SignedInContext } from '../../context.ts';
import { createBroadcast } from '../../services/broadcast.ts';
import { systemClock } from '../../services/clock.ts';
import { createLiveStreams } from '../../services/live-streams.ts';
import { aPerson, mutate, type TestPerson } from '../../testing/people.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createAccess } from '../../sessions/access.ts';
import { followMocs } from './follow-mocs.ts';
import { WAIT } from '../../testing/wait.ts';

const aMoc = (siteId: number) => ({ siteId, name: 'Tie-in', documentNumber: 'MOC-9' });

describe('over HTTP', () => {
  let server: TestServer;
  let origin: string;
  let siteId: number;
  beforeAll(async () => {
    server = await startTestServer();
    siteId = server.siteIds.plant;
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    origin = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());
  let person: TestPerson;
  beforeEach(async () => {
    person = await aPerson(server, { entries: { [siteId]: { 'VIEW:TEXTURED': true, 'MOC:VIEW': true } } });
  });

  /** Opens a live connection and collects the events that come. */
  async function follow(token = person.token, site = siteId) {
    const stop = new AbortController();
    onTestFinished(() => stop.abort());
    const answer = await fetch(`${origin}/trpc/mocs.changes?input=${JSON.stringify({ siteId: site })}`, {
      headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
      signal: stop.signal,
    });
    const events: { event: string; data: string }[] = [];
    let hasEnded = false;
    const read = async () => {
      let text = '';
      for await (const part of answer.body!.pipeThrough(new TextDecoderStream())) {
        const parts = `${text}${part}`.split('\n\n');
        text = parts.pop()!;
        for (const one of parts) {
          const [, event = 'message'] = /^event: (.*)$/m.exec(one) ?? [];
          const [, data = ''] = /^data: (.*)$/m.exec(one) ?? [];
          events.push({ event, data });
        }
      }
      hasEnded = true;
    };
    const reading = read().catch(() => {});
    return {
      stop: () => stop.abort(),
      reading,
      hasEnded: () => hasEnded,
      saved: () => events.filter(({ event }) => event === 'message').map(({ data }) => JSON.parse(data) as object),
      errors: () => events.filter(({ event }) => event === 'serialized-error').map(({ data }) => data),
    };
  }

  it('announces every save at the site, and none of another site', async () => {
    const { db } = server.database;
    const stream = await follow();
    await vi.waitFor(() => expect(stream.saved()).toEqual([{ siteId, mocId: null }]), WAIT);
    await db.insert(mocs).values(aMoc(server.siteIds.farm));
    const [moc] = await db.insert(mocs).values(aMoc(siteId)).returning();
    const told = { siteId, mocId: moc!.id };
    await vi.waitFor(() => expect(stream.saved()).toEqual([{ siteId, mocId: null }, told]), WAIT);
    await db.insert(mocAreas).values({ mocId: moc!.id, name: 'x', bottomHeight: 0, topHeight: 1, points: [] });
    await vi.waitFor(() => expect(stream.saved()).toHaveLength(3), WAIT);
    await db.insert(mocComments).values({ mocId: moc!.id, body: 'x' });
    await vi.waitFor(() => expect(stream.saved()).toHaveLength(4), WAIT);
    expect(stream.saved().slice(1)).toEqual([told, told, told]);
  });

  it('needs a session that may see the changes of the site', async () => {
    const streams = await Promise.all([follow('wrong'), follow(person.token, server.siteIds.farm)]);
    await Promise.all(streams.map(({ reading }) => reading));
    const errors = streams.map((stream) => stream.errors());
    expect(errors).toEqual([[expect.stringContaining('NOT_SIGNED_IN')], [expect.stringContaining('NOT_FOUND')]]);
  });

  it('ends with the session', async () => {
    const stream = await follow();
    await vi.waitFor(() => expect(stream.saved()).toHaveLength(1), WAIT);
    await mutate(server, person.token, 'auth.signOut', {});
    await stream.reading;
    expect(stream.errors()).toEqual([expect.stringContaining('NOT_SIGNED_IN')]);
  });

  it('ends when the permission is removed, and not when something else changes', async () => {
    const { db } = server.database;
    const stream = await follow();
    await vi.waitFor(() => expect(stream.saved()).toHaveLength(1), WAIT);
    server.forgetPermissions();
    const [moc] = await db.insert(mocs).values(aMoc(siteId)).returning();
    await vi.waitFor(() => expect(stream.saved()).toContainEqual({ siteId, mocId: moc!.id }), WAIT);
    expect(stream.hasEnded()).toBe(false);
    await db.delete(userRoles).where(eq(userRoles.userId, person.id));
    server.forgetPermissions();
    await stream.reading;
    expect(stream.errors()).toEqual([expect.stringContaining('NOT_FOUND')]);
  });

  it('can be open only a few times for each session, and does not count after it was closed', async () => {
    const streams: Awaited<ReturnType<typeof follow>>[] = [];
    for (let n = 0; n < LIVE_STREAMS_PER_SESSION; n++) streams.push(await follow());
    await vi.waitFor(() => expect(streams.every((stream) => stream.saved().length === 1)).toBe(true), WAIT);
    const refused = await follow();
    await refused.reading;
    expect(refused.errors()).toEqual([expect.stringContaining('TOO_MANY_TRIES')]);
    streams[0]!.stop();
    await vi.waitFor(async () => expect((await nextOf(await follow())).length).toBe(1), WAIT);
  });

  const nextOf = async (stream: Awaited<ReturnType<typeof follow>>) => {
    await vi.waitFor(() => expect(stream.saved().length + stream.errors().length).toBe(1), WAIT);
    return stream.saved();
  };
});

it('a live connection that ends leaves no listeners behind', async () => {
  const [stopNotices, stopAccess] = [vi.fn(), vi.fn()];
  const ctx = {
    caller: { tokenHash: 'x' },
    liveStreams: createLiveStreams(),
    mocNotices: { listen: () => stopNotices },
    access: { onChange: () => stopAccess },
  } as unknown as SignedInContext;
  const told = followMocs(ctx, { siteId: 1 });
  await told.next();
  expect([stopNotices.mock.calls.length, stopAccess.mock.calls.length]).toEqual([0, 0]);
  await told.return();
  expect([stopNotices.mock.calls.length, stopAccess.mock.calls.length]).toEqual([1, 1]);
});

describe('when the server stops', () => {
  it('ends, so that stopping does not wait for it', async () => {
    const server = await startTestServer();
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.app.server.address() as AddressInfo;
    const token = await server.token(server.people.admin);
    const input = JSON.stringify({ siteId: server.siteIds.plant });
    const answer = await fetch(`http://127.0.0.1:${port}/trpc/mocs.changes?input=${input}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const text = answer.text();
    await server.close();
    expect(await text).toContain('UNAVAILABLE');
  });
});

// Needs a PostgreSQL server: with the embedded database there is one process.
const scratch = await createScratchDatabase();

describe.runIf(scratch)('with two processes on one PostgreSQL database', () => {
  const databases: Database[] = [];
  async function startProcess() {
    const database = await openDatabase({ databaseUrl: scratch!.url, dataDir: '' });
    databases.push(database);
    const mocNotices = createBroadcast<MocNotice>();
    const access = createAccess(database.db, systemClock);
    await database.watch({ onAccess: (notice) => access.forget(notice), onMoc: (notice) => mocNotices.tell(notice) });
    return { db: database.db, access, mocNotices, liveStreams: createLiveStreams() };
  }
  afterAll(async () => {
    await Promise.all(databases.map((database) => database.close()));
    await scratch!.drop();
  });

  it('a save in one is announced in the other, and a session that ends in one ends there', async () => {
    const [a, b] = [await startProcess(), await startProcess()];
    const site = await aSite(a.db);
    const role = await aRole(a.db, { allowed: ['VIEW:TEXTURED', 'MOC:VIEW'] });
    const user = await aUser(a.db, { roleIds: [role.id] });
    const { token } = await a.access.start(a.db, { userId: user.id, device: 'x', address: '127.0.0.1' });
    const session = (await b.access.session(token))!;
    const caller = { ...session, via: 'bearer', permissions: await b.access.permissions(user.id) } as const;
    const stop = new AbortController();
    onTestFinished(() => stop.abort());
    const told = followMocs({ ...b, caller } as unknown as SignedInContext, { siteId: site.id }, stop.signal);
    expect((await told.next()).value).toEqual({ siteId: site.id, mocId: null });
    const next = told.next();
    const [moc] = await a.db.insert(mocs).values(aMoc(site.id)).returning();
    expect((await next).value).toEqual({ siteId: site.id, mocId: moc!.id });
    // Awaited from the start: the other process may tell before the answer to the delete arrives here.
    const ended = expect(told.next()).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' });
    await a.db.delete(sessions).where(eq(sessions.userId, user.id));
    await ended;
    expect(b.liveStreams.count()).toBe(0);
  });
});
