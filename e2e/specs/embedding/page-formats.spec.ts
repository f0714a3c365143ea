/** File formats that a host page on another origin gives to its element. */
import type { OverlookViewerElement } from '@overlook/embed/viewer';
import type { JSHandle, Page } from '@playwright/test';
import { llaFromEcef, type Vec3 } from '@overlook/shared/maths';
import { openElements } from '../../fixtures/element-driver.ts';
import { Grant, HostServer } from '../../fixtures/host-page.ts';
import { Picture, type Rgb } from '../../fixtures/picture.ts';
import { above, middleOf, flatFace, poseOf, ecefFromEnu } from '../../fixtures/plant.ts';
import { ORIGIN } from '../../fixtures/server.ts';
import { nonceOnlyPolicy, strictPolicy } from '../../fixtures/strict-policy.ts';
import { withExample } from '../../fixtures/shown-example.ts';
import { expect, test } from '../../fixtures/test.ts';

let host: HostServer;
test.beforeAll(async () => void (host = await HostServer.start()));
test.afterAll(() => host.stop());

const HTML = `<!doctype html><html lang="en"><title>Host</title>
<script type="module" src="${ORIGIN}/embed/v1/overlook-viewer.js"></script>
<body><overlook-viewer token="{{TOKEN}}" layer="textured" controls="none" style="width:400px;height:300px"></overlook-viewer></body></html>`;

/** A format of lines `longitude latitude height`, degrees and metres. It leaves a trace where it runs. */
const moduleOf = (id: string) => `
  import { defineFormat } from '${ORIGIN}/layers/v1/overlook-formats.js';
  globalThis.formatRan = true;
  export default defineFormat({
    id: '${id}', title: 'Tags', extensions: ['tags'], largestBytes: 1024,
    loader: { id: 'tags', name: 'Tags', parse: async (bytes) => new TextDecoder().decode(bytes).trim().split('\\n') },
    content: (lines) => ({
      kind: 'table', rows: lines.map((line) => line.split(' ').map(Number)).map(([longitude, latitude, height]) => ({ longitude, latitude, height })),
    }),
  });`;

const ROOF = middleOf(flatFace('Control room roof deck'));
const lineAt = (point: Vec3): string => {
  const { longitude, latitude, height } = llaFromEcef(ecefFromEnu(point));
  return `${longitude} ${latitude} ${height}`;
};

const layersOf = (element: JSHandle<OverlookViewerElement>) =>
  element.evaluate(({ api }) => api!.added.all().map(({ title, status, failure }) => ({ title, status, failure })));

test('a format of the page runs in a worker, and its file is seen, opened or dropped', async ({ page, request }) => {
  const { token } = await Grant.make(request);
  const modules = { '/tags.js': moduleOf('tags'), '/same.js': moduleOf('same'), '/none.js': 'export default 1;' };
  const [element] = await openElements(page, host.show({ html: HTML, token, modules }));
  await element!.evaluate(
    async ({ api }, pose) => {
      api!.camera.setPose(pose);
      await api!.idle();
    },
    poseOf(above(ROOF, 20)),
  );
  const picture = async () => {
    await element!.evaluate(({ api }) => api!.idle());
    return Picture.decode(await page.locator('overlook-viewer').screenshot());
  };
  const before = (await picture()).around(200, 150);
  const refusal = (url: string) =>
    element!.evaluate(
      ({ api }, from) => api!.added.addFormat(from).then(String, (error: Error) => `${error.name}: ${error.message}`),
      url,
    );
  expect(await refusal('/missing.js')).toContain(`Error: ${host.origin}/missing.js: Its format cannot be used.`);
  expect(await refusal('/none.js')).toContain(`Error: ${host.origin}/none.js: Its format cannot be used.`);
  const format = await element!.evaluate(({ api }) => api!.added.addFormat('/tags.js'));
  expect(format).toMatchObject({ id: 'tags', title: 'Tags', extensions: ['tags'] });
  expect(await refusal('/same.js')).toBe('RangeError: Files .tags are of the format “tags” already.');
  expect(await page.evaluate(() => 'formatRan' in globalThis)).toBe(false);

  const text = lineAt(above(ROOF, 0.5).position);
  await element!.evaluate(({ api }, line) => api!.added.openFile(new File([line], 'opened.tags')), text);
  await expect.poll(() => layersOf(element!)).toEqual([{ title: 'opened.tags', status: 'ready', failure: null }]);
  await expect.poll(async () => difference((await picture()).around(200, 150), before)).toBeGreaterThan(60);

  const reason = await element!.evaluate(async (viewer, line) => {
    const told = new Promise<object>((resolve) =>
      viewer.addEventListener('overlook-error', (event) => resolve((event as CustomEvent<object>).detail), {
        once: true,
      }),
    );
    const dataTransfer = new DataTransfer();
    for (const name of ['dropped.tags', 'letter.doc']) dataTransfer.items.add(new File([line], name));
    const at = viewer.shadowRoot!.querySelector('canvas')!;
    at.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, composed: true, cancelable: true }));
    return told;
  }, text);
  expect(reason).toMatchObject({ reason: 'file', message: expect.stringContaining('letter.doc') });
  await expect
    .poll(() => layersOf(element!))
    .toEqual([
      { title: 'dropped.tags', status: 'ready', failure: null },
      { title: 'opened.tags', status: 'ready', failure: null },
    ]);
});

