import type { Page } from '@playwright/test';
import { expectAccessible, expectFits, SIZES } from '../../fixtures/axe.ts';
import { CLIENT, type IdentityProvider, startIdentityProvider } from '../../fixtures/identity-provider.ts';
import { expectSignedIn, expectSignedOut } from '../../fixtures/login.ts';
import { expect, test as base } from '../../fixtures/own-server.ts';
import { totp } from '../../fixtures/totp.ts';

const test = base.extend<object, { provider: IdentityProvider }>({
  provider: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright wants the pattern.
    async ({}, use) => {
      const provider = await startIdentityProvider();
      await use(provider);
      await provider.close();
    },
    { scope: 'worker' },
  ],
  serverEnv: [
    async ({ provider }, use) =>
      use({ OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: CLIENT.id, OIDC_CLIENT_SECRET: CLIENT.secret }),
    { scope: 'worker' },
  ],
  // The way leads over the provider, which is another origin.
  strayRequests: async ({ provider: _provider }, use) => use([]),
});

async function goThere(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByRole('button', { name: 'Single Sign On' }).click();
}

/** Stops the browser at the redirect back, so that the test can read the link. */
async function membershipOf(page: Page): Promise<string> {
  await page.route('**/trpc/auth.exchange*', (route) => route.abort());
  await goThere(page);
  await page.waitForURL(/\/auth\/\d+\/[\w-]{43}$/);
  // The page has sent its request, but the server did not receive it.
  await expect(page.getByRole('alert')).toBeVisible();
  const { pathname } = new URL(page.url());
  await page.unroute('**/trpc/auth.exchange*');
  return pathname;
}

/** Whose session the browser holds. */
const signedInEmail = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const token = JSON.parse(localStorage.getItem('overlook.session-token')!) as string;
    const answer = await fetch('/api/auth/check', { headers: { authorization: `Bearer ${token}` } });
    return ((await answer.json()) as { user: { email: string } }).user.email;
  });

test.describe('single sign-on', () => {
  test('signs in with the link of the redirect, once', async ({ page, ownServer, provider }) => {
    const person = await ownServer.createPerson();
    await ownServer.session(person);
    provider.person = { sub: person.email, email: person.email };
    await goThere(page);
    await expectSignedIn(page);
    expect(new URL(page.url()).pathname).toBe('/');

    await page.evaluate(() => localStorage.clear());
    const link = await membershipOf(page);
    await page.goto(link);
    await expectSignedIn(page);
    await page.evaluate(() => localStorage.clear());
    await page.goto(link);
    await expect(page.getByRole('alert')).toHaveText('This sign-in has taken too long. Please start again.');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Back to sign-in' }).click();
    await expectSignedOut(page);
  });

  test('replaces a session, and keeps it where the link is no longer valid', async ({
    page,
    ownServer,
    provider,
    openAs,
  }) => {
    const [before, after] = [await ownServer.createPerson(), await ownServer.createPerson()];
    await ownServer.session(after);
    provider.person = { sub: after.email, email: after.email };
    const link = await membershipOf(page);
    await openAs(before, '/auth/1');
    await expect(page.getByRole('alert')).toHaveText('This sign-in link is not complete. Please start again.');
    await page.goto('/auth/1/used-up');
    await expect(page.getByRole('alert')).toHaveText('This sign-in has taken too long. Please start again.');
    expect(await signedInEmail(page)).toBe(before.email);
    await page.getByRole('button', { name: 'Back to the main view' }).click();
    await expectSignedIn(page);
    await page.goto(link);
    await expectSignedIn(page);
    expect(await signedInEmail(page)).toBe(after.email);
  });

  test('asks for the code of a person who has a second factor here', async ({ page, ownServer, provider, openAs }) => {
    const [before, after] = [await ownServer.createPerson(), await ownServer.createPerson()];
    const { secret } = await ownServer.enrol(after);
    provider.person = { sub: after.email, email: after.email };
    const link = await membershipOf(page);
    await openAs(before, link);
    await page.getByRole('textbox', { name: 'Code', exact: true }).fill(totp(secret, 1));
    expect(new URL(page.url()).pathname).toBe('/');
    await page.keyboard.press('Enter');
    await expectSignedIn(page);
    expect(await signedInEmail(page)).toBe(after.email);
  });

  test('says who is not admitted, and links back', async ({ page, ownServer, provider }) => {
    const disabled = await ownServer.createPerson();
    const admin = await ownServer.session(await ownServer.createPerson({ isAdmin: true }));
    expect((await ownServer.call('POST', `/users/${disabled.id}/disable`, {}, admin)).status).toBe(200);
    for (const [person, sentence] of [
      ['stranger@overlook.example', 'There is no account for you here. Ask your administrator for one.'],
      [disabled.email, 'Your account is disabled. Ask your administrator to enable it.'],
      [null, 'Single Sign On was cancelled or declined.'],
    ] as const) {
      provider.person = person === null ? null : { sub: person, email: person };
      await goThere(page);
      await expect(page.getByText(sentence)).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('link', { name: 'Back to sign-in' }).click();
      await expectSignedOut(page);
    }
  });

  for (const { width, height } of SIZES) {
    test(`says at ${width} × ${height} that it is on its way`, async ({ page }) => {
      await page.setViewportSize({ width, height });
      await page.route('**/trpc/auth.exchange*', () => {
        // Never answered.
      });
      await page.goto('/auth/1/some-token');
      await expect(page.getByRole('heading', { name: 'Signing in' })).toBeVisible();
      await expect(page).toHaveTitle(/^Signing in/);
      await expectFits(page);
    });
  }
});
