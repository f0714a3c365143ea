import { ACCOUNTS } from '../../fixtures/accounts.ts';
import { COARSE_MODEL, expect, test } from '../../fixtures/test.ts';

const { member, guest } = ACCOUNTS;

test.describe('a session with a stage', () => {
  test('begins by keyboard alone: fields, disclaimer, stage', async ({ page, stage }) => {
    await page.goto('/');
    await expect(page.getByRole('textbox', { name: 'E-mail' })).toBeFocused();
    await page.keyboard.type(member.email.toUpperCase());
    await page.keyboard.press('Tab');
    await page.keyboard.type(member.password);
    await page.keyboard.press('Enter');
    const accept = page.getByRole('button', { name: 'Accept' });
    const model = page.getByRole('application', { name: /^Screen 1/ });
    await expect(accept.or(model).first()).toBeVisible();
    if (await accept.isVisible()) {
      await expect(accept).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(accept).toBeVisible();
      // Accepting reloads the page (specification §7); the stage behind the dialog is not the one to wait for.
      const reloaded = page.waitForEvent('load');
      await page.keyboard.press('Enter');
      await reloaded;
    }
    await expect(model).toBeVisible();
    await stage.settled();
    await expect(page).toHaveTitle(/Overlook/);
  });

  test('ends with Logout, for the token too', { tag: '@long' }, async ({ page, signedInAs }) => {
    const stage = await signedInAs('guest', { settings: COARSE_MODEL });
    await stage.settled();
    const token = await page.evaluate(
      () => JSON.parse(localStorage.getItem('overlook.session-token') ?? 'null') as string,
    );
    await page.goto('/settings');
    await page.getByRole('button', { name: 'Logout' }).first().click();
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
    // The page does not wait for the server.
    const headers = { authorization: `Bearer ${token}` };
    await expect.poll(async () => (await page.request.get('/api/auth/check', { headers })).status()).toBe(401);
  });

  test('of a guest has one layer of one site, and no access to anything else', async ({ page, signedInAs }) => {
    const stage = await signedInAs('guest', { settings: COARSE_MODEL });
    await stage.settled();
    expect(await stage.layer()).toBe(3);
    expect((await stage.stats()).triangles).toBeGreaterThan(1000);
    await page.goto('/sites');
    await expect(
      page
        .getByRole('main')
        .or(page.getByRole('region', { name: 'Sites' }))
        .first(),
    ).toBeVisible();
    const answer = await page.request.post('/api/auth/sign_in', { data: guest });
    const { token } = (await answer.json()) as { token: string };
    const headers = { authorization: `Bearer ${token}` };
    const { sites } = (await (await page.request.get('/api/sites/all', { headers })).json()) as {
      sites: { slug: string }[];
    };
    expect(sites).toHaveLength(1);
    const { models } = (await (await page.request.get('/api/models/all', { headers })).json()) as {
      models: { modeltypeId: number; filepath: string }[];
    };
    expect(models.map(({ modeltypeId }) => modeltypeId)).toEqual([3]);
    const hidden = models[0]!.filepath.replace('/textured/', '/points/');
    expect((await page.request.get(hidden, { headers })).status()).toBe(404);
  });
});