test.describe('on a page with a strict policy', () => {
  const SHOWN = 'Tags, 1 point';
  const NONCE = 'd3VtcGh1cw';
  const module = moduleOf('tags');
  /** The page's own script tells its title what became of the format and of a file. */
  const script = `
    const viewer = document.querySelector('overlook-viewer');
    viewer.addEventListener('overlook-ready', async ({ detail: api }) => {
      const text = document.getElementById('module')?.textContent;
      const url = text ? URL.createObjectURL(new Blob([text], { type: 'text/javascript' })) : '/tags.js';
      const added = await api.added.addFormat(url).catch(({ message }) => message);
      if (typeof added === 'string') document.title = added.slice(added.indexOf(': ') + 2);
      else await api.added.openFile(new File(['${lineAt(ROOF)}'], 'a.tags'));
    });
    viewer.addEventListener('overlook-added', ({ detail: [{ status, failure, summary }] }) => {
      document.title = failure ?? summary ?? status;
    });`;
  const html = (inPage: string) => `${HTML.replace(/ style="[^"]*"/, '')
    .replace('<script ', `<script nonce="${NONCE}" `)
    .replace('<body>', `<body>${inPage}`)}
    <script nonce="${NONCE}" type="module">${script}</script>`;
  const ofFile = html('');
  const ofText = html(`<script type="text/plain" id="module">${module}</script>`);
  const stops = (source: string) =>
    `Its format cannot be used. The Content-Security-Policy of this page stops it: its script-src has to allow ${source}.`;

  for (const [name, page, policy, outcome] of [
    [
      'a module of the page’s origin needs it in script-src',
      ofFile,
      () => strictPolicy(`'nonce-${NONCE}' 'self'`),
      () => SHOWN,
    ],
    [
      'a module in the page needs blob: in script-src',
      ofText,
      () => strictPolicy(`'nonce-${NONCE}' blob:`),
      () => SHOWN,
    ],
    [
      'a module whose origin script-src lacks is refused by name',
      ofFile,
      () => strictPolicy(`'nonce-${NONCE}'`),
      () => stops(host.origin),
    ],
    [
      'a module in the page without blob: is refused by name',
      ofText,
      () => strictPolicy(`'nonce-${NONCE}'`),
      () => stops('blob:'),
    ],
    [
      'a nonce with strict-dynamic is enough for a module of the page’s origin',
      ofFile,
      () => nonceOnlyPolicy(NONCE),
      () => SHOWN,
    ],
    [
      'a nonce with strict-dynamic is enough for a module in the page',
      ofText,
      () => nonceOnlyPolicy(NONCE),
      () => SHOWN,
    ],
  ] as const)
    test(name, { tag: page === ofText ? '@long' : [] }, async ({ page: tab, request }) => {
      const violations: string[] = [];
      tab.on('console', (message) => /Content Security Policy/.test(message.text()) && violations.push(message.text()));
      const { token } = await Grant.make(request);
      const shown = { html: page, token, policy: policy(), modules: { '/tags.js': module } };
      const [element] = await openElements(tab, host.show(shown));
      await expect(tab).toHaveTitle(outcome());
      await element!.evaluate(({ api }) => api!.idle());
      if (outcome() === SHOWN) expect(violations).toEqual([]);
    });
});

test(
  'the example of the documents reads files of its format, chosen or dropped',
  { tag: '@long' },
  async ({ page, request }) => {
    await host.stop();
    const { token } = await Grant.make(request);
    await withExample('docs/layers/examples/page-format.html', token, (address) => exampleWorks(page, address));
  },
);

async function exampleWorks(page: Page, address: string): Promise<void> {
  const [element] = await openElements(page, address);
  const summary = page.locator('#summary');
  await page.getByRole('button', { name: 'Show the sample' }).click();
  await expect(summary).toHaveText('sample.tags: Tag list, 2 points');
  await element!.evaluate(({ api }) => api!.idle());
  const { x, y } = (await element!.evaluate(({ api }, at) => api!.project(at), ecefFromEnu([-20, 0, 45])))!;
  await page.locator('overlook-viewer').click({ position: { x, y } });
  await expect(page.locator('#clicked')).toHaveText(
    'P-101 File: sample.tags name: P-101 service: Feed pump x: -20 y: 0 z: 45',
  );

  const fileOf = (name: string, text: string) => ({ name, mimeType: '', buffer: Buffer.from(text) });
  const chosen = page.getByLabel('Tag list');
  await chosen.setInputFiles(fileOf('one.tags', 'P-103; Fire pump; 0; 0; 45'));
  await expect(summary).toHaveText('one.tags: Tag list, 1 point');
  await chosen.setInputFiles(fileOf('bad.tags', 'P-104; Fire pump'));
  await expect(summary).toHaveText('bad.tags: “P-104; Fire pump” has no position.');
  await chosen.setInputFiles(fileOf('letter.doc', 'Dear reader'));
  await expect(summary).toContainText('letter.doc: This kind of file is not read here.');
}

const difference = (a: Rgb, b: Rgb): number => Math.abs(a.r - b.r) + Math.abs(a.g - b.g) + Math.abs(a.b - b.b);
