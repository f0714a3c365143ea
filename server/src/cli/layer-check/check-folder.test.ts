import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LAYER_CHECKS, type LayerCheck } from '@overlook/shared/config';
import { bundled } from '../../testing/server-bundle.ts';
import { runHere } from '../testing/run-here.ts';
import { checkLayerFolder } from './check-folder.ts';

const GOOD = `
import { defineLayer, ScatterplotLayer } from '/layers/v1/overlook-layers.js';
import { radius } from './radius.js';

export default defineLayer({
  id: 'pumps',
  title: 'Pumps',
  source: { kind: 'json', url: 'data/pumps.json' },
  prepare: (pumps, { frame }) => pumps.map((pump) => ({ ...pump, at: frame.enuFromLla(...pump.lla) })),
  layers: ({ data }) =>
    new ScatterplotLayer({ id: 'dots', data, pickable: true, getPosition: ({ at }) => at, getRadius: radius }),
  pick: ({ name }) => ({ title: name, rows: [] }),
});`;
const PUMPS = JSON.stringify([{ name: 'P-1', lla: [138.5, -35, 30] }]);

let parent: string;
beforeAll(async () => void (parent = await mkdtemp(path.join(tmpdir(), 'overlook-layers-'))));
afterAll(() => rm(parent, { recursive: true }));

const hashOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

interface Change {
  files?: Record<string, string>;
  manifest?: object;
  data?: Record<string, string>;
}
let count = 0;

/** Writes the folder of a layer. */
async function aLayer({ files = {}, manifest = {}, data = { 'pumps.json': PUMPS } }: Change = {}): Promise<string> {
  const folder = path.join(parent, String(count++), 'pumps');
  const code = { 'pumps.js': GOOD, 'radius.js': 'export const radius = 2;', ...files };
  const hashes = Object.fromEntries(Object.entries(code).map(([name, text]) => [name, hashOf(text)]));
  await mkdir(path.join(folder, 'data'), { recursive: true });
  for (const [name, text] of Object.entries(code)) await writeFile(path.join(folder, name), text);
  for (const [name, text] of Object.entries(data)) await writeFile(path.join(folder, 'data', name), text);
  const whole = { id: 'pumps', title: 'Pumps', module: 'pumps.js', files: hashes, ...manifest };
  await writeFile(path.join(folder, 'manifest.json'), JSON.stringify(whole));
  return folder;
}

const limits = { timeoutMs: 60_000, memoryMb: 512, base: pathToFileURL(bundled('cli')).href };
const check = (folder: string, answer: string | null = null, change: object = {}) =>
  checkLayerFolder(folder, answer, undefined, { ...limits, ...change });
const detailsOf = (checks: readonly LayerCheck[], outcome: LayerCheck['outcome']) =>
  Object.fromEntries(checks.filter((one) => one.outcome === outcome).map((one) => [one.check, one.detail]));

