/**
 * The models that the service worker stores, and for which person. A proxy counts the requests that reach the server.
 */
import { randomUUID } from 'node:crypto';
import { type APIRequestContext, type Page, request as requests } from '@playwright/test';
import type { Visit } from '@overlook/shared/schemas';
import { ACCOUNTS, type Role } from '../../fixtures/accounts.ts';
import { test } from '../../fixtures/counted.ts';
import { enterPassword, expectSignedIn, expectSignedOut } from '../../fixtures/login.ts';
import { Grant } from '../../fixtures/host-page.ts';
import { ORIGIN } from '../../fixtures/server.ts';
import type { SlowLink } from '../../fixtures/slow-link.ts';
import { expect, session, siteId, storeBeforeLoad, withoutWebGl } from '../../fixtures/test.ts';

interface Model {
  modeltypeId: number;
  filepath: string;
}

const TEXTURED = 3;
const CAD = 4;

/** The address of the tileset of a layer of the first demo site. */
async function tilesetOf(request: APIRequestContext, modeltypeId: number): Promise<string> {
  const headers = { authorization: `Bearer ${await session(request, 'admin')}` };
  const { models } = (await (await request.get(`${ORIGIN}/api/models/all`, { headers })).json()) as { models: Model[] };
  return models.find((model) => model.modeltypeId === modeltypeId && model.filepath.includes('/ridgeway/'))!.filepath;
}

/** Opens the login page until its service worker has it. */
async function openKeeping(page: Page): Promise<void> {
  await page.goto('/');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

async function signIn(page: Page, account: { email: string; password: string }): Promise<void> {
  await page.getByRole('textbox', { name: 'E-mail' }).fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expectSignedIn(page);
}

/** The status of a request of the page for a file, as the worker that reads tiles makes it. */
const get = (page: Page, url: string, more: Record<string, string> = {}): Promise<number> =>
  page.evaluate(
    async ([address, headers]) => {
      const authorization = `Bearer ${JSON.parse(localStorage.getItem('overlook.session-token')!) as string}`;
      return (await fetch(address, { headers: { authorization, ...headers } })).status;
    },
    [url, more] as const,
  );

const arrivalsOf = (link: SlowLink, url: string): number =>
  link.requests.filter(({ target }) => target.split('?')[0] === url).length;

/** Paths of the models in all caches of the browser. */
const keptIn = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('overlook-models-'));
    const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return keys.flat().map(({ url }) => new URL(url).pathname);
  });

/** Signs a person in, reads the tileset of a layer in the page, and waits until it is stored. Returns its address. */
async function signInAndKeep(page: Page, request: APIRequestContext, role: Role, modeltypeId: number): Promise<string> {
  const url = await tilesetOf(request, modeltypeId);
  await openKeeping(page);
  await signIn(page, ACCOUNTS[role]);
  expect(await get(page, url)).toBe(200);
  await expect.poll(() => keptIn(page)).toContain(url);
  return url;
}

test.beforeAll(async ({ playwright }) => {
  const request = await playwright.request.newContext();
  for (const role of Object.keys(ACCOUNTS) as Role[]) await session(request, role);
  await request.dispose();
});

test('a file that was read is not requested again, in another tab either; a part of one is', async ({
  page,
  context,
  link,
  request,
}) => {
  const url = await signInAndKeep(page, request, 'member', TEXTURED);
  const arrivals = arrivalsOf(link, url);
  const other = await context.newPage();
  await other.goto('/');
  await expectSignedIn(other);
  expect(await get(other, url)).toBe(200);
  expect(arrivalsOf(link, url)).toBe(arrivals);
  expect(await get(other, url, { range: 'bytes=0-9' })).toBe(206);
  expect(arrivalsOf(link, url)).toBe(arrivals + 1);
});

test('signing out deletes all, and the next person gets nothing that is not theirs', async ({
  page,
  link,
  request,
}) => {
  const cad = await signInAndKeep(page, request, 'admin', CAD);
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Logout' }).first().click();
  await page.waitForURL('/');
  await expectSignedOut(page);
  await expect.poll(() => keptIn(page)).toEqual([]);

  await signIn(page, ACCOUNTS.guest);
  const before = arrivalsOf(link, cad);
  expect(await get(page, cad)).toBe(404);
  expect(arrivalsOf(link, cad), 'the server has said so').toBe(before + 1);
  expect(await keptIn(page)).not.toContain(cad);
});

test('a person without the layer gets nothing of it, even when signing out did not reach the server', async ({
  page,
  request,
}) => {
  const cad = await signInAndKeep(page, request, 'admin', CAD);
  const token = await session(await requests.newContext(), 'guest');
  await storeBeforeLoad(page, { 'overlook.session-token': token });
  await page.reload();
  await expectSignedIn(page);
  expect(await get(page, cad)).toBe(404);
  await expect.poll(() => keptIn(page)).not.toContain(cad);
});

