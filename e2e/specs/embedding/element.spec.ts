import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import type { OverlookViewerElement } from '@overlook/embed/viewer';
import { distance, llaFromEcef, type Vec3 } from '@overlook/shared/maths';
import { expect, test } from '../../fixtures/test.ts';
import { Grant, type HostedPage, HostServer } from '../../fixtures/host-page.ts';
import { strictPolicy } from '../../fixtures/strict-policy.ts';
import { obliqueView } from '../../fixtures/oblique-view.ts';
import { plateArchive } from '../../fixtures/own-model-files.ts';
import { ORIGIN, overlook, STRANGER_PORT } from '../../fixtures/server.ts';
import { openElements } from '../../fixtures/element-driver.ts';
import { above, ecefFromEnu, poseOf } from '../../fixtures/plant.ts';

test.use({ hasStills: false });

let host: HostServer;
let stranger: HostServer;
test.beforeAll(async () => {
  host = await HostServer.start();
  stranger = await HostServer.start(STRANGER_PORT);
});
test.afterAll(async () => {
  await host.stop();
  await stranger.stop();
});

const HEAD =
  '<!doctype html><html lang="en"><title>Host</title><script type="module" src="{{OVERLOOK}}/embed/v1/overlook-viewer.js"></script>';
const pageOf = (elements: string): Pick<HostedPage, 'html'> => ({ html: `${HEAD}<body>${elements}</body></html>` });
const ELEMENT =
  '<overlook-viewer token="{{TOKEN}}" layer="textured" style="width:400px;height:300px"></overlook-viewer>';

test('an element of one line shows the site on a page of another origin', async ({ page, request }) => {
  const { token } = await Grant.make(request);
  const [element] = await openElements(page, host.show({ ...pageOf(ELEMENT), token }));
  const shown = await element!.evaluate(async ({ api }) => {
    await api!.idle();
    return { site: api!.site().name, layer: api!.layers.shown(), pick: api!.pick(200, 200), all: api!.layers.all() };
  });
  expect(shown).toMatchObject({ site: 'Ridgeway Gas Plant', layer: 'textured', pick: { layer: 'textured' } });
  expect(shown.all.map(({ name }) => name)).toEqual(['textured', 'shaded', 'points', 'cad']);
});

test('it begins with the view of its attribute, and its screenshot is a JPEG', async ({ page, request }) => {
  const { position, direction, up } = poseOf(above([0, 0, 0], 120));
  const cam = [...position, ...direction, ...up].join();
  const view = new URLSearchParams({ v: '1', site: 'ridgeway', cam, layers: '1' }).toString().replaceAll('&', '&amp;');
  const { token } = await Grant.make(request);
  const html = pageOf(ELEMENT.replace(' layer', ` view="${view}" layer`));
  const [element] = await openElements(page, host.show({ ...html, token }));
  const shown = await element!.evaluate(async ({ api }) => {
    const { type, size } = await api!.screenshot();
    return { layer: api!.layers.shown(), at: api!.camera.pose().position, type, isEmpty: size === 0 };
  });
  expect(shown).toMatchObject({ layer: 'points', type: 'image/jpeg', isEmpty: false });
  expect(distance(shown.at, position)).toBeLessThan(0.01);
});

test('it goes through the dates that the embed names, and tells its page', async ({ page, request }) => {
  const dates = ['2026-03-14', '2026-09-26'] as const;
  const folder = await mkdtemp(path.join(tmpdir(), 'overlook-dates-'));
  for (const [index, captured] of dates.entries()) {
    const file = path.join(folder, `${captured}.3tz`);
    await writeFile(file, plateArchive([0, 0, 20 + index]));
    // A data folder that is kept has them from an earlier run.
    await overlook([
      'site',
      'import',
      'dated',
      '--name',
      'Dated',
      '--textured',
      file,
      '--captured',
      captured,
      '--replace',
    ]);
  }
  await rm(folder, { recursive: true });
  const { position, direction, up } = obliqueView(llaFromEcef(ecefFromEnu([0, 0, 20.5])), 9);
  const cam = [...position, ...direction, ...up].join();
  const view = `v=1&site=dated&layers=3&at=${dates[0]}&cam=${cam}`;
  const { token } = await Grant.make(request, { site: 'dated', view });
  const [element] = await openElements(page, host.show({ ...pageOf(ELEMENT), token }));
  const shown = await element!.evaluate(async ({ api }) => {
    const told: (string | null)[] = [];
    api!.on('moment', (moment) => told.push(moment));
    const pick = async () => {
      await api!.idle();
      return api!.pick(200, 150)?.pointEcef ?? null;
    };
    const [first, before] = [api!.moment(), await pick()];
    await api!.setMoment(null);
    const now = await pick();
    const refusal = await api!.setMoment('2026-05-01').catch(({ message }: Error) => message);
    return { captures: (await api!.captures()).map(({ date }) => date), first, before, now, refusal, told };
  });
  expect(shown).toMatchObject({ captures: [...dates], first: dates[0], told: [null] });
  expect(shown.refusal).toContain('There is no capture of 2026-05-01 here');
  const upOf = (point: readonly number[] | null) =>
    llaFromEcef(point as Vec3).height - llaFromEcef(ecefFromEnu([0, 0, 0])).height;
  expect(upOf(shown.before)).toBeCloseTo(20, 1);
  expect(upOf(shown.now)).toBeCloseTo(21, 1);
});

