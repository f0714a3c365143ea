import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { auditEntries, sourceSettings } from '@overlook/db/schema';
import { checkedInput } from '../../publish/import-request.ts';
import { listSources, removeSource, setSource, setSourceSchema } from '../../publish/object-tree/source-settings.ts';
import { importSite } from '../../publish/import/import-site.ts';
import { aB3dm, aFolder, aTileset } from '../../publish/testing/made-tiles.ts';
import { aTree, SMALL_PLANT } from '../../publish/testing/made-tree.ts';
import { createSecretBox } from '../../services/secret-box.ts';
import { aPerson, query, type TestPerson } from '../../testing/people.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { databaseKinds } from '../../testing/database-kinds.ts';

const { kinds, drop } = await databaseKinds();
afterAll(drop);

const SECRET = 'Bearer 7h3-53cr37';
const SECRET_KEY = '5'.repeat(64);

/** A system that answers requests with the header, and records the requests. */
async function aGuardedSource(listener?: RequestListener) {
  const asked: IncomingHttpHeaders[] = [];
  const http = createServer((request, response) => {
    asked.push(request.headers);
    if (listener) return listener(request, response);
    const isLetIn = request.headers.authorization === SECRET;
    if (isLetIn) response.end(JSON.stringify({ metadata: { Asked: { Path: request.url } } }));
    else response.writeHead(401).end(`{"you sent": ${JSON.stringify(request.headers)}}`);
  });
  await new Promise<void>((resolve) => void http.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    asked,
    close: () => new Promise((resolve) => void http.close(resolve).closeAllConnections()),
  };
}

