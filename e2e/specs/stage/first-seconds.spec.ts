/** From the press on Login to the settled view: every picture on the way shows true texts and states. */
import type { Page } from '@playwright/test';
import { dateText } from '@overlook/shared/format';
import { ACCOUNTS } from '../../fixtures/accounts.ts';
import { enterPassword } from '../../fixtures/login.ts';
import { Picture, type Rgb } from '../../fixtures/picture.ts';
import { ORIGIN } from '../../fixtures/server.ts';
import { COARSE_MODEL, expect, test } from '../../fixtures/test.ts';

// As for a person who comes for the first time.
test.use({ viewport: { width: 640, height: 420 }, keepsCaches: false });

/** What the page says while it opens, read in one task so that it belongs together. */
interface Moment {
  footer: string;
  isCardShown: boolean;
  isSettled: boolean;
  tilesSelected: number;
}

const momentOf = (page: Page): Promise<Moment> =>
  page.evaluate(() => {
    const card = document.querySelector('section[aria-label^="Opening"]');
    const screen = window.overlookTesting?.screens[0];
    const footer = document.querySelector('footer')?.textContent ?? '';
    return {
      footer,
      isCardShown: card !== null && card.checkVisibility(),
      isSettled: footer.includes('View settled'),
      tilesSelected: screen?.stats().tilesSelected ?? 0,
    };
  });

/** The blue of the sea on the built-in map, which lies nowhere near the plant. */
const isSea = ({ r, g, b }: Rgb): boolean =>
  Math.abs(r - 0x7b) < 10 && Math.abs(g - 0x94) < 10 && Math.abs(b - 0xa6) < 10;

/** Share of sea in the lower half of the stage, where the ground is. */
async function seaOf(page: Page): Promise<number> {
  const picture = await Picture.decode(await page.screenshot());
  let sea = 0;
  let count = 0;
  for (let y = Math.round(picture.height * 0.5); y < picture.height - 40; y += 3) {
    for (let x = 80; x < picture.width; x += 3) {
      count++;
      if (isSea(picture.at(x, y))) sea++;
    }
  }
  return sea / count;
}

declare global {
  interface Window {
    /** How often the page had neither the sign-in form nor the frame of the viewer, after it had one of them. */
    emptyPages: number;
  }
}

/** Runs in the page before its scripts. */
function noteEmptyPages(): void {
  let hasBegun = false;
  window.emptyPages = 0;
  new MutationObserver(() => {
    const isEmpty = document.querySelector('form[aria-labelledby="sign-in"], footer') === null;
    if (hasBegun && isEmpty) window.emptyPages++;
    hasBegun ||= !isEmpty;
  }).observe(document, { childList: true, subtree: true });
}

test('from Login to the settled view nothing false is shown', async ({ page, stage }) => {
  const { token } = (await (
    await page.request.post(`${ORIGIN}/api/auth/sign_in`, { data: ACCOUNTS.member })
  ).json()) as {
    token: string;
  };
  const headers = { authorization: `Bearer ${token}` };
  await page.request.post(`${ORIGIN}/api/auth/acceptdisclaimer`, { headers });
  await page.addInitScript(noteEmptyPages);
  await enterPassword(page, ACCOUNTS.member);
  await expect(page.getByRole('region', { name: /^Opening / })).toBeVisible();
  expect(await page.evaluate(() => window.emptyPages), 'the sign-in page stays until there is another').toBe(0);

  let hasSeenModel = false;
  for (let isSettled = false; !isSettled;) {
    const before = await momentOf(page);
    expect(await seaOf(page), 'no sea under an inland plant').toBeLessThan(0.02);
    if (hasSeenModel) expect(before.isCardShown, 'the card does not come back').toBe(false);
    if (!before.isCardShown && before.footer !== '') {
      hasSeenModel = true;
      expect(before.tilesSelected, 'the card disappears when there is something to see').toBeGreaterThan(0);
    }
    if (before.isSettled) expect(before.isCardShown, 'nothing is settled behind the card').toBe(false);
    isSettled = before.isSettled;
  }
  await stage.settled();
  expect((await stage.stats()).tilesSelected).toBeGreaterThan(1);
});