test('a page of an origin that the embed does not name gets a message about it', async ({ page, request }) => {
  const { token } = await Grant.make(request);
  await page.goto(stranger.show({ ...pageOf(ELEMENT), token }));
  await expect(page.getByText(`This view may not be shown on ${stranger.origin}.`)).toBeVisible();
});

test('it works under a strict policy of its page, without inline styles', async ({ page, request }) => {
  const { token } = await Grant.make(request);
  const violations: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) violations.push(message.text());
  });
  const bare = '<overlook-viewer token="{{TOKEN}}" layer="textured"></overlook-viewer>';
  const [element] = await openElements(page, host.show({ ...pageOf(bare), token, policy: strictPolicy() }));
  const triangles = await element!.evaluate(async ({ api }) => {
    await api!.idle();
    return api!.pick(200, 200)?.layer;
  });
  expect(triangles).toBe('textured');
  expect(violations).toEqual([]);
});

test('a policy that stops its workers is named, and its stage ends with all attempts', async ({ page, request }) => {
  const { token } = await Grant.make(request);
  const policy = strictPolicy().replace('worker-src blob: ', 'worker-src ');
  await page.goto(host.show({ ...pageOf(ELEMENT), token, policy }));
  await expect(page.getByText(`its worker-src has to allow blob: and ${ORIGIN}`)).toBeVisible();
  const state = await page.evaluate(() => {
    const element = document.querySelector<OverlookViewerElement>('overlook-viewer')!;
    return { canvases: element.shadowRoot!.querySelectorAll('canvas').length, api: element.api };
  });
  expect(state).toEqual({ canvases: 0, api: null });
});

test('four elements of one token share one engine', async ({ page, request }) => {
  const { token } = await Grant.make(request);
  const layers = ['textured', 'shaded', 'points', 'cad'];
  const small = (layer: string) =>
    `<overlook-viewer token="{{TOKEN}}" layer="${layer}" style="width:200px;height:160px"></overlook-viewer>`;
  const elements = await openElements(page, host.show({ ...pageOf(layers.map(small).join('')), token }));
  for (const [i, element] of elements.entries())
    expect(await element.evaluate(({ api }) => api!.idle().then(() => api!.layers.shown()))).toBe(layers[i]);
  // Two workers read tiles for all of them; one each for a map.
  const readers = page.workers().filter((worker) => worker.url().startsWith('blob:'));
  expect(readers.length).toBeLessThanOrEqual(4);
});

test(
  'four elements of different tokens show their own layers, and one that is withdrawn ends alone',
  { tag: '@long' },
  async ({ page, request }) => {
    const kinds = [
      ['VIEW:TEXTURED', 'textured'],
      ['VIEW:SHADED', 'shaded'],
      ['VIEW:POINTCLOUD', 'points'],
      ['VIEW:CAD', 'cad'],
    ] as const;
    const grants = await Promise.all(kinds.map(([permission]) => Grant.make(request, { permissions: [permission] })));
    const small = ({ token }: Grant) =>
      `<overlook-viewer token="${token}" quality="speed" style="width:200px;height:160px"></overlook-viewer>`;
    const elements = await openElements(page, host.show(pageOf(grants.map(small).join(''))));
    for (const [i, element] of elements.entries()) {
      const seen = await element.evaluate(async ({ api }) => {
        await api!.idle();
        return { shown: api!.layers.shown(), all: api!.layers.all().map(({ name }) => name) };
      });
      expect(seen).toEqual({ shown: kinds[i]![1], all: [kinds[i]![1]] });
    }
    await grants[2]!.revoke();
    await expect(page.getByText('This view was withdrawn')).toBeVisible({ timeout: 5000 });
    expect(await Promise.all(elements.map((element) => element.evaluate(({ api }) => api !== null)))).toEqual([
      true,
      true,
      false,
      true,
    ]);
  },
);

