import { CROP_JOB } from '../exports/crop-job.ts';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { desc, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { auditEntries, jobs, mails, sites } from '@overlook/db/schema';
import { type InstanceStatus, instanceStatusSchema } from '@overlook/shared/schemas';
import { startIdentityProvider } from '../../testing/identity-provider.ts';
import { aPerson, mutate, query, type TestPerson } from '../../testing/people.ts';
import { mailsTo } from '../../testing/test-client.ts';
import { recordBackup, recordDrill } from '../../backup/backup-records.ts';
import { startTestServer, TILESET, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let ada: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  ada = await aPerson(server, {
    allowed: ['LICENSING:VIEW', 'USERS:UPDATE'],
    entries: { [server.siteIds.plant]: { 'VIEW:CAD': true } },
  });
});
afterAll(() => server.close());

type Part<K extends keyof InstanceStatus> = Extract<InstanceStatus[K], { isKnown: true }>;

async function status(of = server, token = ada.token): Promise<InstanceStatus> {
  const answer = await query(of, token, 'instance.status', {});
  expect(answer.status).toBe(200);
  return instanceStatusSchema.parse(answer.body);
}
const part = async <K extends 'database' | 'storage' | 'mail' | 'jobs' | 'backups'>(name: K) =>
  (await status())[name] as Part<K>;
const db = () => server.database.db;

describe('the state of the instance', () => {
  it('shows what runs and the state of the database', async () => {
    const { server: process_, database, sso } = await status();
    expect(process_).toMatchObject({ version: 'v2.7.0', nodeVersion: process.version, processes: 1 });
    expect(Date.parse(process_.startedAt)).toBeLessThanOrEqual(server.clock.now().getTime());
    expect(database).toMatchObject({ isKnown: true, kind: 'pglite', version: expect.stringMatching(/^\d+/) });
    expect((database as Part<'database'>).sizeBytes).toBeGreaterThan(1_000_000);
    expect(sso).toEqual({ issuer: null, isEnabled: false, provider: null });
  });

  it('shows the last backup, and the last drill without what it found', async () => {
    expect(await part('backups')).toMatchObject({ to: null, last: null, lastDrill: null, isLate: false });
    const finishedAt = '2026-11-01T08:00:00.000Z';
    await recordBackup(db(), { at: finishedAt, finishedAt, to: '/backup', rows: 1, files: 1, bytes: 5, newBytes: 5 });
    const drill = { finishedAt, backupAt: finishedAt, layers: 1, pictures: 0 };
    await recordDrill(db(), { ...drill, isPassed: true, faults: [] });
    await recordDrill(db(), { ...drill, isPassed: false, faults: ['plant: tileset.json is empty.'] });
    expect(await part('backups')).toEqual({
      isKnown: true,
      to: null,
      last: { finishedAt, to: '/backup', bytes: 5 },
      isLate: false,
      drillEveryHours: null,
      lastDrill: { finishedAt, isPassed: false },
      lastPassedDrillAt: finishedAt,
      isDrillLate: false,
    });
  });

  it('counts the files, and names only the sites that the caller may view', async () => {
    const storage = await part('storage');
    expect(storage).toMatchObject({ folder: server.filesDir, isWritable: true, isCounting: false });
    expect(storage.freeBytes).toBeLessThanOrEqual(storage.diskBytes);
    const cadBytes = TILESET.length;
    expect(storage.used!.bytes).toBeGreaterThan(4 * cadBytes);
    expect(storage.sites.map(({ slug }) => slug)).toEqual(['plant']);
    expect(storage.sites[0]!.bytes).toBeGreaterThan(3 * cadBytes);
    expect(storage.sites[0]!.bytes).toBeLessThan(storage.used!.bytes);
    expect(storage.sites[0]!.isArchived).toBe(false);
  });

  it('has the space of archived sites for those who manage them, the largest site first', async () => {
    const { plant, farm } = server.siteIds;
    const manager = await aPerson(server, { allowed: ['LICENSING:VIEW', 'SITES:MANAGE'] });
    await db().update(sites).set({ archivedAt: new Date() }).where(eq(sites.id, farm));
    const { storage } = await status(server, manager.token);
    expect((storage as Part<'storage'>).sites).toMatchObject([
      { id: plant, isArchived: false },
      { id: farm, isArchived: true, bytes: expect.any(Number) },
    ]);
    expect((await part('storage')).sites.map(({ id }) => id)).toEqual([plant]);
    await db().update(sites).set({ archivedAt: null }).where(eq(sites.id, farm));
  });

  it('counts again when the last count is no longer fresh, and follows no links', async () => {
    const before = (await part('storage')).used!;
    await mkdir(join(server.filesDir, 'other'));
    await writeFile(join(server.filesDir, 'other/file'), 'x'.repeat(1234));
    expect((await part('storage')).used).toEqual(before);
    server.clock.advance(61_000);
    expect((await part('storage')).used!.bytes).toBe(before.bytes + 1234);
    await symlink(server.filesDir, join(server.filesDir, 'other/loop'));
    server.clock.advance(61_000);
    expect((await part('storage')).used!.files).toBe(before.files + 2);
    await rm(join(server.filesDir, 'other'), { recursive: true });
  });

  it('reports a part that does not answer as unknown, and shows the others', async () => {
    const broken = await startTestServer();
    const person = await aPerson(broken, { allowed: ['LICENSING:VIEW'] });
    await rm(broken.filesDir, { recursive: true });
    const { storage, database } = await status(broken, person.token);
    expect(storage).toMatchObject({ isKnown: false, reason: expect.stringContaining('ENOENT') });
    expect(database.isKnown).toBe(true);
    await broken.close();
  });
});

