/**
 * A short journey through the product in Firefox and WebKit, beside Chromium: what they draw is compared, what they measure
 * and pick is known from the description of the plant.
 */
import sharp from 'sharp';
import { type Vec3, add, distance } from '@overlook/shared/maths';
import type { OverlookViewerElement } from '@overlook/embed/viewer';
import type { LayerName } from '@overlook/embed/viewer-api';
import { ACCOUNTS } from '../../fixtures/accounts.ts';
import { Grant, HostServer } from '../../fixtures/host-page.ts';
import { hasFirefox, launchFirefox } from '../../fixtures/other-browsers/firefox.ts';
import { WebDriver } from '../../fixtures/other-browsers/web-driver.ts';
import { hasWebKit, launchWebKit } from '../../fixtures/other-browsers/webkit.ts';
import { Picture } from '../../fixtures/picture.ts';
import { above, flatFace, middleOf, poseOf, ecefFromEnu } from '../../fixtures/plant.ts';
import { ORIGIN } from '../../fixtures/server.ts';
import { COARSE_MODEL, expect, test } from '../../fixtures/test.ts';

const SIZE = { width: 900, height: 600 } as const;
test.use({ viewport: SIZE });
// The journey draws many views in a browser that draws slowly.
test.setTimeout(420_000);

const ENGINES = [
  { name: 'Firefox', packages: 'firefox-esr xvfb', isInstalled: hasFirefox, launch: launchFirefox },
  { name: 'WebKit', packages: 'webkit2gtk-driver xvfb', isInstalled: hasWebKit, launch: launchWebKit },
];
const LAYERS: readonly LayerName[] = ['textured', 'shaded', 'points', 'cad'];
/** As for Chromium: no globe and map, and no areas of changes over the model. */
const SETTINGS = {
  ...COARSE_MODEL,
  'overlook.refine-at-rest': false,
  'overlook.mocs-shown': false,
  'overlook.cloud-lighting': 'off',
  'overlook.points': 1,
};
const ROOF = middleOf(flatFace('Control room roof deck'));
const ABOVE_ROOF = poseOf(above(ROOF, 12));
/** Mean difference of the channels of coarse pictures, of 255: points without a known processor are round, others square. */
const ALIKE = 8;

