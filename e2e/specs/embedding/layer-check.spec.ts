/** `overlook layer check` with a browser: it draws the layer and looks at its panel. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { LayerCheck } from '@overlook/shared/config';
import { chromiumPath } from '../../fixtures/chromium.ts';
import { ROOT } from '../../fixtures/server.ts';
import { expect, test } from '../../fixtures/test.ts';

const run = promisify(execFile);
const hashOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

/** What the command prints on a folder with this layer. */
async function check(id: string, code: string, data: Record<string, string>, ...options: string[]): Promise<string> {
  const folder = test.info().outputPath(id);
  await mkdir(path.join(folder, 'data'), { recursive: true });
  const manifest = { id, title: 'Valves', module: 'layer.js', files: { 'layer.js': hashOf(code) } };
  await writeFile(path.join(folder, 'manifest.json'), JSON.stringify(manifest));
  await writeFile(path.join(folder, 'layer.js'), code);
  for (const [name, text] of Object.entries(data)) await writeFile(path.join(folder, 'data', name), text);
  const cli = path.join(ROOT, 'server/dist/cli.js');
  const args = [cli, 'layer', 'check', folder, '--browser', chromiumPath(), ...options];
  return run(process.execPath, args).then(
    ({ stdout }) => stdout,
    (error: { stdout: string }) => error.stdout,
  );
}

const blocks = (text: string, language: string) =>
  [...text.matchAll(/^```(\w*)\n([^]*?)^```$/gm)].flatMap(([, kind, block]) => (kind === language ? [block!] : []));

test('the layer of the tutorial passes all checks, as the tutorial prints them', async () => {
  const text = await readFile(path.join(ROOT, 'docs/layers/tutorial.md'), 'utf8');
  const [printed] = blocks(text, '').slice(-1);
  const [, data] = blocks(text, 'json');
  const report = await check('valves', blocks(text, 'js').at(-1)!, { 'valves.json': data! });
  expect(report.replace('layer.js is loaded', 'valves.js is loaded')).toBe(printed);
});

/** Its shader reads a name that is not declared, and it puts a sentence on the page that can hardly be read. */
const BAD = `
import { defineLayer, ScatterplotLayer } from '/layers/v1/overlook-layers.js';

class Glowing extends ScatterplotLayer {
  static layerName = 'Glowing';
  getShaders() {
    const shaders = super.getShaders();
    return { ...shaders, inject: { 'fs:DECKGL_FILTER_COLOR': 'color = glow * color;' } };
  }
}

export default defineLayer({
  id: 'glow',
  title: 'Glow',
  source: { kind: 'data', data: [{ at: [1, 2, 3] }] },
  layers({ data }) {
    if (globalThis.document?.querySelector('.hint') === null)
      document.body.insertAdjacentHTML(
        'beforeend',
        '<aside class="hint" style="position:fixed;bottom:0;background:#777;color:#888">Glows <input></aside>',
      );
    return new Glowing({ id: 'dots', data, pickable: true, getPosition: ({ at }) => at });
  },
});`;

test('a shader that does not compile, bad contrast and a field without a label are named', async () => {
  const { checks } = JSON.parse(await check('glow', BAD, {}, '--json')) as { checks: LayerCheck[] };
  const failed = Object.fromEntries(
    checks.filter(({ outcome }) => outcome === 'fail').map((one) => [one.check, one.detail]),
  );
  expect(Object.keys(failed)).toEqual(['drawing', 'panel']);
  expect(failed['drawing']).toMatch(/the fragment shader of \S+ does not compile: .*'glow' : undeclared identifier/);
  expect(failed['panel']).toMatch(/color-contrast: .*(aside|hint)/);
  expect(failed['panel']).toMatch(/label: .*input/);
});
