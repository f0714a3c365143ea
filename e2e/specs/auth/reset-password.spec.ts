import type { Page } from '@playwright/test';
import { expectFits, SIZES } from '../../fixtures/axe.ts';
import { expectSignedOut } from '../../fixtures/login.ts';
import { expect, type OwnServer, type Person, test } from '../../fixtures/own-server.ts';

const NEW_PASSWORD = 'quite another one';
const SYSTEM_ERROR = 'There was an error completing your request. Please contact the provider for more information.';
const DEAD_LINK =
  'This link is not complete, has expired, has been used already, or is for another e-mail address. Ask for a new one.';

const email = (page: Page) => page.getByRole('textbox', { name: 'E-mail' });
const newPassword = (page: Page) => page.getByLabel('New password');

/** The link of the newest reset mail to a person, once it has arrived. */
async function linkFor(server: OwnServer, person: Person): Promise<string> {
  let link: string | undefined;
  await expect
    .poll(async () => {
      const mail = (await server.mailsTo(person)).findLast((text) => text.includes('/users/passwordreset/'));
      link = /http\S+\/users\/passwordreset\/[\w-]+/.exec(mail ?? '')?.[0];
      return link;
    })
    .toBeDefined();
  return link!;
}

/** Asks for the link on the login screen, and returns it. */
async function askForLink(page: Page, server: OwnServer, person: Person): Promise<string> {
  await page.goto('/');
  await page.getByRole('button', { name: 'Forgot Password' }).click();
  const dialog = page.getByRole('dialog', { name: 'Forgot Password' });
  await dialog.getByRole('textbox', { name: 'E-mail' }).fill(person.email);
  await dialog.getByRole('button', { name: 'Send e-mail' }).click();
  await expect(page.getByText(/^Password reset sent, if you have a registered account/)).toBeVisible();
  return linkFor(server, person);
}

async function setPassword(page: Page, person: Person, password = NEW_PASSWORD): Promise<void> {
  await email(page).fill(person.email);
  await newPassword(page).fill(password);
  await page.getByRole('button', { name: 'Set password' }).click();
}

/** The modal of every failed reset; behind it the page shows the reason, where one is known. */
async function dismissSystemError(page: Page): Promise<void> {
  const told = page.getByRole('alertdialog', { name: 'System Error' });
  await expect(told.getByText(SYSTEM_ERROR)).toBeVisible();
  await told.getByRole('button', { name: 'OK' }).click();
}

const signInStatus = async (server: OwnServer, person: Person, password: string) =>
  (await server.call('POST', '/auth/sign_in', { email: person.email, password })).status;

test.describe('a forgotten password', () => {
  test('is set by the link of the mail, once', async ({ page, ownServer }) => {
    const person = await ownServer.createPerson();
    const link = await askForLink(page, ownServer, person);
    await page.goto(link);
    await expect(page).toHaveTitle(/^Set a new password/);
    await expect(email(page)).toBeFocused();
    await page.getByRole('button', { name: 'Set password' }).click();
    await expect(page.getByText('Please enter a valid e-mail address')).toBeVisible();
    await expect(page.getByText('Password is required')).toBeVisible();
    await setPassword(page, person, 'short');
    await expect(page.getByText('Password must be atleast 6 characters long')).toBeVisible();
    await expect(newPassword(page)).toBeFocused();
    await setPassword(page, { ...person, email: person.email.toUpperCase() });
    await expect(page.getByText('Your password has been reset, you may now log in.')).toBeVisible();
    await expectSignedOut(page);
    expect(new URL(page.url()).pathname).toBe('/');
    expect(await signInStatus(ownServer, person, NEW_PASSWORD)).toBe(200);
    expect(await signInStatus(ownServer, person, person.password)).toBe(401);

    await page.goto(link);
    await setPassword(page, person);
    await dismissSystemError(page);
    await expect(page.getByRole('alert')).toHaveText(DEAD_LINK);
    await expect(email(page)).toHaveValue(person.email);
    await page.getByRole('button', { name: 'Ask for a new link' }).click();
    await expect(page.getByRole('dialog', { name: 'Forgot Password' })).toBeVisible();
  });

  test('has a way on where the link has lost its end', async ({ page, ownServer }) => {
    const person = await ownServer.createPerson();
    await page.goto('/users/passwordreset/');
    await expect(page.getByRole('alert')).toHaveText(DEAD_LINK);
    await page.getByRole('button', { name: 'Back to sign-in' }).click();
    await expectSignedOut(page);
    await page.goto('/users/passwordreset/half-of-a-token');
    await setPassword(page, person);
    await dismissSystemError(page);
    await expect(page.getByRole('alert')).toHaveText(DEAD_LINK);
  });

  test('is a system error when the server fails', async ({ page, ownServer }) => {
    const person = await ownServer.createPerson();
    await page.route('**/trpc/auth.resetPassword*', (route) => route.abort());
    await page.goto('/users/passwordreset/some-token');
    await setPassword(page, person);
    const told = page.getByRole('alertdialog', { name: 'System Error' });
    await expect(told).toContainText('There was an error completing your request.');
    await page.keyboard.press('Escape');
    await expect(newPassword(page)).toHaveValue(NEW_PASSWORD);
  });

  test('can be set by a person who is signed in, and signs them out', async ({ page, ownServer, openAs }) => {
    const person = await ownServer.createPerson();
    const link = await askForLink(page, ownServer, person);
    await openAs(person, new URL(link).pathname);
    await expect(page.getByRole('button', { name: 'Back to the main view' })).toBeVisible();
    await setPassword(page, person);
    await expect(page.getByText('Your password has been reset, you may now log in.')).toBeVisible();
    await expectSignedOut(page);
  });

  for (const { width, height } of SIZES) {
    test(`is accessible and fits at ${width} × ${height}`, async ({ page }) => {
      await page.setViewportSize({ width, height });
      await page.goto('/users/passwordreset/some-token');
      await setPassword(page, { id: 0, email: 'nobody@overlook.example', password: NEW_PASSWORD });
      // Before its answer, the button is on its way to another colour.
      await expect(page.getByRole('alertdialog', { name: 'System Error' })).toBeVisible();
      await expectFits(page);
      await dismissSystemError(page);
      await expect(page.getByRole('alert')).toHaveText(DEAD_LINK);
      await expectFits(page);
    });
  }
});
