import type { Page } from '@playwright/test';
import { ACCOUNTS } from '../../fixtures/accounts.ts';
import { expectAccessible } from '../../fixtures/axe.ts';
import { ORIGIN } from '../../fixtures/server.ts';
import { expect, MODEL_ONLY, test } from '../../fixtures/test.ts';
import { totp } from '../../fixtures/totp.ts';

test.use({ viewport: { width: 1440, height: 900 } });

/** Calls below `/api`; every answer must be a success. */
async function post<T>(page: Page, path: string, data: object, token?: string): Promise<T> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const answer = await page.request.post(`${ORIGIN}/api${path}`, { data, headers });
  expect(answer.status(), await answer.text()).toBe(200);
  return (await answer.json()) as T;
}

/** A new user whose second factor is on; returns their id. */
async function userWithFactor(page: Page, email: string): Promise<number> {
  const password = 'a rather long one';
  const admin = await post<{ token: string }>(page, '/auth/sign_in', ACCOUNTS.admin);
  const body = { firstName: 'Lost', lastName: 'Phone', email, password };
  const { user } = await post<{ user: { id: number } }>(page, '/users', body, admin.token);
  const own = await post<{ token: string }>(page, '/auth/sign_in', { email, password });
  await post(page, '/auth/acceptdisclaimer', {}, own.token);
  const { secret } = await post<{ secret: string }>(page, '/auth/two_factor/enrol', {}, own.token);
  await post(page, '/auth/two_factor/confirm', { code: totp(secret) }, own.token);
  return user.id;
}

test('a lost second factor is cleared in the user’s form, which keeps the typed values', async ({
  page,
  signedInAs,
}) => {
  const email = `lost.${Date.now().toString(36)}@overlook.example`;
  const id = await userWithFactor(page, email);
  await signedInAs('admin', { path: `/settings/security/users/${id}/edit`, settings: MODEL_ONLY });
  await page.getByRole('textbox', { name: 'First name' }).fill('Found');
  await page.getByRole('button', { name: 'Clear two-factor authentication' }).click();
  const question = page.getByRole('alertdialog', { name: 'Clear two-factor authentication' });
  await expect(question.getByText('Are you sure you want to Clear two-factor authentication?')).toBeVisible();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Clear two-factor authentication' }).click();
  await expect(page.getByText('Two-factor authentication has been successfully cleared')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Clear two-factor authentication' })).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: 'First name' })).toHaveValue('Found');
  await page.getByRole('button', { name: 'Save user' }).click();
  await expect(page.getByText('User has been created/updated')).toBeVisible();
});
