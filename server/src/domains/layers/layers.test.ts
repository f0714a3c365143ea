import { createHash } from 'node:crypto';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SESSION_COOKIE } from '@overlook/shared/config';
import type { LayerOffer } from '@overlook/shared/schemas';
import { listeningLog } from '../../testing/listening-log.ts';
import { aPerson, type TestPerson } from '../../testing/people.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const CODE = 'export default {};';
const hashOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

let server: TestServer;
let viewer: TestPerson;
let measurer: TestPerson;
let stranger: TestPerson;
const warnings: string[] = [];

beforeAll(async () => {
  server = await startTestServer(
    {},
    listeningLog((said: { problem?: string }) => void warnings.push(said.problem ?? '')),
  );
  viewer = await aPerson(server, { name: 'viewer', allowed: ['VIEW:TEXTURED'] });
  measurer = await aPerson(server, { name: 'measurer', allowed: ['VIEW:TEXTURED', 'TOOLS:MEASURE'] });
  stranger = await aPerson(server, { name: 'stranger' });
});
afterAll(() => server.close());

const folder = () => join(dirname(server.filesDir), 'layers');

/** Writes a layer; a change of its manifest with `undefined` leaves a field out. */
async function install(name: string, change: object = {}, files: Record<string, string> = { 'pumps.js': CODE }) {
  const hashes = Object.fromEntries(Object.entries(files).map(([path, text]) => [path, hashOf(text)]));
  const manifest = { id: name, title: 'Pumps', module: 'pumps.js', files: hashes, ...change };
  await mkdir(join(folder(), name, 'data'), { recursive: true });
  await writeFile(join(folder(), name, 'manifest.json'), JSON.stringify(manifest));
  for (const [path, text] of Object.entries(files)) await writeFile(join(folder(), name, path), text);
}

const later = () => server.clock.advance(10_000);
const offered = async (person: TestPerson): Promise<LayerOffer[]> =>
  (await person.ask('GET', '/layers/all')).body['layers'];
const get = (url: string, { token }: TestPerson, headers = {}) =>
  server.app.inject({ url, headers: { authorization: `Bearer ${token}`, ...headers } });

beforeEach(async () => {
  await rm(folder(), { recursive: true, force: true });
  later();
  // The earlier messages about the layers no longer apply.
  await offered(viewer);
  warnings.length = 0;
  later();
});

describe('installed layers', () => {
  it('are none without their folder', async () => expect(await offered(viewer)).toEqual([]));

  it('are offered to people who hold their permission at one of their sites', async () => {
    await install('pumps', { icon: 'tag' });
    await install('rulers', { token: 'TOOLS:MEASURE', sites: ['plant'] });
    await install('elsewhere', { sites: ['nowhere'] });
    expect((await offered(viewer)).map(({ id }) => id)).toEqual(['pumps']);
    expect((await offered(measurer)).map(({ id }) => id)).toEqual(['pumps', 'rulers']);
    expect(await offered(stranger)).toEqual([]);
    const [pumps, rulers] = await offered(measurer);
    expect(pumps).toMatchObject({ title: 'Pumps', icon: 'tag', baseUrl: '/layers/pumps/', gallery: null, options: {} });
    expect(pumps!.moduleUrl).toMatch(/^\/layers\/pumps\/[\da-f]{16}\/pumps\.js$/);
    expect(pumps!.siteIds.length).toBeGreaterThan(rulers!.siteIds.length);
  });

  it('may be formats of files, which are a list of their own', async () => {
    const format = { extensions: ['gpx'], largestMib: 2 };
    await install('gpx', { title: 'GPX', format, token: 'TOOLS:MEASURE' });
    later();
    const formats = async (person: TestPerson) => (await person.ask('GET', '/layers/all')).body['formats'] as unknown[];
    expect([await offered(measurer), await formats(viewer)]).toEqual([[], []]);
    expect(await formats(measurer)).toEqual([
      expect.objectContaining({
        id: 'gpx',
        title: 'GPX',
        extensions: ['gpx'],
        mimeTypes: [],
        largestBytes: 2 * 1024 * 1024,
        moduleUrl: expect.stringMatching(/^\/layers\/gpx\/[0-9a-f]{16}\/pumps\.js$/) as string,
      }),
    ]);
  });

  it('may be of the gallery, with options and without code', async () => {
    await install('assets', {
      module: undefined,
      files: undefined,
      gallery: 'assets',
      options: { url: 'data/a.json' },
    });
    expect(await offered(viewer)).toMatchObject([
      { id: 'assets', moduleUrl: null, gallery: 'assets', options: { url: 'data/a.json' } },
    ]);
  });

  it.each([
    ['id', { id: 'other' }],
    ['title', { title: '' }],
    ['token', { token: 'VIEW:ALL' }],
    ['icon', { icon: 'skull' }],
    ['module', { module: '../pumps.js' }],
    ['module', { module: 'data/pumps.js' }],
    ['module', { gallery: 'assets' }],
    ['files', { files: {} }],
    ['files.pumps.js', { files: { 'pumps.js': 'sha1-abc' } }],
    ['Unrecognized key', { colour: 'red' }],
    ['format.extensions', { format: { extensions: ['.gpx'], largestMib: 1 } }],
    ['format.largestMib', { format: { extensions: ['gpx'], largestMib: 4000 } }],
    ['module', { module: undefined, gallery: 'assets', format: { extensions: ['gpx'], largestMib: 1 } }],
  ])('with a bad manifest are left out alone, and the log names the field: %s', async (field, change) => {
    await install('bad', change);
    await install('good');
    expect((await offered(viewer)).map(({ id }) => id)).toEqual(['good']);
    await offered(viewer);
    later();
    await offered(viewer);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain(`bad: manifest.json: `);
    expect(warnings[0]).toContain(field);
  });

  it('without a manifest, or with one that is not JSON or too large, are left out', async () => {
    await mkdir(join(folder(), 'empty'), { recursive: true });
    await install('v1');
    await install('large', { options: { text: 'x'.repeat(70_000) } });
    await install('broken');
    await writeFile(join(folder(), 'broken', 'manifest.json'), '{');
    expect(await offered(viewer)).toEqual([]);
    expect(warnings).toHaveLength(4);
  });

  it('whose code differs from the manifest are left out, and the actual hash is logged', async () => {
    await install('pumps', {}, { 'pumps.js': CODE });
    await writeFile(join(folder(), 'pumps', 'pumps.js'), 'fetch("https://evil.test")');
    expect(await offered(viewer)).toEqual([]);
    expect(warnings[0]).toContain(
      `pumps.js: the file has changed. Its hash is ${hashOf('fetch("https://evil.test")')}`,
    );
  });
});

