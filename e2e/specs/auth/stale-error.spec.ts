import { expect, test } from '../../fixtures/own-server.ts';
import { enterPassword } from '../../fixtures/login.ts';

test('what was wrong at signing in is no longer said once a new password is asked for', async ({ page, ownServer }) => {
  const person = await ownServer.createPerson();
  await enterPassword(page, { ...person, password: 'not this one' });
  await expect(page.getByRole('alert')).toBeVisible();
  await page.getByRole('button', { name: 'Forgot Password' }).click();
  const dialog = page.getByRole('dialog', { name: 'Forgot Password' });
  await dialog.getByRole('textbox', { name: 'E-mail' }).fill(person.email);
  await dialog.getByRole('button', { name: 'Send e-mail' }).click();
  await expect(page.getByText(/^Password reset sent/)).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});
