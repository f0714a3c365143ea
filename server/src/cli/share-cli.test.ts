import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditEntries, viewGrants } from '@overlook/db/schema';
import { originOutsideText, VIEW_GRANTS_MESSAGES } from '@overlook/shared/messages';
import { createPasswords } from '../services/password-hashes.ts';
import { createSecretBox } from '../services/secret-box.ts';
import { aPerson } from '../testing/people.ts';
import { SHARE_ENV } from '../testing/share-env.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { openGrantOf } from '../testing/visitors.ts';
import { operatorOperations } from './operations.ts';
import { type OperatorChannel, createOperatorChannel } from './operator-channel.ts';
import { runHere } from './testing/run-here.ts';

const [PORTAL] = SHARE_ENV.embedOrigins as [string];
const DAY_MS = 24 * 60 * 60 * 1000;

let server: TestServer;
let channel: OperatorChannel;
let dataDir: string;
/** E-mail of a user who may share, and sees two of the layers. */
let maker: string;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'overlook-data-'));
  server = await startTestServer({ EMBED_ORIGINS: PORTAL });
  const stores = {
    db: server.database.db,
    filesDir: path.join(dataDir, 'files'),
    passwords: createPasswords(),
    secrets: createSecretBox({ secretKey: null, dataDir }),
    env: SHARE_ENV,
  };
  channel = await createOperatorChannel({ dataDir, operations: operatorOperations(stores) });
  const person = await aPerson(server, {
    allowed: ['USERS:CREATE'],
    entries: { [server.siteIds.plant]: { 'VIEW:TEXTURED': true, 'VIEW:CAD': true, 'TOOLS:MEASURE': true } },
  });
  maker = person.email;
});
afterAll(async () => {
  await channel.close();
  await server.close();
  await rm(dataDir, { recursive: true });
});
beforeEach(() => server.database.db.delete(viewGrants));

const share = (...args: string[]) => runHere(['share', ...args], { DATA_DIR: dataDir });
const tokenOf = (url: string) => url.split('/').at(-1)!.trim();
const rows = () => server.database.db.select().from(viewGrants);

describe('overlook share link', () => {
  it('makes a link that opens with its password, for all layers that the user sees except the Project Layer', async () => {
    const { code, stdout } = await share('link', 'plant', '--as', maker, '--name', 'Contractors', '--days', '7');
    expect(code).toBe(0);
    const [url, password] = stdout.split('\n') as [string, string];
    expect(url).toMatch(/^https:\/\/overlook\.example\/view\//);
    const [row] = await rows();
    expect(row).toMatchObject({ kind: 'link', name: 'Contractors', permissions: ['VIEW:TEXTURED', 'TOOLS:MEASURE'] });
    expect((row!.endsAt.getTime() - Date.now()) / DAY_MS).toBeCloseTo(7, 1);
    const opened = await openGrantOf(server, {
      token: tokenOf(url),
      password: password.replace('Password: ', ''),
    });
    expect(opened.status).toBe(200);
    expect((await openGrantOf(server, { token: tokenOf(url) })).body).toMatchObject({ code: 'PASSWORD_WANTED' });
  });

  it('takes layers by name, one view, and no password', async () => {
    const options = ['--name', 'Tie-ins', '--layers', 'cad', '--view', 'v=1&site=plant', '--no-password', '--json'];
    const { stdout } = await share('link', 'plant', '--as', maker, ...options);
    const { url, password } = JSON.parse(stdout) as { url: string; password: string | null };
    expect(password).toBeNull();
    expect((await openGrantOf(server, { token: tokenOf(url) })).body).toMatchObject({
      permissions: ['VIEW:CAD', 'TOOLS:MEASURE'],
      view: 'v=1&site=plant',
    });
  });

  it.each([
    ['a layer that the user does not see', ['--layers', 'points'], VIEW_GRANTS_MESSAGES['grant.notHeld']],
    ['an end beyond the longest', ['--days', '91'], 'At most 90 days from now'],
  ])('refuses %s', async (_what, options, reason) => {
    const { code, stderr } = await share('link', 'plant', '--as', maker, '--name', 'X', ...options);
    expect([code, stderr]).toEqual([1, expect.stringContaining(reason)]);
    expect(await rows()).toEqual([]);
  });

  it('refuses a user who may not share, and one who does not exist', async () => {
    const member = await aPerson(server, { allowed: ['VIEW:TEXTURED'] });
    const refusal = async (email: string) => (await share('link', 'plant', '--as', email, '--name', 'X')).stderr;
    expect(await refusal(member.email)).toContain(VIEW_GRANTS_MESSAGES['grant.notAllowed']);
    expect(await refusal('nobody@example.com')).toContain('There is no active user nobody@example.com.');
  });

  it.each([
    [['link', 'plant'], 'Give --name'],
    [['link', 'plant', '--name', 'X'], 'Give --as'],
    [['link', '--name', 'X', '--as', 'a@b.c'], 'slug'],
    [['link', 'plant', '--name', 'X', '--as', 'a@b.c', '--layers', 'photos'], 'There is no layer “photos”'],
    [['embed', 'plant', '--as', 'a@b.c'], 'Give --origin'],
    [['revoke', 'one'], 'Give the id'],
  ])('%j is wrong usage', async (args, reason) => {
    const { code, stderr } = await share(...args);
    expect([code, stderr]).toEqual([2, expect.stringContaining(reason)]);
  });
});

describe('overlook share embed', () => {
  it('makes an embed for the origins that the server allows', async () => {
    const made = await share('embed', 'plant', '--as', maker, '--origin', PORTAL, '--controls', 'section');
    expect(made.stdout).toMatch(/^https:\/\/overlook\.example\/embed\//);
    expect(await rows()).toMatchObject([{ kind: 'embed', name: PORTAL, origins: [PORTAL], controls: ['section'] }]);
    const other = 'https://stranger.example';
    const { code, stderr } = await share('embed', 'plant', '--as', maker, '--origin', other);
    expect([code, stderr]).toEqual([1, expect.stringContaining(originOutsideText(other))]);
  });
});

describe('overlook share list and revoke', () => {
  it('list without secrets, and withdraw permanently', async () => {
    expect((await share('list')).stdout).toContain('There are no public links and no embeds.');
    const { stdout } = await share('link', 'plant', '--as', maker, '--name', 'Insurer', '--no-password');
    const token = tokenOf(stdout.split('\n')[0]!);
    const [row] = await rows();
    const listed = (await share('list')).stdout;
    expect(listed).toMatch(new RegExp(`^${row!.id}  link  plant  Insurer  ${maker}  until .*, never opened`));
    expect(listed).not.toContain(token);
    expect((await share('revoke', String(row!.id))).stdout).toContain('Revoked “Insurer” of plant.');
    expect((await openGrantOf(server, { token })).body).toMatchObject({ code: 'ARCHIVED' });
    expect((await share('list')).stdout).toContain('revoked 20');
    const entries = await server.database.db.select().from(auditEntries);
    const revoked = entries.find(({ action }) => action === 'viewGrants.revoke');
    expect(revoked).toMatchObject({ userId: null, address: 'command line', subject: `viewGrant:${row!.id}` });
  });

  it('reports when there is none to revoke', async () => {
    const { code, stderr } = await share('revoke', '4711');
    expect([code, stderr]).toEqual([1, expect.stringContaining(VIEW_GRANTS_MESSAGES['grant.notFound'])]);
  });
});
