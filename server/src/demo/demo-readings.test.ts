import { mkdir, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { sessions, userRoles } from '@overlook/db/schema';
import { aPerson, mutate, type TestPerson } from '../testing/people.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { WAIT } from '../testing/wait.ts';

let server: TestServer;
let origin: string;
let person: TestPerson;
beforeAll(async () => {
  server = await startTestServer({ DEMO: 'true' });
  const folder = join(dirname(server.filesDir), 'layers/sensors');
  await mkdir(folder, { recursive: true });
  const manifest = { id: 'sensors', title: 'Sensors', gallery: 'sensors', token: 'VIEW:TEXTURED', files: {} };
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest));
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());
beforeEach(async () => void (person = await aPerson(server, { allowed: ['VIEW:TEXTURED'] })));

const ask = (signal?: AbortSignal) =>
  fetch(`${origin}/api/demo/readings`, {
    headers: { authorization: `Bearer ${person.token}` },
    signal: signal ?? null,
  });

/** Opens the stream and waits for its first event. */
async function follow() {
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const answer = await ask(stop.signal);
  let events = 0;
  let hasEnded = false;
  const read = async () => {
    for await (const _ of answer.body!) events++;
    hasEnded = true;
  };
  const reading = read().catch(() => {});
  await vi.waitFor(() => expect(events).toBe(1), WAIT);
  return { reading, hasEnded: () => hasEnded, events: () => events };
}

it('the readings end when the permission is removed, and not when something else changes', async () => {
  const stream = await follow();
  server.forgetPermissions();
  await vi.waitFor(() => expect(stream.events()).toBe(2), WAIT);
  expect(stream.hasEnded()).toBe(false);
  await server.database.db.delete(userRoles).where(eq(userRoles.userId, person.id));
  server.forgetPermissions();
  await stream.reading;
  expect(stream.hasEnded()).toBe(true);
  expect((await ask()).status).toBe(404);
});

it('the readings end when the person signs out', async () => {
  const stream = await follow();
  await mutate(server, person.token, 'auth.signOut', {});
  await stream.reading;
  expect(stream.hasEnded()).toBe(true);
});

it('the readings end before the next one when the session has ended without a notice', async () => {
  const stream = await follow();
  await server.database.db.delete(sessions).where(eq(sessions.userId, person.id));
  await stream.reading;
  expect(stream.hasEnded()).toBe(true);
  expect(stream.events()).toBe(1);
});
