/** A second visit shows the plant without a request for a tile. */
import { ACCOUNTS } from '../../fixtures/accounts.ts';
import { test } from '../../fixtures/counted.ts';
import { COARSE_MODEL, expect, session, storeBeforeLoad } from '../../fixtures/test.ts';

test.use({ viewport: { width: 640, height: 420 } });

test('a second visit shows the plant without a request for a tile', async ({
  page,
  context,
  stage,
  link,
  playwright,
}) => {
  const request = await playwright.request.newContext();
  await session(request, 'member');
  await request.dispose();
  await storeBeforeLoad(page, { ...COARSE_MODEL, 'overlook.refine-at-rest': false });
  await page.goto('/');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.getByRole('textbox', { name: 'E-mail' }).fill(ACCOUNTS.member.email);
  await page.getByLabel('Password', { exact: true }).fill(ACCOUNTS.member.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await stage.settled();
  const tiles = () => link.requests.filter(({ target }) => target.startsWith('/api/files/models/'));
  const seen = (await stage.stats()).tilesSelected;
  expect(seen).toBeGreaterThan(1);
  expect(tiles().length).toBeGreaterThan(seen);
  await page.close();

  link.requests.length = 0;
  const again = await context.newPage();
  await again.goto('/');
  await stage.on(again).settled();
  expect((await stage.on(again).stats()).tilesSelected).toBe(seen);
  const models = tiles().map(({ target }) => target);
  expect(models).toEqual([]);
});

test('the tiles of the first view load beside the engine, each once', async ({ page, stage, link }) => {
  let sendEngine = (): void => undefined;
  const mayCome = new Promise<void>((resolve) => {
    sendEngine = resolve;
  });
  await page.route('**/assets/engine-*.js', async (route) => {
    await mayCome;
    await route.continue();
  });
  const token = await session(page.request, 'member');
  await storeBeforeLoad(page, {
    ...COARSE_MODEL,
    'overlook.session-token': token,
    'overlook.refine-at-rest': false,
    'overlook.keep-models': false,
  });
  await page.goto('/');
  const tiles = () => link.requests.filter(({ target }) => target.startsWith('/api/files/models/'));
  const arrived = () => tiles().filter(({ lastByteAt }) => lastByteAt !== null).length;
  await expect.poll(arrived, 'while the engine is still on its way').toBeGreaterThan(3);
  await expect.poll(() => arrived() - tiles().length).toBe(0);
  const targets = link.requests.map(({ target }) => target);
  const worker = targets.findIndex((target) => target.includes('/content-worker-'));
  expect(worker, 'what reads tiles').toBeGreaterThan(-1);
  expect(worker).toBeLessThan(targets.findIndex((target) => target.endsWith('.glb')));
  const early = tiles().map(({ target }) => target);
  sendEngine();
  await stage.settled();
  const all = tiles().map(({ target }) => target);
  expect(new Set(all).size, 'no file twice').toBe(all.length);
  expect(all.slice(0, early.length)).toEqual(early);
  expect((await stage.stats()).tilesSelected).toBeGreaterThan(1);
});