describe('the files of an installed layer', () => {
  it('are sent by cookie or token to those who have the layer, and do not exist for others', async () => {
    await install('rulers', { token: 'TOOLS:MEASURE' });
    const { moduleUrl } = (await offered(measurer))[0]!;
    const byCookie = await server.app.inject({ url: moduleUrl!, cookies: { [SESSION_COOKIE]: measurer.token } });
    expect([byCookie.statusCode, byCookie.body]).toEqual([200, CODE]);
    expect(byCookie.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'private, max-age=31536000, immutable',
    });
    expect((await get(moduleUrl!, viewer)).statusCode).toBe(404);
    expect((await server.app.inject({ url: moduleUrl! })).statusCode).toBe(401);
  });

  it('are refused with the reason when they change after they were listed', async () => {
    await install('pumps');
    const { moduleUrl } = (await offered(viewer))[0]!;
    await writeFile(join(folder(), 'pumps', 'pumps.js'), 'changed');
    const answer = await get(moduleUrl!, viewer);
    expect(answer.statusCode).toBe(409);
    expect(answer.json().error).toContain('pumps.js: the file has changed.');
  });

  it('of another version, without a hash, or outside of the folder do not exist', async () => {
    await install('pumps');
    await writeFile(join(folder(), 'pumps', 'other.js'), CODE);
    const { moduleUrl } = (await offered(viewer))[0]!;
    for (const url of [
      moduleUrl!.replace(/[\da-f]{16}/, '0123456789abcdef'),
      moduleUrl!.replace('pumps.js', 'other.js'),
      moduleUrl!.replace('pumps.js', 'manifest.json'),
      moduleUrl!.replace('pumps.js', '..%2Fpumps.js'),
      '/layers/pumps/data/..%2Fmanifest.json',
      '/layers/none/data/a.json',
    ])
      expect((await get(url, viewer)).statusCode).toBe(404);
  });

  it('with data are sent as they are now, and never as a script', async () => {
    await install('pumps');
    const data = join(folder(), 'pumps', 'data');
    for (const text of ['[1]', '[1,2]']) {
      await writeFile(join(data, 'list.json'), text);
      expect((await get('/layers/pumps/data/list.json', viewer)).body).toBe(text);
    }
    await writeFile(join(data, 'code.js'), CODE);
    const script = await get('/layers/pumps/data/code.js', viewer);
    expect(script.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(script.headers['content-security-policy']).toBe("default-src 'none'; sandbox");
    await symlink('/etc/hostname', join(data, 'out.txt'));
    expect((await get('/layers/pumps/data/out.txt', viewer)).statusCode).toBe(404);
    expect((await get('/layers/pumps/data/list.json', stranger)).statusCode).toBe(404);
  });
});