/** Runs in the page: the picture of the stage by the product's own capture, in base64. */
async function screenshot(): Promise<string> {
  const bytes = new Uint8Array(await (await window.overlook!.screenshot()).arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

/** Colours in cells of about ten pixels, in which edges and the forms of points make no difference. */
const coarsePicture = async (base64: Promise<string>): Promise<Picture> =>
  Picture.decode(
    await sharp(Buffer.from(await base64, 'base64'))
      .resize({ width: 90 })
      .png()
      .toBuffer(),
  );

/** Presses the model where a point of the plant is, metres east, north and up. */
async function pressPoint(driver: WebDriver, pointEnu: Vec3): Promise<void> {
  const [x, y] = await driver.run((point) => {
    const { left, top } = document.querySelector('[role="application"]')!.getBoundingClientRect();
    const at = window.overlook!.project(point)!;
    return [left + at.x, top + at.y] as const;
  }, ecefFromEnu(pointEnu));
  await driver.press(x, y);
}

const showAboveRoof = (driver: WebDriver, layer: LayerName) =>
  driver.run(
    async (pose, name) => {
      window.overlook!.layers.show(name);
      window.overlook!.camera.setPose(pose);
      await window.overlook!.idle();
    },
    ABOVE_ROOF,
    layer,
  );

async function openAt(driver: WebDriver, path: string): Promise<void> {
  await driver.goto(`${ORIGIN}${path}`);
  await driver.until(() => window.overlook !== undefined);
}

for (const { name, packages, isInstalled, launch } of ENGINES) {
  test(
    `${name} shows what Chromium shows, measures, selects, finds photos and embeds`,
    { tag: name === 'WebKit' ? '@long' : [] },
    async ({ page, request, signedInAs }) => {
      test.skip(!isInstalled(), `${name} is not installed (apt install ${packages})`);
      const host = await HostServer.start();
      const driver = await WebDriver.open(await launch(), SIZE.width, SIZE.height);
      try {
        await test.step('signs in', async () => {
          await driver.goto(`${ORIGIN}/`);
          await driver.fill('E-mail', ACCOUNTS.admin.email);
          await driver.fill('Password', ACCOUNTS.admin.password);
          await driver.click('button', 'Login');
          await driver.until(
            () =>
              window.overlook !== undefined ||
              document.querySelector('[role="alertdialog"], dialog, [role="dialog"]') !== null,
          );
          if (!(await driver.run(() => window.overlook !== undefined))) await driver.click('button', 'Accept');
          await driver.until(() => window.overlook !== undefined);
          await driver.run((settings) => {
            for (const [key, value] of Object.entries(settings)) localStorage.setItem(key, JSON.stringify(value));
          }, SETTINGS);
          await openAt(driver, '/');
        });

        await test.step('draws the four layers as Chromium does', async () => {
          const stage = await signedInAs('admin', { site: 'ridgeway', settings: SETTINGS });
          await stage.settled();
          const pose = await stage.pose();
          for (const layer of LAYERS) {
            const show = async ([to, shown]: readonly [typeof pose, LayerName]) => {
              window.overlook!.layers.show(shown);
              window.overlook!.camera.setPose(to);
              await window.overlook!.idle();
            };
            await Promise.all([page.evaluate(show, [pose, layer] as const), driver.run(show, [pose, layer] as const)]);
            const [theirs, ours] = await Promise.all([
              coarsePicture(driver.run(screenshot)),
              coarsePicture(page.evaluate(screenshot)),
            ]);
            expect(theirs.differenceFrom(ours).mean, layer).toBeLessThan(ALIKE);
          }
        });

        await test.step('measures a distance on the roof', async () => {
          await openAt(driver, '/tools');
          await showAboveRoof(driver, 'textured');
          await driver.run(() => window.overlook!.tools.activate('measure', 'distance'));
          const [a, b] = [add(ROOF, [-2, -1, 0]), add(ROOF, [2, 2, 0])];
          await pressPoint(driver, a);
          await driver.until(() => window.overlook!.measurements.all()[0]?.points.length === 1);
          await pressPoint(driver, b);
          await driver.until(() => window.overlook!.measurements.all()[0]?.points.length === 2);
          const metres = await driver.run(() => window.overlook!.measurements.all()[0]!.value!);
          expect(Math.abs(metres - distance(a, b))).toBeLessThan(0.05);
          await driver.run(() => window.overlook!.tools.activate(null));
        });

        await test.step('selects the object of the Project Layer under a press', async () => {
          await showAboveRoof(driver, 'cad');
          await pressPoint(driver, ROOF);
          await driver.until(() => window.overlook!.selection.get().length > 0);
        });

        await test.step('finds the photos around a press and shows one', async () => {
          await openAt(driver, '/nearby');
          await showAboveRoof(driver, 'textured');
          // Right of the panel.
          await driver.press(0.8 * SIZE.width, 0.5 * SIZE.height);
          await driver.until(() => {
            const pictures = [...document.querySelectorAll<HTMLImageElement>('[aria-label="Photos found"] img')];
            return pictures.length > 0 && pictures[0]!.complete && pictures[0]!.naturalWidth > 0;
          });
        });

        await test.step('places the box of an export', async () => {
          await openAt(driver, '/export');
          expect(Number(await driver.valueOf('Size east'))).toBe(2.5);
        });

        await test.step('shows the element on a page of another origin', async () => {
          const { token } = await Grant.make(request);
          const html = `<!doctype html><title>Host</title><script type="module" src="{{OVERLOOK}}/embed/v1/overlook-viewer.js"></script>
          <overlook-viewer token="{{TOKEN}}" layer="textured" style="width:400px;height:300px"></overlook-viewer>`;
          await driver.goto(host.show({ html, token }));
          await driver.until(() => Boolean(document.querySelector<OverlookViewerElement>('overlook-viewer')?.api));
          const layer = await driver.run(async () => {
            const api = document.querySelector<OverlookViewerElement>('overlook-viewer')!.api!;
            await api.idle();
            return api.pick(200, 200)?.layer ?? null;
          });
          expect(layer).toBe('textured');
        });
      } finally {
        await driver.close();
        await host.stop();
      }
    },
  );
}