test('an embed that is revoked shows nothing within five seconds and says why', async ({ page, request }) => {
  const grant = await Grant.make(request);
  const [element] = await openElements(page, host.show({ ...pageOf(ELEMENT), token: grant.token }));
  await element!.evaluate(({ api }) => api!.idle());
  await grant.revoke();
  await expect(page.getByText('This view was withdrawn')).toBeVisible({ timeout: 5000 });
  expect(
    await element!.evaluate(({ api, shadowRoot }) => [api, shadowRoot!.querySelectorAll('canvas').length]),
  ).toEqual([null, 0]);
});

test.describe('a token that opens nothing', () => {
  const says = async (page: Page, token: string, sentence: string, attributes = '') => {
    const html = pageOf(`<overlook-viewer token="${token}" ${attributes}></overlook-viewer>`);
    await page.goto(host.show(html));
    await expect(page.getByText(sentence)).toBeVisible();
  };

  test('is named: none, unknown, withdrawn, of another site, ended, with a password', async ({ page, request }) => {
    await says(page, '', 'This viewer has no token');
    await says(page, 'x'.repeat(43), 'There is no such view');
    const revoked = await Grant.make(request);
    await revoked.revoke();
    await says(page, revoked.token, 'This view was withdrawn');
    const { token } = await Grant.make(request);
    await says(page, token, 'This token does not open the site “harbour”', 'site="harbour"');
    const soon = new Date(Date.now() + 6000);
    const short = await Grant.make(request, { endsAt: soon.toISOString() });
    await expect
      .poll(async () =>
        (await request.post(`${ORIGIN}/api/view_grants/open`, { data: { token: short.token } })).status(),
      )
      .toBe(404);
    await says(page, short.token, 'This view has ended');
    const locked = await Grant.make(request, { password: 'a rather long one' });
    await says(page, locked.token, 'This view needs its password');
    await page.evaluate(() => document.querySelector<OverlookViewerElement>('overlook-viewer')!.openWith('wrong'));
    await expect(page.getByText('The password is not right')).toBeVisible();
    await page.evaluate(() =>
      document.querySelector<OverlookViewerElement>('overlook-viewer')!.openWith('a rather long one'),
    );
    await page.waitForFunction(() => document.querySelector<OverlookViewerElement>('overlook-viewer')!.api !== null);
  });
});

test(
  'attributes and properties follow each other, and events report the changes',
  { tag: '@long' },
  async ({ page, request }) => {
    const { token } = await Grant.make(request);
    const [element] = await openElements(page, host.show({ ...pageOf(ELEMENT), token }));
    const told = await element!.evaluate(async (viewer) => {
      await viewer.api!.idle();
      const layers: unknown[] = [];
      viewer.addEventListener('overlook-layer', (event) => layers.push((event as CustomEvent).detail));
      viewer.layer = 'shaded';
      await viewer.api!.idle();
      const byProperty = viewer.getAttribute('layer');
      viewer.api!.layers.show('points');
      await viewer.api!.idle();
      return { layers, byProperty, byApi: viewer.getAttribute('layer') };
    });
    expect(told).toEqual({ layers: ['shaded', 'points'], byProperty: 'shaded', byApi: 'points' });
  },
);

test('the example works unchanged', async ({ page, request }) => {
  const { token } = await Grant.make(request);
  const [element] = await openElements(page, host.show({ example: 'element.html', token }));
  await element!.evaluate(({ api }) => api!.idle());
  await expect(page.getByRole('button', { name: 'Home', exact: true }).last()).toBeEnabled();
  await page.locator('overlook-viewer').click({ position: { x: 320, y: 220 } });
  await expect(page.locator('#place')).toHaveText(/^-?\d+\.\d{6}, -?\d+\.\d{6}$/);
});
