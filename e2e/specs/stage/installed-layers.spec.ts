/** Layers of the operator's folder: on every screen, cut, picked, in links, alone when they fail, closed to others. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { llaFromEcef, scale } from '@overlook/shared/maths';
import { expectAccessible } from '../../fixtures/axe.ts';
import { installLayers, removeLayers } from '../../fixtures/installed-layers.ts';
import type { Rgb } from '../../fixtures/picture.ts';
import { facing, flatFace, middleOf, poseOf, ecefFromEnu } from '../../fixtures/plant.ts';
import type { StageDriver } from '../../fixtures/stage-driver.ts';
import { COARSE_MODEL, expect, test } from '../../fixtures/test.ts';

const ROOF = flatFace('Control room roof deck');
const { longitude, latitude, height } = llaFromEcef(ecefFromEnu(middleOf(ROOF)));

const marksCode = (id: string) => `
import { defineLayer, ScatterplotLayer } from '/layers/v1/overlook-layers.js';
export default defineLayer({
  id: '${id}',
  title: 'Marks',
  source: { kind: 'json', url: 'data/marks.json' },
  prepare: (marks, { frame }) => marks.map((mark) => ({ ...mark, at: frame.enuFromLla(...mark.place) })),
  summary: ({ data }) => data.length + ' marks',
  layers: ({ data }) => new ScatterplotLayer({
    id: 'dots', data, pickable: true, billboard: true, getPosition: ({ at }) => at, getRadius: 2,
    getFillColor: [255, 0, 255], parameters: { depthCompare: 'always' },
  }),
  pick: (mark) => ({ title: mark.name, rows: [['State', mark.state]] }),
});`;
const FAULTY = `
import { defineLayer, ScatterplotLayer } from '/layers/v1/overlook-layers.js';
class Broken extends ScatterplotLayer { draw() { throw new Error('No paint is left.'); } }
export default defineLayer({
  id: 'faulty', title: 'Faulty', source: { kind: 'data', data: [[0, 0, 0]] },
  layers: ({ data }) => new Broken({ id: 'dots', data, getPosition: (at) => at }),
});`;
const DATA = { 'marks.json': [{ name: 'M-1', state: 'open', place: [longitude, latitude, height] }] };
const OPENING = { site: 'ridgeway', pose: poseOf(facing(ROOF, 20)), settings: COARSE_MODEL } as const;

const LAYERS = [
  { id: 'marks', code: marksCode('marks'), data: DATA, manifest: { title: 'Marks' } },
  { id: 'faulty', code: FAULTY, manifest: { title: 'Faulty' } },
  { id: 'secret', code: marksCode('secret'), data: DATA, manifest: { title: 'Secret', token: 'USERS:ARCHIVE' } },
];

const EXAMPLE = path.join(import.meta.dirname, '../../../docs/layers/examples/gpx');
/** The example of a format, as it is in the documents. */
const FORMAT = {
  id: 'gpx',
  code: readFileSync(path.join(EXAMPLE, 'gpx.js'), 'utf8'),
  manifest: { title: 'GPX', format: { extensions: ['gpx'], largestMib: 16 } },
};

const isPink = ({ r, g, b }: Rgb) => r > 180 && b > 180 && g < 90;

test.use({ viewport: { width: 1100, height: 560 }, permissions: ['clipboard-read', 'clipboard-write'] });
test.beforeAll(() => installLayers([...LAYERS, FORMAT]));
test.afterAll(() => removeLayers([...LAYERS, FORMAT]));
test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

async function openPanel(page: Page, stage: StageDriver): Promise<void> {
  await stage.region.focus();
  await page.keyboard.press('k');
  await expect(page.getByRole('heading', { name: 'Layers', level: 1 })).toBeVisible();
}

const layerSwitch = (page: Page, name: string) => page.getByRole('switch', { name, exact: true });

/** The middle of a stage, where the mark is. */
async function middleColour(stage: StageDriver): Promise<Rgb> {
  await stage.settled();
  const [picture, { width, height: high }] = [await stage.picture(), await stage.size()];
  return picture.at((picture.width / width) * (width / 2), (picture.height / high) * (high / 2));
}

