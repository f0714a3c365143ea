import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { attachments, jobs, users, viewGrants } from '@overlook/db/schema';
import { buildApp } from '../../../app.ts';
import { freePort } from '@overlook/db/testing';
import { readEnv } from '../../../env.ts';
import { createHealthProbes, type HealthProbes } from '../../../services/health/health-probes.ts';
import { createSecretBox } from '../../../services/secret-box.ts';
import { aPerson, query, type TestPerson } from '../../../testing/people.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { FolderStore } from '../../../storage/objects/folder-store.ts';
import { StoredFolders } from '../../../storage/folders/stored-folders.ts';
import { type CheckParts, runChecks } from './run-checks.ts';

const DAY_MS = 86_400_000;

const listening = async (server: Server): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
};

/** A port that nobody listens on now. */
let port: number;
let server: TestServer;
let ada: TestPerson;
/** The server at `port`, and its probes. */
let app: Awaited<ReturnType<typeof buildApp>>;
let probes: HealthProbes;
beforeAll(async () => {
  port = await freePort();
  const variables = { PUBLIC_URL: `http://127.0.0.1:${port}`, CONVERT_MEMORY_MB: '256' };
  server = await startTestServer(variables);
  const { filesDir, objects, webDir, database, clock } = server;
  const env = readEnv({ ...variables, DATA_DIR: dirname(filesDir), LOG_LEVEL: 'silent' });
  probes = createHealthProbes(env, filesDir, clock);
  app = await buildApp({ env, db: database.db, filesDir, objects, webDir, clock, healthProbes: probes });
  await app.listen({ host: '127.0.0.1', port });
  ada = await aPerson(server, { allowed: ['LICENSING:VIEW'] });
});
afterAll(async () => {
  await app.close();
  await server.close();
});

/** The codes of what is found; what the machine that runs this is like is left out. */
const codes = ({ findings }: { findings: readonly { code: string }[] }) =>
  findings.map(({ code }) => code).filter((code) => !/^disk\.|^node\.old$|^database\.slow$/.test(code));

async function found(parts: Partial<CheckParts> = {}, variables: Record<string, string> = {}): Promise<string[]> {
  const { filesDir, objects, database, clock } = server;
  const PUBLIC_URL = `http://127.0.0.1:${port}`;
  const env = readEnv({ DATA_DIR: dirname(filesDir), CONVERT_MEMORY_MB: '256', PUBLIC_URL, ...variables });
  const healthProbes = createHealthProbes(env, filesDir, clock);
  const folders = new StoredFolders({ filesDir, objects, clock });
  const own = { env, db: database.db, filesDir, objects, folders, clock, secrets: createSecretBox(env), healthProbes };
  return codes(await runChecks({ ...own, ...parts }));
}

