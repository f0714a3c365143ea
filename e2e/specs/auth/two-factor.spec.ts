import type { Page } from '@playwright/test';
import { expectFits, SIZES } from '../../fixtures/axe.ts';
import { enterPassword, expectSignedIn, expectSignedOut } from '../../fixtures/login.ts';
import { expect, type OwnServer, test } from '../../fixtures/own-server.ts';
import { totp } from '../../fixtures/totp.ts';

const codeField = (page: Page) => page.getByRole('textbox', { name: 'Code', exact: true });

/** Another window of the same browser signs in with a session. */
async function signInElsewhere(page: Page, token: string): Promise<void> {
  const stored = page.evaluate(() => new Promise<void>((done) => window.addEventListener('storage', () => done())));
  const other = await page.context().newPage();
  await other.goto('/healthz');
  await other.evaluate((text) => localStorage.setItem('overlook.session-token', text), JSON.stringify(token));
  await stored;
  await other.close();
  // After two frames the page has drawn the result.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** The challenge that the page has just been given. */
async function challengeOf(page: Page, during: () => Promise<void>): Promise<string> {
  const answered = page.waitForResponse((response) => response.url().includes('auth.signIn'));
  await during();
  const answer = (await (await answered).json()) as { result: { data: { challenge: string } } }[];
  return answer[0]!.result.data.challenge;
}

test.describe('a second factor', () => {
  test('is turned on in the profile and asked for at the next sign-in', async ({ page, ownServer, openAs }) => {
    const person = await ownServer.createPerson();
    await openAs(person, '/settings/profile/security');
    await page.getByRole('button', { name: 'Turn on two-factor authentication' }).click();
    const secret = await page.getByRole('dialog').locator('code').innerText();
    await page.getByRole('textbox', { name: 'Code from the app' }).fill(totp(secret));
    await page.getByRole('button', { name: 'Turn on', exact: true }).click();
    const listed = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await expect(listed).toHaveCount(10);
    const recoveryCodes = await listed.allInnerTexts();
    await page.getByRole('button', { name: 'I have kept them' }).click();
    await expect(page.getByRole('button', { name: 'Turn off two-factor authentication' })).toBeVisible();

    const signOut = async () => {
      await page.goto('/settings');
      const reloaded = page.waitForEvent('load');
      await page.getByRole('button', { name: 'Logout' }).first().click();
      await reloaded;
    };
    await signOut();
    await enterPassword(page, person);
    await expect(page.getByRole('heading', { name: 'Two-factor authentication' })).toBeVisible();
    await expect(codeField(page)).toBeFocused();
    await expect(codeField(page)).toHaveAttribute('autocomplete', 'one-time-code');
    await expect(codeField(page)).toHaveAttribute('inputmode', 'numeric');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Please enter the code')).toBeVisible();
    await codeField(page).fill('000000');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toHaveText('The code is not right.');
    // As people paste it: with the gap that their app shows.
    const code = totp(secret, 1);
    await codeField(page).fill(` ${code.slice(0, 3)} ${code.slice(3)} `);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expectSignedIn(page);

    await signOut();
    await enterPassword(page, person);
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    const recovery = page.getByRole('textbox', { name: 'Recovery code' });
    await expect(recovery).toBeFocused();
    await recovery.fill(recoveryCodes[0]!.toUpperCase());
    await page.keyboard.press('Enter');
    await expectSignedIn(page);

    await signOut();
    await enterPassword(page, person);
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await recovery.fill(recoveryCodes[0]!);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toHaveText('The code is not right.');
  });

  test('begins again when the sign-in has expired', async ({ page, ownServer }) => {
    const person = await ownServer.createPerson();
    const { secret } = await ownServer.enrol(person);
    const challenge = await challengeOf(page, () => enterPassword(page, person));
    // A challenge signs in once: after that it is as one that has run out.
    const elsewhere = await ownServer.call('POST', '/auth/two_factor', { challenge, code: totp(secret, 1) });
    expect(elsewhere.status).toBe(200);
    await codeField(page).fill(totp(secret, 2));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toHaveText('This sign-in has taken too long. Please start again.');
    await expect(page.getByRole('textbox', { name: 'E-mail' })).toHaveValue(person.email);
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
    await page.keyboard.type(person.password);
    await page.keyboard.press('Enter');
    await codeField(page).fill(totp(secret, 2));
    await page.keyboard.press('Enter');
    await expectSignedIn(page);
  });

  test('says when too many codes were wrong, and offers a way back', async ({ page, ownServer }) => {
    const person = await ownServer.createPerson();
    await ownServer.enrol(person);
    const challenge = await challengeOf(page, () => enterPassword(page, person));
    for (let tries = 0; tries < 10; tries++)
      await ownServer.call('POST', '/auth/two_factor', { challenge, code: '000000' });
    await codeField(page).fill('000000');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toHaveText('Too many failed attempts. Please try again later.');
    await page.getByRole('button', { name: 'Back to sign-in' }).click();
    await expectSignedOut(page);
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  for (const size of SIZES) {
    test(`is asked for accessibly at ${size.width} × ${size.height}`, async ({ page, ownServer }) => {
      await page.setViewportSize(size);
      const person = await ownServer.createPerson();
      await ownServer.enrol(person);
      await enterPassword(page, person);
      await expect(codeField(page)).toBeVisible();
      await codeField(page).fill('000000');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('alert')).toBeVisible();
      await expectFits(page);
      await page.getByRole('button', { name: 'Use a recovery code' }).click();
      await expectFits(page);
    });
  }
});

test.describe('where the organisation asks for a second factor', () => {
  let adminToken = '';
  const require = (server: OwnServer, enable2FA: boolean) =>
    server.call('POST', '/organisation/security', { enable2FA, enableSSO: false }, adminToken);

  test.beforeAll(async ({ ownServer }) => {
    adminToken = await ownServer.session(await ownServer.createPerson({ isAdmin: true }));
    expect((await require(ownServer, true)).status).toBe(200);
  });
  test.afterAll(({ ownServer }) => require(ownServer, false));

  for (const size of SIZES) {
    test(`it is set up at sign-in, at ${size.width} × ${size.height}`, async ({ page, ownServer }) => {
      await page.setViewportSize(size);
      const person = await ownServer.createPerson();
      await enterPassword(page, person);
      await expect(page.getByRole('heading', { name: 'Set up two-factor authentication' })).toBeVisible();
      await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible();
      const code = page.getByRole('textbox', { name: 'Code from the app' });
      await expect(code).toBeFocused();
      await expectFits(page);
      const secret = await page.locator('code').innerText();
      await code.fill('000000');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('alert')).toHaveText('The code is not right.');
      await code.fill(totp(secret));
      await page.getByRole('button', { name: 'Turn on and continue' }).click();

      const codes = page.getByRole('dialog', { name: 'Keep your recovery codes' });
      await expect(codes.getByRole('listitem')).toHaveCount(10);
      await expectFits(page);
      await page.keyboard.press('Escape');
      await expect(codes).toBeVisible();
      await signInElsewhere(page, adminToken);
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        codes.getByRole('button', { name: 'Download' }).click(),
      ]);
      expect(download.suggestedFilename()).toBe('recovery-codes.txt');
      await codes.getByRole('button', { name: 'I have kept them' }).click();
      await page.getByRole('button', { name: 'Accept' }).click();
      await expectSignedIn(page);
    });
  }

  test('a sign-in that has expired begins again', async ({ page, ownServer }) => {
    const person = await ownServer.createPerson();
    const challenge = await challengeOf(page, () => enterPassword(page, person));
    const secret = await page.locator('code').innerText();
    const code = totp(secret);
    // There is no address for this step in the contract, so it is finished where the page would.
    await page.request.post('/trpc/auth.confirmAtSignIn', { data: { challenge, code } });
    await page.getByRole('textbox', { name: 'Code from the app' }).fill(code);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toHaveText('This sign-in has taken too long. Please start again.');
  });
});
