/**
 * The list of exports in each of its states, at desktop and phone widths. The test sends the contents to the page in
 * place of the server.
 */
import type { Page } from '@playwright/test';
import { EXPORTS_MESSAGES } from '@overlook/shared/messages';
import type { Download } from '@overlook/shared/schemas';
import { expectAccessible } from '../../fixtures/axe.ts';
import { MODEL_ONLY, expect, test } from '../../fixtures/test.ts';

const DAY_MS = 86_400_000;
const TAIL = 'a name that goes on for as long as names of this kind do, which is long';

const download = (number: number, part: Partial<Download>): Download => ({
  takenOn: null,
  uuid: `7b0c2a3e-0000-4aaa-8bbb-${String(number).padStart(12, '0')}`,
  filename: `${number}.e57`,
  description: `Export ${number}`,
  status: 'completed',
  message: null,
  createdAt: new Date(Date.now() - number * DAY_MS).toISOString(),
  finishedAt: new Date(Date.now() - number * DAY_MS).toISOString(),
  expiresAt: new Date(Date.now() + DAY_MS).toISOString(),
  format: 'E57',
  modeltypeId: null,
  density: 0.0025,
  sizeBytes: 212.4e6,
  points: 4_087_654,
  triangles: null,
  drawing: null,
  progress: null,
  box: { centerX: -3.9e6, centerY: 3.4e6, centerZ: -3.6e6, sizeX: 12, sizeY: 3, sizeZ: 20, degrees: 30 },
  coordinates: 'ecef',
  coordinateSystem: 'WGS 84 / UTM zone 54S',
  requestedBy: null,
  ...part,
});

const OPEN = { status: 'pending', finishedAt: null, expiresAt: null, sizeBytes: null } as const;
const ROWS = [
  download(1, { ...OPEN, progress: { ahead: 1, done: 0, total: null } }),
  download(2, { ...OPEN, progress: { ahead: 0, done: 1e6, total: 4e6 } }),
  download(3, {
    ...OPEN,
    status: 'error',
    message: EXPORTS_MESSAGES['export.diskFull'],
    description: `Sphere legs, ${TAIL}`,
  }),
  download(4, {}),
];

/** Answers the list with these rows, and everything else as the server does. */
async function listing(page: Page, downloads: readonly Download[]): Promise<void> {
  await page.route(/\/trpc\/[^?]*exports\.downloads/, async (route) => {
    const answer = await route.fetch();
    const calls = new URL(route.request().url()).pathname.split('/').at(-1)!.split(',');
    const body = (await answer.json()) as { result: { data: unknown } }[];
    body[calls.indexOf('exports.downloads')] = { result: { data: { downloads } } };
    await route.fulfill({ response: answer, json: body });
  });
}

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const) {
  test.describe(`at ${width} × ${height}`, () => {
    test.use({ viewport: { width, height } });

    test('exports show their result, and a failed one can be put back into the form', async ({ page, signedInAs }) => {
      await listing(page, ROWS);
      await signedInAs('admin', { site: 'ridgeway', path: '/export', settings: MODEL_ONLY });
      await page.getByRole('tab', { name: /^Downloads/ }).click();
      const row = (text: string) => page.getByRole('listitem').filter({ hasText: text });
      await expect(row('Export 1')).toContainText('second in the queue');
      await expect(row('Export 2').getByRole('progressbar')).toHaveAttribute('value', '25');
      await expect(row('Sphere legs')).toContainText(EXPORTS_MESSAGES['export.diskFull']);
      await expect(row('Export 4')).toContainText(/Completed .*, 212\.4\sMB, 2\.5mm/);
      await expect(row('Export 4')).toContainText('Expires on');
      await expectAccessible(page);
      await page.screenshot({ path: test.info().outputPath('downloads.png') });
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(wider, 'nothing scrolls sideways').toBeLessThanOrEqual(0);
      await row('Sphere legs')
        .getByRole('button', { name: /^Open .* in Tool$/ })
        .click();
      await expect(page.getByRole('textbox', { name: 'Description' })).toHaveValue(`Sphere legs, ${TAIL}`);
    });
  });
}
