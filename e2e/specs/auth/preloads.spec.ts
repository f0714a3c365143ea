/** While a person types, the sign-in page loads the code of the next page, and nothing else. */
import { ACCOUNTS } from '../../fixtures/accounts.ts';
import { test } from '../../fixtures/counted.ts';
import { enterPassword, expectSignedIn } from '../../fixtures/login.ts';
import { expect } from '../../fixtures/test.ts';

interface Files {
  modules: string[];
  others: string[];
}

test('a press on Login waits for no code', async ({ page, link, request }) => {
  const { first, later } = (await (await request.get('/preloads.json')).json()) as Record<'first' | 'later', Files>;
  const wanted = [first, later].flatMap(({ modules, others }) => [...modules, ...others]);
  expect(wanted.some((file) => /\/engine-/.test(file))).toBe(true);
  expect(wanted.some((file) => /\/content-worker-/.test(file))).toBe(true);
  await page.goto('/');
  const arrived = () => link.requests.filter(({ lastByteAt }) => lastByteAt !== null).map(({ target }) => target);
  await expect.poll(() => wanted.filter((file) => !arrived().includes(file))).toEqual([]);
  const isLate = (target: string) => /\/(?:maplibre|map-worker)-/.test(target);
  expect(link.requests.findIndex(({ target }) => /\/content-worker-/.test(target))).toBeLessThan(
    link.requests.findIndex(({ target }) => isLate(target)),
  );
  expect(
    link.requests.filter(({ target }) => target.startsWith('/api/files/')),
    'nothing of a site',
  ).toEqual([]);

  const before = link.requests.length;
  await page.getByRole('textbox', { name: 'E-mail' }).fill(ACCOUNTS.member.email);
  await page.getByLabel('Password', { exact: true }).fill(ACCOUNTS.member.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('link', { name: 'Settings' }).or(page.getByRole('dialog'))).toBeVisible();
  const again = link.requests.slice(before).map(({ target }) => target);
  expect(again.filter((target) => wanted.includes(target))).toEqual([]);
});

test('sign-in works without the list', async ({ page, signedInAs }) => {
  await signedInAs('member');
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await page.route('**/preloads.json', (route) => route.fulfill({ status: 404, body: '' }));
  await enterPassword(page, ACCOUNTS.member);
  await expectSignedIn(page);
});
