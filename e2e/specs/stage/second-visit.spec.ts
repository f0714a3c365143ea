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