describe('the folder of a layer', () => {
  it('passes all checks, each once', async () => {
    const checks = await check(await aLayer());
    expect(checks.map((one) => one.check)).toEqual(LAYER_CHECKS);
    expect(detailsOf(checks, 'fail')).toEqual({});
    expect(detailsOf(checks, 'skip')).toEqual({});
    expect(detailsOf(checks, 'pass')).toMatchObject({
      files: '2 with their hashes',
      picking: 'properties of 1 element',
    });
  });

  it.each<[LayerCheck['check'], string, Change]>([
    ['manifest', 'id must be the name of its folder', { manifest: { id: 'valves' } }],
    ['manifest', 'title', { manifest: { title: '' } }],
    ['permission', 'token', { manifest: { token: 'VIEW:EVERYTHING' } }],
    ['files', 'has changed', { manifest: { files: { 'pumps.js': hashOf('') } } }],
    ['files', 'gone.js does not exist', { manifest: { files: { 'pumps.js': hashOf(GOOD), 'gone.js': hashOf('') } } }],
    ['module', 'it imports ./radius.js', { manifest: { files: { 'pumps.js': hashOf(GOOD) } } }],
    ['module', 'it imports node:fs', { files: { 'radius.js': "import 'node:fs'; export const radius = 1;" } }],
    ['module', 'Broken.', { files: { 'radius.js': "export const radius = 1; throw new Error('Broken.');" } }],
    ['definition', 'made by defineLayer', { files: { 'pumps.js': 'export const layer = 1;' } }],
    ['data', 'answered 404', { data: {} }],
    ['data', 'no JSON', { data: { 'pumps.json': '<html>' } }],
    ['failures', 'Late.', { files: { 'radius.js': "export const radius = 1; Promise.reject(new Error('Late.'));" } }],
  ])('fails at %s: %s', async (name, detail, change) => {
    const checks = await check(await aLayer(change));
    expect(detailsOf(checks, 'fail')[name]).toContain(detail);
    expect(checks.map((one) => one.check)).toEqual(LAYER_CHECKS);
  });

  it('is stopped if its code does not return or uses too much memory', async () => {
    const endless = { files: { 'pumps.js': GOOD.replace('getRadius: radius', 'getRadius: (() => { for (;;); })()') } };
    const checks = await check(await aLayer(endless), null, { timeoutMs: 8000 });
    expect(detailsOf(checks, 'fail')).toEqual({ data: 'did not end within 8 s' });
    expect(detailsOf(checks, 'pass')).toHaveProperty('definition');
    const greedy = {
      files: {
        'radius.js': 'export const radius = 1; const all = []; for (;;) all.push(new Uint8Array(1e7).fill(1));',
      },
    };
    expect(detailsOf(await check(await aLayer(greedy)), 'fail')['module']).toContain('took more than 512 MiB');
  });

  it('has no access to server settings, the network, or files outside data', async () => {
    const source = `{ kind: 'load', load: async () => {
      const asked = ['https://example.com/', '/layers/pumps/data/%2e%2e/manifest.json', 'data/pumps.json'];
      const base = 'http://layer.invalid/layers/pumps/';
      const all = await Promise.all(asked.map((url) => fetch(new URL(url, base))));
      throw new Error(JSON.stringify([Object.keys(process.env), all.map(({ status }) => status)]));
    } }`;
    const code = GOOD.replace("{ kind: 'json', url: 'data/pumps.json' }", source);
    const checks = await check(await aLayer({ files: { 'pumps.js': code } }));
    expect(detailsOf(checks, 'fail')['data']).toBe('[[],[404,404,200]]');
  });

  it('uses the given response for an external source', async () => {
    const files = { 'pumps.js': GOOD.replace('data/pumps.json', '/api/pumps') };
    const folder = await aLayer({ files });
    expect(detailsOf(await check(folder), 'skip')['data']).toContain('/api/pumps is not a file of the folder');
    const answer = path.join(parent, 'answer.json');
    await writeFile(answer, PUMPS);
    expect(detailsOf(await check(folder, answer), 'pass')).toMatchObject({ data: 'source of kind json' });
  });

  it('reads the messages of a stream', async () => {
    const source = "{ kind: 'events', url: '/live', initial: [], reduce: (all, text) => [...all, JSON.parse(text)] }";
    const files = { 'pumps.js': GOOD.replace("{ kind: 'json', url: 'data/pumps.json' }", source) };
    const folder = await aLayer({ files });
    expect(detailsOf(await check(folder), 'skip')['data']).toContain('/live is not a file of the folder');
    const answer = path.join(parent, 'messages.txt');
    const pump = (name: string) => JSON.stringify({ name, lla: [138.5, -35, 30] });
    await writeFile(answer, `${pump('P-1')}\n${pump('P-2')}\n`);
    const checks = await check(folder, answer);
    expect(detailsOf(checks, 'fail')).toEqual({});
    expect(detailsOf(checks, 'pass')).toMatchObject({
      data: 'source of kind events',
      picking: 'properties of 2 elements',
    });
  });
});

const typed = (...args: string[]) => runHere(['layer', 'check', ...args], {});

describe('overlook layer check', () => {
  it('prints one line for each check, and exits with 1 if one has failed', async () => {
    const { code, stdout, stderr } = await typed(await aLayer({ manifest: { title: '' } }));
    expect([code, stderr]).toEqual([1, '']);
    expect(stdout).toMatch(/^FAIL {2}manifest +manifest\.json: title .*\nskip {2}files/);
    expect(stdout).toMatch(
      /0 passed, 1 failed, 13 skipped\. What is skipped was not tried, and may fail in the viewer\.\n$/,
    );
    const json = await typed(await aLayer({ manifest: { title: '' } }), '--json');
    expect(JSON.parse(json.stdout).checks[0]).toMatchObject({ check: 'manifest', outcome: 'fail' });
  });

  it('exits with 1 for what is skipped only if it is strict', async () => {
    const folder = await aLayer({ manifest: { module: undefined, files: undefined, gallery: 'assets', options: {} } });
    expect((await typed(folder)).code).toBe(0);
    const strict = await typed(folder, '--strict');
    expect([strict.code, strict.stdout]).toEqual([1, expect.stringContaining('0 failed')]);
  });

  it.each([
    [[], 2, 'Give the folder of one layer.'],
    [['a', 'b'], 2, 'Give the folder of one layer.'],
    [[''], 2, 'Give the folder of one layer.'],
    [['/nowhere/at all'], 1, '/nowhere/at all: is not a folder.'],
    [['/dev/null'], 1, '/dev/null: is not a folder.'],
    [['.', '--nonsense'], 2, 'See overlook layer check --help.'],
    [['.', '--data='], 2, '--data takes a file.'],
    [['.', '--browser=chromium'], 2, "Unknown option '--browser'"],
    [['.', '--data', '/nowhere'], 1, '/nowhere: does not exist.'],
    [['.', '--data', '.'], 1, 'cannot be read.'],
  ])('answers %j with a sentence', async (args, code, sentence) => {
    const answer = await typed(...args);
    expect(answer).toMatchObject({
      code,
      stdout: '',
      stderr: expect.stringMatching(/^overlook: [^\n]{3,1010}\n$/) as string,
    });
    expect(answer.stderr).toContain(sentence);
  });
});