describe.each(kinds)('external sources with credentials on $name', ({ open }) => {
  let server: TestServer;
  let source: Awaited<ReturnType<typeof aGuardedSource>>;
  const others: Awaited<ReturnType<typeof aGuardedSource>>[] = [];
  let viewer: TestPerson;
  let siteId: number;
  let logged = '';
  const secrets = createSecretBox({ secretKey: SECRET_KEY, dataDir: '' });
  const stores = () => ({ db: server.database.db, secrets });
  const set = (more: object, slug = 'works') =>
    Promise.resolve().then(() =>
      setSource(stores(), checkedInput(setSourceSchema, { slug, name: 'Maintenance', ...more })),
    );
  const HEADERS = [['Authorization', SECRET]];

  const importTree = async (url: string, slug = 'works') => {
    const tags = ['..', '.', '%2e%2e', 'a..b', ...Array.from({ length: 14 }, (_, n) => `P-${n + 1}`)];
    const tagged = { id: 'tagged', parent: 'u2', name: 'Tagged', externalTags: { Maintenance: tags } };
    const tree = aTree([...SMALL_PLANT, tagged], [{ name: 'Maintenance', url }]);
    const cad = await aFolder({ 'tileset.json': aTileset(), 'tile.b3dm': aB3dm(), 'tree.jsonl': tree });
    const { database, filesDir } = server;
    const context = { db: database.db, filesDir: join(filesDir, 'cad') };
    return (await importSite(context, { slug, layers: { cad }, replace: true })).site.id;
  };
  const ask = async (tag: string, at = siteId) => {
    const { body } = await query(server, viewer.token, 'cad.search', { siteId: at, query: 'pump' });
    const [{ externalTags }] = body['items'] as [{ externalTags: [{ sourceId: number }] }];
    return viewer.ask('GET', `/sites/${at}/cad/external_metadata/${externalTags[0].sourceId}?query=${tag}`);
  };

  beforeAll(async () => {
    const stream = new Writable({
      write(chunk, _encoding, done) {
        logged += String(chunk);
        done();
      },
    });
    server = await startTestServer({ SECRET_KEY }, pino({ level: 'debug' }, stream), open);
    source = await aGuardedSource();
    siteId = await importTree(`${source.origin}/assets/{tag}`);
    const otherId = await importTree(`${source.origin}/assets/{tag}`, 'other-works');
    server.forgetPermissions();
    const entries = { [siteId]: { 'VIEW:CAD': true }, [otherId]: { 'VIEW:CAD': true } };
    viewer = await aPerson(server, { entries });
  });
  afterAll(async () => {
    await source.close();
    await server.close();
  });
  afterEach(async () => {
    await server.database.db.delete(sourceSettings);
    for (const other of others.splice(0)) await other.close();
  });
  const another = async (listener?: RequestListener) => {
    const made = await aGuardedSource(listener);
    others.push(made);
    return made;
  };

  it('are read with the header that was set, and refuse after it is removed', async () => {
    const refused = { error: 'Maintenance answered with an error (401).', code: 'UNAVAILABLE' };
    expect(await ask('P-1')).toEqual({ status: 503, body: refused });
    const told = await set({ headers: HEADERS });
    expect(told).toEqual({
      name: 'Maintenance',
      url: `${source.origin}/assets/{tag}`,
      headers: ['Authorization'],
      isInTree: true,
      isSet: true,
    });
    expect(await ask('P-1')).toEqual({ status: 200, body: { metadata: { Asked: { Path: '/assets/P-1' } } } });
    await set({ headers: [] });
    expect((await ask('P-1')).status).toBe(503);
  });

  it('give each site only its own answers, although both use one address', async () => {
    const others = (await server.database.db.query.sites.findMany()).find(({ slug }) => slug === 'other-works')!;
    await set({ headers: HEADERS });
    expect((await ask('P-2')).status).toBe(200);
    expect((await ask('P-2', others.id)).status).toBe(503);
  });

  it('do not show their headers outside the server', async () => {
    await set({ headers: HEADERS });
    const answers = await Promise.all([
      ask('P-3'),
      ...(['root', 'search', 'facets'] as const).map((procedure) =>
        query(server, viewer.token, `cad.${procedure}`, { siteId, query: 'pump' }),
      ),
      listSources(stores(), { slug: 'works' }),
      server.database.db.select().from(sourceSettings),
      server.database.db.select().from(auditEntries),
    ]);
    for (const text of [JSON.stringify(answers), logged]) {
      expect(text).not.toContain('53cr37');
      expect(text).not.toContain(Buffer.from(SECRET).toString('base64').slice(0, 16));
    }
    expect(logged).toContain('/external_metadata/');
    const withoutSealed = answers.slice(0, 4);
    expect(JSON.stringify(withoutSealed)).not.toMatch(/Authorization|sealed/i);
  });

  it('keep address and headers when another tree replaces the first, and use those of the tree again after they are removed', async () => {
    await set({ url: `${source.origin}/v2/{tag}`, headers: HEADERS });
    await importTree('https://moved.example/{tag}');
    expect((await ask('P-4')).body).toEqual({ metadata: { Asked: { Path: '/v2/P-4' } } });
    const removed = await removeSource(stores(), { slug: 'works', name: 'Maintenance' });
    expect(removed).toEqual({ name: 'Maintenance', isInTree: true });
    expect(await listSources(stores(), { slug: 'works' })).toEqual([
      { name: 'Maintenance', url: 'https://moved.example/{tag}', headers: [], isInTree: true, isSet: false },
    ]);
    await expect(removeSource(stores(), { slug: 'works', name: 'Maintenance' })).rejects.toThrow('the tree names it');
    await expect(removeSource(stores(), { slug: 'works', name: 'X' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await importTree(`${source.origin}/assets/{tag}`);
  });

  it('may be set before a tree names them', async () => {
    const url = `${source.origin}/{tag}`;
    await expect(set({ name: 'Documents', headers: HEADERS })).rejects.toThrow('is new: give its address with --url');
    expect(await set({ name: 'Documents', url })).toMatchObject({ isInTree: false, headers: [] });
    expect((await listSources(stores(), { slug: 'works' })).map(({ name }) => name)).toEqual([
      'Documents',
      'Maintenance',
    ]);
    expect(await removeSource(stores(), { slug: 'works', name: 'Documents' })).toMatchObject({ isInTree: false });
  });

  it('are requested for tags of the tree only, and for no other path', async () => {
    await set({ url: `${source.origin}/assets/of/{tag}`, headers: HEADERS });
    const before = source.asked.length;
    for (const tag of ['P-99', 'p-1', 'P', 'P-1%0aP-2']) expect((await ask(tag)).status).toBe(404);
    for (const tag of ['..', '.'])
      expect((await ask(tag)).body).toMatchObject({ error: 'Maintenance cannot be asked for this tag.' });
    expect(source.asked).toHaveLength(before);
    const path = async (tag: string) => (await ask(encodeURIComponent(tag))).body['metadata'].Asked.Path;
    expect(await path('a..b')).toBe('/assets/of/a..b');
    expect(await path('%2e%2e')).toBe('/assets/of/%252e%252e');
  });

  it('are logged at intervals when they fail, without a stack', async () => {
    const failing = await another((_request, response) => void response.writeHead(502).end());
    await set({ url: `${failing.origin}/{tag}`, headers: [] });
    logged = '';
    for (const tag of ['P-11', 'P-12', 'P-13', 'P-11']) expect((await ask(tag)).status).toBe(503);
    const lines = logged.split('\n').filter((line) => line.includes('external source failed'));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('answered with an error (502)');
    expect(logged).not.toContain('"stack"');
  });

  describe('that redirect', () => {
    const redirecting = (to: () => string, status = 302) =>
      another((request, response) => {
        if (request.url === '/end') response.end('{"metadata":{"Is":{"There":true}}}');
        else response.writeHead(status, { location: to() }).end();
      });

    it('get their headers at their own origin', async () => {
      const own = await redirecting(() => '/end', 307);
      await set({ url: `${own.origin}/{tag}`, headers: [...HEADERS, ['X-Api-Key', 'k']] });
      expect((await ask('P-5')).body).toEqual({ metadata: { Is: { There: 'true' } } });
      expect(own.asked).toMatchObject([1, 2].map(() => ({ authorization: SECRET, 'x-api-key': 'k' })));
      expect(own.asked.map(({ accept }) => accept)).toEqual(['application/json', 'application/json']);
    });

    it('are not sent to another origin, nor back from there', async () => {
      const back: { origin?: string } = {};
      const far = await another((_request, response) => {
        response.writeHead(302, { location: `${back.origin}/end` }).end();
      });
      const own = await redirecting(() => `${far.origin}/far`);
      back.origin = own.origin;
      await set({ url: `${own.origin}/{tag}`, headers: [...HEADERS, ['X-Api-Key', 'k']] });
      expect((await ask('P-6')).status).toBe(200);
      const sent = [...own.asked, ...far.asked].map((headers) => [headers.authorization, headers['x-api-key']]);
      expect(sent).toEqual([
        [SECRET, 'k'],
        [undefined, undefined],
        [undefined, undefined],
      ]);
    });

    it('without end, or to an address that is not http, give an error', async () => {
      const round = await redirecting(() => '/again');
      await set({ url: `${round.origin}/{tag}` });
      expect((await ask('P-7')).body).toMatchObject({
        error: 'Maintenance sends from one address to the next without an end.',
      });
      const odd = await redirecting(() => 'file:///etc/passwd');
      await set({ url: `${odd.origin}/{tag}` });
      const elsewhere = { error: 'Maintenance sends to an address elsewhere, which is not followed.' };
      expect((await ask('P-8')).body).toMatchObject(elsewhere);
      for (const [n, to] of [
        'data:application/json,{"metadata":{}}',
        'http://localhost:1/',
        '//[::1]/',
        'http://',
      ].entries()) {
        const leading = await redirecting(() => to);
        await set({ url: `${leading.origin}/${n}/{tag}` });
        expect((await ask('P-8')).body).toMatchObject(elsewhere);
      }
    });
  });

  it('move to another origin only with headers of their own for it', async () => {
    await set({ headers: HEADERS });
    const url = 'https://elsewhere.example/{tag}';
    await expect(set({ url })).rejects.toThrow(
      '“Maintenance” moves to https://elsewhere.example, where its headers are not sent. Give them again, or --no-headers.',
    );
    await set({ url: `${source.origin}/same/{tag}` });
    expect((await ask('P-9')).body).toEqual({ metadata: { Asked: { Path: '/same/P-9' } } });
    expect(await set({ url, headers: [] })).toMatchObject({ url, headers: [] });
  });

  it('report when the key of their headers has changed', async () => {
    const lost = createSecretBox({ secretKey: '6'.repeat(64), dataDir: '' });
    const input = checkedInput(setSourceSchema, { slug: 'works', name: 'Maintenance', headers: HEADERS });
    await setSource({ db: server.database.db, secrets: lost }, input);
    expect((await ask('P-10')).body).toMatchObject({
      error: 'Maintenance cannot be asked: its headers were stored with another key. Set them again.',
    });
  });

  it.each<[string, object, string]>([
    ['a line break in a value', { headers: [['X-Key', 'a\r\nHost: b']] }, 'headers.0.1: has a value with a character'],
    ['an empty value', { headers: [['X-Key', '']] }, 'headers.0.1: has a value with a character that no header'],
    ['a letter that no header can have', { headers: [['X-Key', 'ключ']] }, 'headers.0.1: has a value'],
    ['a name that is none', { headers: [['X Key', 'a']] }, 'headers.0.0: has a name that no header can have'],
    ['a line break in a name', { headers: [['X\nKey', 'a']] }, 'headers.0.0: has a name that no header can have'],
    ['Host', { headers: [['Host', 'a.example']] }, 'headers.0.0: has a name that is kept for the server'],
    ['a proxy’s header', { headers: [['Proxy-Authorization', 'a']] }, 'headers.0.0: has a name that is kept'],
    [
      'a header twice',
      {
        headers: [
          ['X-Key', 'a'],
          ['x-key', 'b'],
        ],
      },
      'headers: name a header twice',
    ],
    ['an address without a tag', { url: 'https://a.example/' }, 'url: must contain {tag}'],
    ['an address that is none', { url: 'nowhere {tag}' }, 'url: must be a URL of http or https'],
    ['a host made of the tag', { url: 'https://{tag}.example/' }, 'with a host that is the same for all tags'],
    ['a demo address', { url: 'demo:/x/{tag}' }, 'must be one of http or https'],
    ['a password in the address', { url: 'https://me:pass@a.example/{tag}' }, 'must hold no user and password'],
  ])('refuse %s, and store nothing', async (_what, more, sentence) => {
    await expect(set(more)).rejects.toThrow(sentence);
    expect(await server.database.db.$count(sourceSettings)).toBe(0);
  });

  it('are those of a site with a CAD layer', async () => {
    await expect(set({ url: 'https://a.example/{tag}' }, 'nowhere')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(set({ url: 'https://a.example/{tag}' }, 'farm')).rejects.toThrow('The site “farm” has no CAD layer.');
  });
});
