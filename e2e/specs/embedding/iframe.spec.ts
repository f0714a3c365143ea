/** Views in frames of pages of other origins: `/embed/<secret>` and the messages to and from it. */
import type { FrameLocator, Page } from '@playwright/test';
import { expectAccessible } from '../../fixtures/axe.ts';
import { Grant, HostServer } from '../../fixtures/host-page.ts';
import { ORIGIN, STRANGER_PORT } from '../../fixtures/server.ts';
import { expect, test } from '../../fixtures/test.ts';

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

const FRAME = '<iframe src="{{OVERLOOK}}/embed/{{TOKEN}}" title="Plant" width="600" height="400"></iframe>';
const pageOf = (body: string) => `<!doctype html><html lang="en"><title>Host</title><body>${body}</body></html>`;
const viewIn = (page: Page): FrameLocator => page.frameLocator('iframe[title="Plant"]');
const layers = (page: Page) => viewIn(page).getByRole('button', { name: /^Layer: / });
const frameUrl = (page: Page) =>
  page
    .frames()
    .find((one) => one !== page.mainFrame())
    ?.url();

test('the example page shows the view, moves it and hears of it', async ({ page, request }) => {
  const { token } = await Grant.make(request);
  await page.goto(host.show({ example: 'iframe.html', token }));
  await expect(page.getByText('Ridgeway Gas Plant, textured')).toBeVisible({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Point cloud' }).click();
  await expect(page.getByText('Ridgeway Gas Plant, points')).toBeVisible({ timeout: 60_000 });
  await expectAccessible(page);
});

test('a host with a strict policy of its own needs frame-src alone', async ({ page, request }) => {
  const { token } = await Grant.make(request);
  const policy = `default-src 'none'; frame-src ${ORIGIN}`;
  await page.goto(host.show({ html: pageOf(FRAME), token, policy }));
  await expect(layers(page)).toBeVisible({ timeout: 60_000 });
});

test('a page of an origin that the embed does not name shows nothing', async ({ page, request }) => {
  const { token } = await Grant.make(request);
  await page.goto(stranger.show({ html: pageOf(FRAME), token }));
  await expect.poll(() => frameUrl(page)).toMatch(/^chrome-error:/);
});

test('a public link is in no frame, also of an origin of the instance', async ({ page, request }) => {
  const { token } = await Grant.make(request, { kind: 'link' });
  for (const kind of ['view', 'embed']) {
    await page.goto(host.show({ html: pageOf(FRAME.replace('/embed/', `/${kind}/`)), token }));
    await expect.poll(() => frameUrl(page)).toMatch(/^chrome-error:/);
  }
});

/** A second window of the host's own origin, which forwards messages to the view; it is not the parent of the view. */
const OTHER = `<iframe id="other" title="Other" srcdoc="<script>
  addEventListener('message', ({ data }) => data.to && parent.frames[0].postMessage(data.message, data.to));
</script>"></iframe>`;

test('raw messages of the host are answered, those of another window are ignored', async ({ page, request }) => {
  const { token } = await Grant.make(request);
  await page.goto(host.show({ html: pageOf(FRAME + OTHER), token }));
  await expect(layers(page)).toBeVisible({ timeout: 60_000 });
  const answers = await page.evaluate(async (overlook) => {
    const frame = document.querySelector('iframe')!.contentWindow!;
    const other = document.querySelector<HTMLIFrameElement>('#other')!.contentWindow!;
    const heard: object[] = [];
    addEventListener('message', ({ source, data }) => source === frame && heard.push(data as object));
    const call = (id: number, method: string, args: unknown[] = []) => ({
      overlook: 1,
      type: 'call',
      id,
      method,
      args,
    });
    const hello = { overlook: 1, type: 'hello' };
    const waitFor = async (count: number) => {
      while (heard.length < count) await new Promise((done) => requestAnimationFrame(done));
    };
    for (const message of [hello, call(1, 'layers.show', ['points'])])
      other.postMessage({ to: overlook, message }, '*');
    frame.postMessage(hello, overlook);
    await waitFor(1);
    for (const message of [call(2, 'layers.shown'), { type: 'call', id: 3 }, call(4, 'camera.explode')])
      frame.postMessage(message, overlook);
    await waitFor(3);
    return heard;
  }, ORIGIN);
  expect(answers).toMatchObject([
    { type: 'ready' },
    { type: 'result', id: 2, value: 'textured' },
    { type: 'error', id: 4, error: { code: 'UNKNOWN_METHOD' } },
  ]);
});

const LISTENING = `<output>connecting</output><script type="module">
  const frame = document.querySelector('iframe').contentWindow;
  const output = document.querySelector('output');
  addEventListener('message', ({ source, data }) => {
    if (source === frame) output.textContent = data.type === 'failed' ? data.code : data.type;
  });
  const greeting = setInterval(() => {
    if (output.textContent !== 'connecting') clearInterval(greeting);
    else frame.postMessage({ overlook: 1, type: 'hello' }, '{{OVERLOOK}}');
  }, 250);
</script>`;

test('a revoked embed ends in its frame by itself, and the host gets an event', async ({ page, request }) => {
  const grant = await Grant.make(request);
  await page.goto(host.show({ html: pageOf(FRAME + LISTENING), token: grant.token }));
  await expect(page.locator('output')).toHaveText('ready', { timeout: 60_000 });
  await grant.revoke();
  await expect(viewIn(page).getByRole('heading', { name: 'This view was withdrawn' })).toBeVisible();
  await expect(page.locator('output')).toHaveText('withdrawn');
});