test('the card says when its picture was taken', { tag: '@long' }, async ({ page, signedInAs }) => {
  await page.addInitScript(() => {
    const own = window.fetch;
    const mayCome = new Promise((resolve) => addEventListener('send-tileset', resolve));
    window.fetch = async (...request) => {
      if (String(request[0]).endsWith('/tileset.json')) await mayCome;
      return own(...request);
    };
  });
  const answer = page.waitForResponse((response) => /\/random\/site\/\d+$/.test(response.url()));
  const stage = await signedInAs('member', { site: 'ridgeway', settings: COARSE_MODEL });
  const card = page.getByRole('region', { name: 'Opening Ridgeway Gas Plant' });
  const date = card.getByText(/^Picture of \d{1,2} [A-Z][a-z]{2} \d{4}$/);
  await expect(date).toBeVisible();
  const taken = (await (await answer).allHeaders())['x-picture-taken-at']!;
  await expect(date).toHaveText(`Picture of ${dateText(new Date(taken))}`);
  await page.evaluate(() => dispatchEvent(new Event('send-tileset')));
  await stage.settled();
  await expect(card).toBeHidden();
});

test('the card names a model that cannot be loaded, with a way to retry', async ({ page, signedInAs }) => {
  const settings = { 'overlook.globe': false, 'overlook.minimap-hidden': true };
  await page.context().route('**/api/files/models/**', (route) => route.fulfill({ status: 404, body: '' }));
  const stage = await signedInAs('member', { site: 'ridgeway', settings });
  const alert = page.getByRole('main').getByRole('alert');
  await expect(alert).toContainText('The model could not be loaded');
  await expect(page.getByRole('button', { name: 'Layer: Textured' }), 'another layer may be chosen').toBeVisible();
  await expect(page.getByRole('contentinfo').getByText('View settled')).toBeHidden();
  await page.context().unroute('**/api/files/models/**');
  await alert.getByRole('button', { name: 'Retry' }).click();
  await stage.settled();
  await expect(alert).toBeHidden();
  await expect(page.getByRole('contentinfo').getByText('View settled')).toBeVisible();
});

for (const [layout, viewport] of [
  ['desktop', { width: 1440, height: 900 }],
  ['phone', { width: 390, height: 844 }],
] as const) {
  test(
    `while the card is shown nothing acts on the model, on a ${layout}`,
    { tag: layout === 'phone' ? [] : '@long' },
    async ({ page, signedInAs }) => {
      await page.setViewportSize(viewport);
      let sendTiles = (): void => undefined;
      const mayCome = new Promise<void>((resolve) => {
        sendTiles = resolve;
      });
      await page.context().route('**/api/files/models/**', async (route) => {
        await mayCome;
        await route.continue();
      });
      const stage = await signedInAs('member', { site: 'ridgeway', path: '/tools', settings: COARSE_MODEL });
      const card = page.getByRole('region', { name: 'Opening Ridgeway Gas Plant' });
      await expect(card).toBeVisible();
      await expect(page.getByText('Ridgeway Gas Plant', { exact: true })).toHaveCount(2);
      const button = (name: string) => page.getByRole('button', { name, exact: true });
      const controls = [
        button('Home view'),
        page.getByRole('radio', { name: 'Height' }),
        ...(layout === 'phone'
          ? [button('Add point at the crosshair')]
          : [
              page.getByRole('switch', { name: 'Section box' }),
              button('Screenshot'),
              button('Copy link'),
              page.getByRole('slider', { name: 'Cutting plane' }),
              page.getByRole('radio', { name: '2', exact: true }),
              page.getByRole('switch', { name: 'Globe' }),
            ]),
      ];
      for (const control of controls) await expect(control).toBeDisabled();
      // The progress line and the site's name on a phone lie over the ground of the card; the list of layers is not there.
      await expect(page.getByRole('radio', { name: 'Textured' })).toHaveCount(0);
      await expect(page.getByRole('button', { name: /^Layer/ })).toHaveCount(0);
      await page.getByRole('link', { name: 'Ridgeway Gas Plant' }).click({ trial: true });
      const { width } = (await card.locator('> *').first().boundingBox())!;
      expect(width, 'the picture fills the frame').toBeGreaterThan((await card.boundingBox())!.width - 2);
      await expect
        .poll(() => card.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBeGreaterThan(100);

      sendTiles();
      await stage.settled();
      await expect(card).toBeHidden();
      for (const control of controls) await expect(control).toBeEnabled();
    },
  );
}