test('a layer is dropped with the permission for it', async ({ page, request }) => {
  const [textured, cad] = [await tilesetOf(request, TEXTURED), await tilesetOf(request, CAD)];
  const token = await session(request, 'admin');
  const call = async <T>(address: string, data: object): Promise<T> => {
    const answer = await request.post(`${ORIGIN}/api${address}`, {
      headers: { authorization: `Bearer ${token}` },
      data,
    });
    expect(answer.status(), await answer.text()).toBe(200);
    return (await answer.json()) as T;
  };
  const person = { email: `${randomUUID()}@overlook.example`, password: 'a rather long one' };
  const { user } = await call<{ user: { id: number } }>('/users', { ...person, firstName: 'Ina', lastName: 'Kept' });
  const site = await siteId(request, token, 'ridgeway');
  const role = (tokens: object) => ({
    displayName: `Keeping ${person.email}`,
    userList: [user.id],
    explicitPermissions: { [site]: tokens },
  });
  const both = { 'VIEW:TEXTURED': true, 'VIEW:CAD': true };
  const made = await call<{ role: { id: number } }>('/permissions/roles', role(both));

  await openKeeping(page);
  await page.getByRole('textbox', { name: 'E-mail' }).fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByRole('button', { name: 'Accept' }).click();
  await expectSignedIn(page);
  for (const url of [textured, cad]) expect(await get(page, url)).toBe(200);
  await expect.poll(() => keptIn(page)).toEqual(expect.arrayContaining([textured, cad]));

  await call(`/permissions/roles/put/${made.role.id}`, role({ 'VIEW:TEXTURED': true, 'VIEW:CAD': false }));
  await page.reload();
  await expectSignedIn(page);
  expect(await get(page, cad)).toBe(404);
  expect(await get(page, textured)).toBe(200);
  const kept = await keptIn(page);
  expect(kept).toContain(textured);
  expect(kept).not.toContain(cad);
});

test('a public link gets nothing of what is kept for a person, and nothing once it is revoked', async ({
  page,
  link,
  request,
}) => {
  const url = await tilesetOf(request, TEXTURED);
  const open = async ({ token: secret }: Grant) => {
    const opened = await request.post(`${ORIGIN}/api/view_grants/open`, { data: { token: secret } });
    return ((await opened.json()) as Visit).visitorToken;
  };
  const other = await Grant.make(request, { kind: 'link' });
  // Later than the other one: a sign-in ends the session before it, which could revoke no more.
  const grant = await Grant.make(request, { kind: 'link' });
  const [visitor, otherVisitor] = [await open(grant), await open(other)];
  await openKeeping(page);
  await signIn(page, ACCOUNTS.member);
  expect(await get(page, url)).toBe(200);
  await expect.poll(() => keptIn(page)).toContain(url);
  await page.goto(`/view/${grant.token}`);
  expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  // As the viewer asks, without a cookie; and past the browser's own cache, which is not what is asked about.
  const ask = (address: string, headers: Record<string, string>) =>
    page.evaluate(
      async ([to, more]) => (await fetch(to, { credentials: 'omit', cache: 'no-store', headers: more })).status,
      [address, headers] as const,
    );
  const asVisitor = (token: string) => ask(url, { authorization: `Bearer ${token}` });
  const inAddress = (token: string) => ask(`${url}?visitor=${token}`, {});
  const before = arrivalsOf(link, url);
  expect([await asVisitor(visitor), await inAddress(visitor)]).toEqual([200, 200]);
  expect(arrivalsOf(link, url), 'the server has answered').toBeGreaterThanOrEqual(before + 2);
  await grant.revoke();
  await expect.poll(() => inAddress(visitor)).toBe(404);
  expect(await asVisitor(visitor)).toBe(404);
  expect(await inAddress(otherVisitor), 'the other link still shows it').toBe(200);
  expect(await get(page, url), 'the person still has it').toBe(200);
  expect(await keptIn(page)).toContain(url);
});

test('a session that the server has ended leaves nothing behind', { tag: '@long' }, async ({ page, request }) => {
  await signInAndKeep(page, request, 'member', TEXTURED);
  await page.evaluate(async () => {
    const authorization = `Bearer ${JSON.parse(localStorage.getItem('overlook.session-token')!) as string}`;
    await fetch('/api/auth/sign_out', { method: 'POST', headers: { authorization } });
  });
  await page.reload();
  await expectSignedOut(page);
  await expect.poll(() => keptIn(page)).toEqual([]);
});

test(
  'the settings say how much is kept, empty it, and switch it off',
  { tag: '@long' },
  async ({ page, link, request }) => {
    const url = await signInAndKeep(page, request, 'member', TEXTURED);
    await page.goto('/settings/profile/account');
    const part = page.locator('section').filter({ hasText: 'Keep models on this device' });
    await expect(part.getByRole('status')).toHaveText(/^\d.*B kept$/);
    await part.getByRole('button', { name: 'Empty now' }).click();
    await expect(part.getByRole('status')).toHaveText('Nothing kept');
    expect(await keptIn(page)).toEqual([]);
    const choice = page.getByRole('radiogroup', { name: 'Keep models on this device' });
    await choice.getByText('Off').click();
    await expect(choice.getByRole('radio', { name: 'Off' })).toBeChecked();
    const before = arrivalsOf(link, url);
    expect(await get(page, url)).toBe(200);
    expect(await get(page, url)).toBe(200);
    expect(await keptIn(page)).toEqual([]);
    expect(arrivalsOf(link, url)).toBeGreaterThan(before);
  },
);

test('where service workers are refused, all works as before', async ({ browser, baseURL, request }) => {
  const url = await tilesetOf(request, TEXTURED);
  const context = await browser.newContext({ baseURL: baseURL!, serviceWorkers: 'block' });
  await context.addInitScript(withoutWebGl);
  const page = await context.newPage();
  await enterPassword(page, ACCOUNTS.member);
  await expectSignedIn(page);
  expect(await get(page, url)).toBe(200);
  expect(await keptIn(page)).toEqual([]);
  await context.close();
});
