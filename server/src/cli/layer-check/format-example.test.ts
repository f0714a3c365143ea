import { createHash } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LayerCheck } from '@overlook/shared/config';
import { bundled } from '../../testing/server-bundle.ts';
import { checkLayerFolder } from './check-folder.ts';

const EXAMPLE = fileURLToPath(new URL('../../../../docs/layers/examples/gpx', import.meta.url));
const limits = { timeoutMs: 60_000, memoryMb: 1024, base: pathToFileURL(bundled('cli')).href };
const detailsOf = (checks: readonly LayerCheck[], outcome: LayerCheck['outcome']) =>
  Object.fromEntries(checks.filter((one) => one.outcome === outcome).map((one) => [one.check, one.detail]));

let parent: string;
beforeAll(async () => void (parent = await mkdtemp(path.join(tmpdir(), 'overlook-format-'))));
afterAll(() => rm(parent, { recursive: true }));

/** The example with changed code or without its sample. */
async function changed(change: (code: string) => string, hasSample = true): Promise<string> {
  const folder = path.join(await mkdtemp(path.join(parent, 'one-')), 'gpx');
  await cp(EXAMPLE, folder, { recursive: true });
  const code = change(await readFile(path.join(folder, 'gpx.js'), 'utf8'));
  await writeFile(path.join(folder, 'gpx.js'), code);
  const manifest = JSON.parse(await readFile(path.join(folder, 'manifest.json'), 'utf8')) as object;
  const files = { 'gpx.js': `sha256-${createHash('sha256').update(code).digest('base64')}` };
  await writeFile(path.join(folder, 'manifest.json'), JSON.stringify({ ...manifest, files }));
  if (!hasSample) await rm(path.join(folder, 'data'), { recursive: true });
  return folder;
}
const check = (folder: string, answer: string | null = null) => checkLayerFolder(folder, answer, undefined, limits);

it('the example of a format passes the checks, and its content passes those of a layer', async () => {
  const checks = await check(EXAMPLE);
  expect(detailsOf(checks, 'fail')).toEqual({});
  expect(detailsOf(checks, 'skip')).toEqual({});
  expect(detailsOf(checks, 'pass')).toMatchObject({
    definition: 'is valid for defineFormat',
    data: 'GPX, 1 point, 1 line',
    section: 'every part is cut by the section volume',
    picking: 'properties of 2 elements',
    failures: 'damaged files are rejected by name, or read in part',
  });
});

it('the check reports a format without a sample, and the sample that the operator gives', async () => {
  const folder = await changed((code) => code, false);
  expect(detailsOf(await check(folder), 'skip')['data']).toContain('there is no file data/sample.gpx');
  const sample = path.join(EXAMPLE, 'data', 'sample.gpx');
  expect(detailsOf(await check(folder, sample), 'pass')['data']).toBe('GPX, 1 point, 1 line');
});

it.each<[LayerCheck['check'], string, (code: string) => string]>([
  ['definition', 'extensions is tcx, but gpx in the manifest', (code) => code.replace("['gpx']", "['tcx']")],
  ['definition', 'made by defineFormat', () => 'export default 1;'],
  [
    'data',
    'sample.gpx: Its loader gives nothing that can be drawn',
    (code) => code.replace("kind: 'geojson'", "kind: 'map'"),
  ],
  [
    'failures',
    'thrown outside',
    (code) =>
      code.replace('content: (', "content: (Promise.reject(new Error('Late.')), (").replace(/,\n\}\);/, '),\n});'),
  ],
])('fails at %s: %s', async (name, detail, change) => {
  expect(detailsOf(await check(await changed(change)), 'fail')[name]).toContain(detail);
});