describe('mail and jobs', () => {
  afterEach(() => db().delete(jobs));

  it('are shown with the last failure, without credentials and people', async () => {
    await db()
      .insert(jobs)
      .values([
        { kind: 'mail', payload: {}, status: 'pending', attempts: 2, message: 'connect ECONNREFUSED 10.0.0.9:25' },
        {
          kind: 'mail',
          payload: {},
          status: 'error',
          message: 'smtp://bob:secret@mail.example refused kim@x.example',
          finishedAt: new Date('2100-01-01T00:00:00Z'),
        },
        { kind: 'other', payload: {}, status: 'running', leaseUntil: new Date('2100-01-01T00:00:00Z') },
        { kind: 'other', payload: {}, status: 'completed' },
      ]);
    const reason = 'smtp://mail.example refused …';
    expect(await part('mail')).toMatchObject({
      transport: 'outbox',
      waiting: 1,
      failed: 1,
      lastFailure: { reason },
      lastSentAt: null,
    });
    expect(await part('jobs')).toMatchObject({
      kinds: [
        { kind: 'mail', waiting: 1, running: 0, failed: 1 },
        { kind: 'other', waiting: 0, running: 1, failed: 0 },
      ],
      oldestDueAt: expect.any(String),
      lastFailure: { kind: 'mail', reason, at: '2100-01-01T00:00:00.000Z' },
    });
  });

  it('give the time of the next attempt', async () => {
    const runAfter = new Date('2100-01-01T00:00:00Z');
    await db().insert(jobs).values({ kind: 'mail', payload: {}, attempts: 1, message: 'ETIMEDOUT', runAfter });
    const lastFailure = { reason: 'ETIMEDOUT', at: null, nextTryAt: runAfter.toISOString() };
    expect(await part('mail')).toMatchObject({ waiting: 1, lastFailure });
    expect(await part('jobs')).toMatchObject({ oldestDueAt: null, lastFailure: null });
  });

  it('can be repeated by kind, which is recorded', async () => {
    await db()
      .insert(jobs)
      .values(['mail', 'mail', 'other'].map((kind) => ({ kind, payload: {}, status: 'error' as const, attempts: 24 })));
    const answer = await mutate(server, ada.token, 'instance.retryJobs', { kind: 'mail' });
    expect(answer.body).toEqual({ status: 'success', retried: 2 });
    expect(await db().select().from(jobs).where(eq(jobs.kind, 'mail'))).toMatchObject([
      { status: 'pending', attempts: 0 },
      { status: 'pending', attempts: 0 },
    ]);
    const [entry] = await db().select().from(auditEntries).orderBy(desc(auditEntries.id)).limit(1);
    expect(entry).toMatchObject({ userId: ada.id, action: 'instance.retryJobs', details: { kind: 'mail', count: 2 } });
    expect((await mutate(server, ada.token, 'instance.retryJobs', {})).body['retried']).toBe(1);
  });

  it('that have failed are listed for those who may try them again, and tried again or given up one by one', async () => {
    const failed = { payload: {}, status: 'error', attempts: 3, finishedAt: new Date('2026-11-01T08:00:00Z') } as const;
    const [sweep, crop] = await db()
      .insert(jobs)
      .values([
        { kind: 'sweep', message: 'ENOSPC for kim@x.example', ...failed },
        { kind: CROP_JOB.name, message: 'no', ...failed, finishedAt: new Date('2026-10-01T08:00:00Z') },
        { kind: 'site.import', message: 'an import', ...failed },
      ])
      .returning();
    const { failures } = await part('jobs');
    expect(failures).toMatchObject([
      { id: sweep!.id, kind: 'sweep', attempts: 3, reason: 'ENOSPC for …', isDiscardable: true },
      { id: crop!.id, failedAt: '2026-10-01T08:00:00.000Z', isDiscardable: false },
    ]);
    const answer = await mutate(server, ada.token, 'instance.retryJobs', { id: crop!.id });
    expect(answer.body).toEqual({ status: 'success', retried: 1 });
    expect((await mutate(server, ada.token, 'instance.discardJob', { id: crop!.id })).status).toBe(409);
    expect((await mutate(server, ada.token, 'instance.discardJob', { id: sweep!.id })).status).toBe(200);
    const [entry] = await db().select().from(auditEntries).orderBy(desc(auditEntries.id)).limit(1);
    expect(entry).toMatchObject({ action: 'instance.discardJob', details: { kind: 'sweep' } });
    expect((await mutate(server, ada.token, 'instance.discardJob', { id: sweep!.id })).status).toBe(404);
  });

  describe('that are imports', () => {
    const anImport = (slug: string, more: object = {}) => ({
      kind: 'site.import',
      payload: { slug, layers: {} },
      status: 'pending' as const,
      ...more,
    });
    const progress = { label: 'Copying cad', done: 21, total: 50, unit: 'bytes' as const };

    it('are listed for those who may cancel them, hidden sites without their names', async () => {
      const failed = { status: 'error', message: 'a.json: is bad. Ask kim@x.example', finishedAt: new Date() } as const;
      const leaseUntil = new Date('2100-01-01T00:00:00Z');
      const hidden = (await db().select().from(sites)).find(({ slug }) => slug !== 'plant')!.slug;
      await db()
        .insert(jobs)
        .values([
          anImport('plant', { createdAt: new Date(4), status: 'running', progress, leaseUntil }),
          anImport('new', { createdAt: new Date(3), runAfter: new Date(0) }),
          anImport(hidden, { createdAt: new Date(2), ...failed }),
          anImport('done', { createdAt: new Date(1), status: 'completed' }),
          anImport('given-up', { createdAt: new Date(0), status: 'cancelled' }),
        ]);
      const { imports, kinds, oldestDueAt } = await part('jobs');
      expect(imports).toMatchObject([
        { site: 'plant', state: 'running', isCancelling: false, progress, reason: null },
        { site: 'new', state: 'pending', progress: null },
        { site: null, state: 'error', reason: 'a.json: is bad. Ask …' },
      ]);
      expect(kinds).toEqual([{ kind: 'site.import', waiting: 1, running: 1, failed: 1 }]);
      // It waits for the one that runs.
      expect(oldestDueAt).toBeNull();
      const onlooker = await aPerson(server, { allowed: ['LICENSING:VIEW'] });
      expect((await status(server, onlooker.token)).jobs).toMatchObject({ imports: [] });
    });

    it('are cancelled by administrators, which is recorded', async () => {
      const leaseUntil = new Date('2100-01-01T00:00:00Z');
      const [running, waiting] = await db()
        .insert(jobs)
        .values([anImport('plant', { status: 'running', leaseUntil }), anImport('plant')])
        .returning();
      for (const { id } of [running!, waiting!])
        expect((await mutate(server, ada.token, 'instance.cancelImport', { id })).status).toBe(200);
      expect((await part('jobs')).imports).toMatchObject([{ id: running!.id, state: 'running', isCancelling: true }]);
      const [entry] = await db().select().from(auditEntries).orderBy(desc(auditEntries.id)).limit(1);
      expect(entry).toMatchObject({ action: 'instance.cancelImport', subject: `job:${waiting!.id}`, refusal: null });
      expect((await mutate(server, ada.token, 'instance.cancelImport', { id: waiting!.id })).status).toBe(409);
      const onlooker = await aPerson(server, { allowed: ['LICENSING:VIEW'] });
      expect((await mutate(server, onlooker.token, 'instance.cancelImport', { id: running!.id })).status).toBe(403);
    });
  });

  it('are tested by a mail to oneself', async () => {
    expect((await mutate(server, ada.token, 'instance.sendTestMail', {})).status).toBe(200);
    expect(await mailsTo(server, ada.email)).toMatchObject([{ subject: 'Test mail from Overlook', sentAt: null }]);
    expect((await part('mail')).waiting).toBe(1);
    const [entry] = await db().select().from(auditEntries).orderBy(desc(auditEntries.id)).limit(1);
    expect(entry).toMatchObject({ userId: ada.id, action: 'instance.sendTestMail' });
    await db().delete(mails);
  });
});

describe('single sign-on', () => {
  it('shows whether its provider answers, or why not', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const provider = await startIdentityProvider('http://localhost:4500/api/auth/sso/callback');
    const withSso = await startTestServer({
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: 'overlook',
      OIDC_CLIENT_SECRET: 'a secret of the client',
      SMTP_URL: 'smtp://bob:secret@mail.example:587',
    });
    const person = await aPerson(withSso, { allowed: ['LICENSING:VIEW'] });
    const first = await status(withSso, person.token);
    expect(first.sso).toMatchObject({ issuer: provider.issuer, isEnabled: true, provider: { isReachable: true } });
    expect(JSON.stringify(first)).not.toContain('secret');
    expect(first.mail).toMatchObject({ transport: 'smtp', place: 'mail.example:587' });
    await provider.close();
    expect((await status(withSso, person.token)).sso.provider).toEqual(first.sso.provider);
    withSso.clock.advance(31_000);
    expect((await status(withSso, person.token)).sso.provider).toMatchObject({
      isReachable: false,
      reason: expect.stringMatching(/ECONNREFUSED|closed/),
    });
    await withSso.close();
    vi.restoreAllMocks();
  });
});