test('a layer is on two screens, reports clicks, is part of a link and is cut by the section', async ({
  page,
  signedInAs,
}) => {
  const stage = await signedInAs('member', OPENING);
  await stage.settled();
  await openPanel(page, stage);
  await expect(layerSwitch(page, 'Marks')).toBeVisible();
  await expect(layerSwitch(page, 'Secret')).toHaveCount(0);
  await expectAccessible(page);
  await layerSwitch(page, 'Marks').click();
  await expect(page.getByText('1 marks')).toBeVisible();
  await stage.region.focus();
  await page.keyboard.press('2');
  for (const screen of [stage, stage.screen(2)])
    await expect.poll(async () => isPink(await middleColour(screen))).toBe(true);

  const { width, height: high } = await stage.size();
  await stage.click([width / 2, high / 2]);
  await expect(page.getByRole('region', { name: 'M-1, Marks' })).toContainText('Stateopen');

  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get('added')).toBe('marks~100');
  const address = new URL(page.url());
  await page.evaluate(() => localStorage.removeItem('overlook.layers'));
  await page.goto(address.href);
  await expect.poll(async () => isPink(await middleColour(stage))).toBe(true);
  // Everything above the plane is kept, and that is far above the mark.
  const up = address.searchParams.get('cam')!.split(',').slice(0, 3).map(Number);
  const length = Math.hypot(...up);
  address.searchParams.set('planes', [...up, ...up.map((part) => part / length)].join());
  await page.goto(address.href);
  await page.reload();
  await expect.poll(async () => isPink(await middleColour(stage))).toBe(false);
});

test('a layer that fails is switched off alone, with its reason, and the plant is still drawn', async ({
  page,
  signedInAs,
}) => {
  const stage = await signedInAs('member', OPENING);
  await stage.settled();
  await openPanel(page, stage);
  await layerSwitch(page, 'Marks').click();
  await layerSwitch(page, 'Faulty').click();
  await expect(page.getByRole('alert').filter({ hasText: 'No paint is left.' })).toBeVisible();
  await expect(layerSwitch(page, 'Faulty')).not.toBeChecked();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await expect.poll(async () => isPink(await middleColour(stage))).toBe(true);
  await page.getByRole('button', { name: '1 layer switched off' }).click();
  await expect(page.getByRole('button', { name: 'Retry Faulty' })).toBeVisible();

  // A file of an installed format is read by its module in a worker, and a damaged one is refused by name.
  await page.getByRole('button', { name: 'Add layer' }).click();
  const sample = readFileSync(path.join(EXAMPLE, 'data/sample.gpx'));
  const cut = { name: 'cut.gpx', mimeType: '', buffer: Buffer.from('no markup') };
  await page.getByLabel('Layer file').setInputFiles([{ name: 'patrol.gpx', mimeType: '', buffer: sample }, cut]);
  await expect(page.getByText('GPX, 1 point, 1 line')).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: /cut\.gpx: It / })).toBeVisible();
});

test('the page of a person without the permission requests nothing of a layer, also by a link', async ({
  page,
  signedInAs,
}) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  const stage = await signedInAs('member', OPENING);
  await stage.settled();
  await page.goto('/?v=1&site=ridgeway&layers=3&added=secret~100');
  await expect(page.getByText('Some layers of the link are not open to you and were left out')).toBeVisible();
  expect(requests.filter((path) => path.startsWith('/layers/secret'))).toEqual([]);
});

test(
  'switched on and off 50 times, a layer leaves nothing on the GPU',
  { tag: '@long' },
  async ({ page, signedInAs }) => {
    test.setTimeout(240_000);
    await page.addInitScript(() => {
      const counted = window as unknown as { held: number };
      counted.held = 0;
      const gl = WebGL2RenderingContext.prototype as unknown as Record<string, (...given: unknown[]) => unknown>;
      for (const kind of ['Buffer', 'Texture', 'VertexArray', 'Framebuffer']) {
        const [make, drop] = [gl[`create${kind}`]!, gl[`delete${kind}`]!];
        gl[`create${kind}`] = function create(...given) {
          counted.held++;
          return make.apply(this, given);
        };
        gl[`delete${kind}`] = function remove(...given) {
          if (given[0]) counted.held--;
          return drop.apply(this, given);
        };
      }
    });
    // Up into the sky: the plant is not drawn a hundred times.
    const { pose } = OPENING;
    const stage = await signedInAs('member', { ...OPENING, pose: { ...pose, direction: scale(pose.direction, -1) } });
    await stage.settled();
    await openPanel(page, stage);
    const held = () => page.evaluate(() => (window as unknown as { held: number }).held);
    const toggle = async () => {
      await layerSwitch(page, 'Marks').click();
      await expect(page.getByText('1 marks')).toBeVisible();
      await stage.settled();
      await layerSwitch(page, 'Marks').click();
      await expect(page.getByText('1 marks')).toHaveCount(0);
      await stage.settled();
    };
    for (let i = 0; i < 3; i++) await toggle();
    const before = await held();
    for (let i = 0; i < 50; i++) await toggle();
    expect(await held()).toBe(before);
  },
);
