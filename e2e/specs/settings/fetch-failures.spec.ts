/**
 * The messages of the specification for a list or an object that cannot be fetched (§8), as a toast and in place with
 * Retry.
 */
import type { Page } from '@playwright/test';
import { expect, test } from '../../fixtures/own-server.ts';

test.use({ viewport: { width: 1440, height: 900 }, contextOptions: { reducedMotion: 'reduce' } });

const FAILURE = {
  error: {
    message: 'INTERNAL',
    code: -32_603,
    data: { code: 'INTERNAL_SERVER_ERROR', httpStatus: 500, app: { error: 'It failed.', code: 'INTERNAL' } },
  },
};

/** Every call of this procedure fails, and those that travel with it. */
async function fail(page: Page, procedure: string): Promise<() => Promise<void>> {
  const isOf = (url: URL) => url.pathname.startsWith('/trpc/') && url.pathname.slice(6).split(',').includes(procedure);
  await page.route(isOf, (route) => {
    const count = new URL(route.request().url()).pathname.split(',').length;
    return route.fulfill({ status: 500, json: Array.from({ length: count }, () => FAILURE) });
  });
  return () => page.unroute(isOf);
}

const toastOf = (page: Page, sentence: string) =>
  page.getByRole('region', { name: 'Notifications' }).getByText(sentence, { exact: true });

const PLACES = [
  { procedure: 'users.page', address: '/settings/security/users', sentence: 'There was a problem fetching users' },
  { procedure: 'roles.page', address: '/settings/security/roles', sentence: 'There was a problem fetching roles' },
  { procedure: 'teams.page', address: '/settings/security/teams', sentence: 'There was a problem fetching teams' },
  {
    procedure: 'users.get',
    address: '/settings/security/users/1/edit',
    sentence: 'There was a problem fetching the user',
  },
  {
    procedure: 'roles.get',
    address: '/settings/security/roles/1/edit',
    sentence: 'There was a problem fetching the role',
  },
  {
    procedure: 'teams.get',
    address: '/settings/security/teams/1/edit',
    sentence: 'There was a problem fetching the team',
  },
];

test('lists and objects that cannot be fetched show the specified messages', async ({ page, ownServer, openAs }) => {
  await openAs(await ownServer.createPerson({ isAdmin: true }), '/settings/profile/account');
  await expect(page.getByRole('heading', { name: 'Account' })).toBeVisible();
  for (const { procedure, address, sentence } of PLACES) {
    const works = await fail(page, procedure);
    await page.goto(address);
    await expect(toastOf(page, sentence)).toBeVisible();
    await expect(page.getByRole('alert').filter({ hasText: sentence }).last()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Retry', exact: true })).toBeVisible();
    await works();
  }
});

test('so do the permissions of a new role', async ({ page, ownServer, openAs }) => {
  const sentence = 'There was a problem fetching the default permissions';
  const works = await fail(page, 'permissions.default');
  await openAs(await ownServer.createPerson({ isAdmin: true }), '/settings/security/roles/new');
  await page.getByRole('radio', { name: 'Permissions', exact: true }).check({ force: true });
  await expect(toastOf(page, sentence)).toBeVisible();
  await works();
  await page.getByRole('button', { name: 'Retry', exact: true }).click();
  await expect(page.getByRole('table')).toBeVisible();
});

test(
  'models and model groups show them too, and a failure of the sites ends the session',
  { tag: '@long' },
  async ({ page, ownServer, openAs }) => {
    const person = await ownServer.createPerson({ isAdmin: true });
    for (const [procedure, sentence] of [
      ['models.all', 'There was a problem fetching models'],
      ['modelGroups.all', 'There was a problem fetching model groups'],
    ] as const) {
      // Alone: the calls of the start travel together.
      await page.route(/\/trpc\//, async (route) => {
        const url = new URL(route.request().url());
        const index = url.pathname.slice(6).split(',').indexOf(procedure);
        if (index === -1) return route.fallback();
        const response = await route.fetch();
        const answers = (await response.json()) as unknown[];
        answers[index] = FAILURE;
        return route.fulfill({ status: 207, json: answers });
      });
      await openAs(person, '/');
      await expect(toastOf(page, sentence)).toBeVisible();
      // A call that travels at this moment is answered first.
      await page.unrouteAll({ behavior: 'wait' });
    }
    await fail(page, 'sites.all');
    await openAs(person, '/');
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
    await expect(toastOf(page, 'There was a problem fetching sites')).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('overlook.session-token'))).toBe('null');
  },
);