describe('the checks of a running server', () => {
  it('find nothing where everything is well, also asked for by an administrator', async () => {
    expect(await found()).toEqual([]);
    const answer = await query(server, ada.token, 'instance.checks', {});
    expect(answer.status).toBe(200);
    expect(codes(answer.body as { findings: { code: string }[] })).toEqual([]);
  });

  it('report a check that could not be done, and make the others', async () => {
    const identityProvider = () => Promise.reject(new Error('no such host'));
    const healthProbes = { ...createHealthProbes(readEnv({}), server.filesDir, server.clock), identityProvider };
    expect(await found({ healthProbes }, { SMTP_URL: 'smtp://127.0.0.1:1' })).toEqual(['mail.silent', 'check.failed']);
  });

  it('find an identity provider and an address that do not answer', async () => {
    const unused = await freePort();
    const oidc = { OIDC_ISSUER: `http://127.0.0.1:${unused}`, OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b' };
    expect(await found({}, { ...oidc, PUBLIC_URL: `http://127.0.0.1:${unused}` })).toEqual([
      'identity.silent',
      'address.silent',
    ]);
  });
});

describe('the checks of what is stored', () => {
  const db = () => server.database.db;

  it('find a second factor of another key', async () => {
    const other = createSecretBox({ secretKey: 'ab'.repeat(32), dataDir: '' });
    const stored = { totpSecret: await other.seal('secret', `totp:${ada.id}`) };
    await db().update(users).set(stored).where(eq(users.id, ada.id));
    expect(await found()).toEqual(['secretKey.other']);
    expect(await found({ secrets: other })).toEqual([]);
    await db().update(users).set({ totpSecret: null }).where(eq(users.id, ada.id));
  });

  it('find lost files and files that nothing names, after their time of grace', async () => {
    const row = { filename: 'a.pdf', mediaType: 'application/pdf', sizeBytes: 1, sha256: '' };
    const [lost] = await db().insert(attachments).values(row).returning();
    const [kept] = await db().insert(attachments).values(row).returning();
    const put = async (key: string, ageDays: number) => {
      const path = join(server.filesDir, key);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, 'x');
      const at = new Date(server.clock.now().getTime() - ageDays * DAY_MS);
      await utimes(path, at, at);
    };
    await put(`attachments/${kept!.uuid}`, 9);
    await put('exports/young.laz', 1);
    expect(await found()).toEqual(['storage.lost']);
    await put(`attachments/${lost!.uuid}`, 0);
    await put('exports/old.laz', 3);
    expect(await found()).toEqual(['storage.orphans']);
    await db().delete(attachments);
    for (const key of [
      `attachments/${kept!.uuid}`,
      `attachments/${lost!.uuid}`,
      'exports/old.laz',
      'exports/young.laz',
    ])
      await server.objects.delete(key);
  });

  it('find a store that ignores ranges, changes bytes, or refuses', async () => {
    class Whole extends FolderStore {
      override get = (key: string) => FolderStore.prototype.get.call(this, key);
    }
    class Changing extends FolderStore {
      override async get(key: string, range?: { first: number; last: number }) {
        return FolderStore.prototype.get.call(this, key, range && { first: range.first + 1, last: range.last + 1 });
      }
    }
    expect(await found({ objects: new Whole(server.filesDir) })).toEqual(['storage.range']);
    expect(await found({ objects: new Changing(server.filesDir) })).toEqual(['storage.damaged']);
    expect(await found({ objects: new FolderStore(join(server.filesDir, 'models/secret.txt')) })).toEqual([
      'storage.readOnly',
    ]);
  });

  it('find jobs that nobody does, that were left, and that have failed', async () => {
    const ago = new Date(Date.now() - 600_000);
    const values = (status: 'pending' | 'running' | 'error', kind: string) => ({ kind, payload: {}, status });
    await db()
      .insert(jobs)
      .values([
        { ...values('pending', 'site.plan'), runAfter: ago },
        { ...values('running', 'crop'), leaseUntil: ago, leaseOwner: 'gone' },
        { ...values('error', 'mail'), message: 'refused' },
      ]);
    expect(await found()).toEqual(['jobs.nobody', 'jobs.stale', 'jobs.failed']);
    await db()
      .update(jobs)
      .set({ status: 'running', kind: 'site.plan', leaseUntil: new Date(Date.now() + 60_000) });
    expect(await found()).toEqual([]);
    await db().delete(jobs);
  });

  it('find an embed whose origin is not allowed', async () => {
    const grant = { kind: 'embed' as const, name: 'a', tokenHash: 'a', siteId: server.siteIds.plant, permissions: [] };
    const endsAt = new Date(server.clock.now().getTime() + DAY_MS);
    await db()
      .insert(viewGrants)
      .values({ ...grant, origins: ['https://a.example.com'], madeBy: ada.id, endsAt });
    expect(await found()).toEqual(['embed.origin']);
    await db().update(viewGrants).set({ revokedAt: new Date() });
    expect(await found()).toEqual([]);
    await db().delete(viewGrants);
  });
});

describe('the checks of what stands in front', () => {
  let proxy: Server | null = null;
  afterEach(async () => {
    proxy?.closeAllConnections();
    await new Promise((resolve) => (proxy ? proxy.close(resolve) : resolve(null)));
    proxy = null;
  });

  type Change = (asked: IncomingMessage, answer: ServerResponse) => boolean | void;

  /** What is found through a proxy that adds headers to requests, and may answer by itself. */
  async function through(headers: Record<string, string>, answersItself: Change = () => {}): Promise<string[]> {
    proxy = createServer((asked, answer) => {
      if (answersItself(asked, answer)) return;
      const { method, url: path } = asked;
      const passed = request({ port, host: '127.0.0.1', method, path, headers: { ...asked.headers, ...headers } });
      passed.on('response', (response) => {
        answer.writeHead(response.statusCode!, response.headers);
        response.pipe(answer);
      });
      passed.on('error', () => answer.destroy());
      passed.flushHeaders();
      asked.pipe(passed);
    });
    const PUBLIC_URL = `http://127.0.0.1:${await listening(proxy)}`;
    return found({ healthProbes: probes }, { PUBLIC_URL });
  }

  it('find a proxy that the server does not trust', async () => {
    expect(await through({ 'x-forwarded-for': '203.0.113.7' })).toEqual(['proxy.untrusted']);
  });

  it('find a proxy that passes on its own host, and another protocol', async () => {
    expect(await through({ host: 'inner:1', 'x-forwarded-proto': 'https' })).toEqual(['proxy.host', 'proxy.protocol']);
  });

  it('find a proxy that refuses large bodies or holds them back', async () => {
    const refuses: Change = (asked, answer) => {
      if (asked.method !== 'POST') return false;
      answer.writeHead(413).end();
      return true;
    };
    expect(await through({}, refuses)).toEqual(['proxy.bodySize']);
    proxy!.close();
    expect(await through({}, (asked) => asked.method === 'POST')).toEqual(['proxy.buffering']);
  });

  it('find another product at the address, and a proxy that leaves out the policy', async () => {
    const other: Change = (_asked, answer) => Boolean(answer.writeHead(302, { location: '/login' }).end());
    expect(await through({}, other)).toEqual(['address.other']);
    proxy!.close();
    const strips: Change = (_asked, answer) => {
      const writeHead = answer.writeHead.bind(answer);
      answer.writeHead = ((status: number, headers: Record<string, string>) => {
        const { 'content-security-policy': _, ...kept } = headers;
        return writeHead(status, kept);
      }) as typeof answer.writeHead;
    };
    expect(await through({}, strips)).toEqual(['proxy.policy']);
  });
});
