import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '@overlook/db';
import { aRole, aSite, aUser } from '@overlook/db/seed';
import { createScratchDatabase } from '@overlook/db/testing';
import type { Upload } from '@overlook/shared/schemas';
import { aB3dm, aTileset } from '../../publish/testing/made-tiles.ts';
import { createAccess } from '../../sessions/access.ts';
import { systemClock } from '../../services/clock.ts';
import { S3Store } from '../../storage/objects/s3-store.ts';
import { emptyStore, S3_SKIPPED, testS3, variablesOf } from '../../storage/objects/testing/test-s3.ts';
import { CHUNK_BYTES } from '../../storage/uploads/upload-chunks.ts';
import { type KillableServer, startKillableServer } from '../../testing/killable-server.ts';
import { WAIT } from '../../testing/wait.ts';
import { deliveryOf } from './testing/made-delivery.ts';

const s3 = await testS3();
const scratch = s3 && (await createScratchDatabase());
afterAll(() => scratch?.drop());
const reason = s3 ? 'needs a PostgreSQL server' : S3_SKIPPED;

describe.skipIf(!s3 || !scratch)(`a delivery in S3${s3 && scratch ? '' : ` (${reason})`}`, () => {
  let dir: string;
  let servers: KillableServer[];
  let siteId: number;
  let token: string;
  const store = () => new S3Store(s3!, path.join(dir, 'scratch'));
  const start = (name: string) =>
    startKillableServer(path.join(dir, name), { variables: { ...variablesOf(s3!), DATABASE_URL: scratch!.url } });

  beforeAll(async () => {
    dir = await mkdtemp(path.join(tmpdir(), 'overlook-killed-upload-'));
    const { db, close } = await openDatabase({ databaseUrl: scratch!.url, dataDir: '' });
    siteId = (await aSite(db, { slug: 'mill' })).id;
    const role = await aRole(db, { allowed: ['VIEW:SHADED', 'SITES:MANAGE'] });
    const { id: userId } = await aUser(db, { roleIds: [role.id] });
    token = (await createAccess(db, systemClock).start(db, { userId, device: 'test', address: '' })).token;
    await close();
    servers = [await start('a'), await start('b')];
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.kill()));
    await emptyStore(store());
    await rm(dir, { recursive: true });
  });

  async function ask(server: KillableServer, method: 'GET' | 'POST', address: string, body?: object) {
    const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) };
    const answer = await fetch(`${server.origin}/api${address}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    return (await answer.json()) as Record<string, unknown>;
  }
  const tus = (
    server: KillableServer,
    method: 'HEAD' | 'PATCH',
    id: string,
    offset = 0,
    body?: Uint8Array<ArrayBuffer> | ReadableStream,
  ) =>
    fetch(`${server.origin}/api/uploads/${id}`, {
      method,
      headers: {
        'Tus-Resumable': '1.0.0',
        Authorization: `Bearer ${token}`,
        ...(body && { 'Content-Type': 'application/offset+octet-stream', 'Upload-Offset': String(offset) }),
      },
      ...(body && { body, duplex: 'half' }),
    });
  const listed = async (server: KillableServer, id: string) =>
    ((await ask(server, 'GET', `/sites/manage/${siteId}/uploads`))['uploads'] as Upload[]).find((one) => one.id === id);
  async function left(): Promise<string[]> {
    const keys = [];
    for await (const { key } of store().list('uploads/')) keys.push(key);
    return keys;
  }

  it('goes on at a server with another data folder when one is killed within a chunk, and leaves no object', async () => {
    const [killed, other] = servers as [KillableServer, KillableServer];
    const { stream, input } = await deliveryOf([
      { part: 'shaded', path: 'tileset.json', bytes: Buffer.from(JSON.stringify(aTileset())) },
      { part: 'shaded', path: 'tile.b3dm', bytes: aB3dm() },
      { part: 'shaded', path: 'unused.bin', bytes: randomBytes(2 * CHUNK_BYTES) },
    ]);
    const begun = await ask(killed, 'POST', `/sites/manage/${siteId}/uploads`, input);
    const { id } = begun['upload'] as Upload;
    const stored = input.listBytes + CHUNK_BYTES;
    const body = new Readable({ read() {} });
    body.push(stream.subarray(0, stored + CHUNK_BYTES / 2));
    const sending = tus(killed, 'PATCH', id, 0, Readable.toWeb(body) as ReadableStream).catch(() => 'cut');
    await expect.poll(async () => (await listed(other, id))?.receivedBytes, WAIT).toBe(stored);
    await killed.kill();
    expect(await sending).toBe('cut');
    const offset = Number((await tus(other, 'HEAD', id)).headers.get('upload-offset'));
    expect(offset).toBe(stored);
    expect((await tus(other, 'PATCH', id, offset, new Uint8Array(stream.subarray(offset)))).status).toBe(204);
    await expect.poll(async () => (await listed(other, id))?.state, { timeout: 90_000, interval: 200 }).toBe('done');
    await expect.poll(left, WAIT).toEqual([]);
    for (const name of ['a', 'b'])
      expect(await readdir(path.join(dir, name, 'files/uploads')).catch(() => [])).toEqual([]);
  }, 240_000);
});
