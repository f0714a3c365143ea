/** Host pages whose policy requires Trusted Types, with the default policy that docs/embedding/README.md gives them. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { openElements } from '../../fixtures/element-driver.ts';
import { hostLibraries } from '../../fixtures/host-libraries.ts';
import { Grant, HostServer } from '../../fixtures/host-page.ts';
import { ROOT } from '../../fixtures/server.ts';
import { strictPolicy } from '../../fixtures/strict-policy.ts';
import { expect, test } from '../../fixtures/test.ts';

test.use({ hasStills: false });

let host: HostServer;
test.beforeAll(async () => void (host = await HostServer.start()));
test.afterAll(() => host.stop());

const TRUSTED = "require-trusted-types-for 'script'; trusted-types default";
const NONCE = 'bm9uY2U';
/** Workers may start from addresses of the page's own origin. */
const FOR_WORKERS = 'createScriptURL: (url) => (new URL(url, location.href).origin === location.origin ? url : null)';
/** MapLibre parses the text of its attribution as HTML and removes what is not allowed. */
const FOR_MAPLIBRE = 'createHTML: (html) => html';
const defaultPolicy = (...rules: string[]) =>
  `<script nonce="${NONCE}">trustedTypes.createPolicy('default', { ${rules.join(', ')} });</script>`;

/** Texts that the browser reports. */
function violationsOf(page: Page): string[] {
  const violations: string[] = [];
  page.on('console', (message) => {
    if (/Trusted/.test(message.text())) violations.push(message.text());
  });
  page.on('pageerror', ({ message }) => violations.push(message));
  return violations;
}

test('the element needs the addresses of workers alone, and its controls need nothing', async ({ page, request }) => {
  const { token } = await Grant.make(request);
  const violations = violationsOf(page);
  const html = `<!doctype html><html lang="en"><title>Host</title>${defaultPolicy(FOR_WORKERS)}
<script type="module" src="{{OVERLOOK}}/embed/v1/overlook-viewer.js"></script><body>
<overlook-viewer token="{{TOKEN}}" layer="textured" id="viewer"></overlook-viewer></body></html>`;
  const policy = `${strictPolicy(`'nonce-${NONCE}'`)}; ${TRUSTED}`;
  const [element] = await openElements(page, host.show({ html, token, policy }));
  const picked = await element!.evaluate(async ({ api }) => {
    await api!.idle();
    return api!.pick(200, 200)?.layer;
  });
  expect(picked).toBe('textured');
  const viewer = page.locator('overlook-viewer');
  for (const name of ['Zoom in', 'Home', 'Measure distance'])
    await viewer.getByRole('button', { name, exact: true }).click();
  await expect(viewer.getByRole('button', { name: 'Undo' })).toBeVisible();
  expect(violations).toEqual([]);
});

test('without it, the element shows why the browser starts no worker', async ({ page, request }) => {
  const { token } = await Grant.make(request);
  const html = `<!doctype html><html lang="en"><title>Host</title>
<script type="module" src="{{OVERLOOK}}/embed/v1/overlook-viewer.js"></script><body>
<overlook-viewer token="{{TOKEN}}" layer="textured"></overlook-viewer></body></html>`;
  await page.goto(host.show({ html, token, policy: `${strictPolicy()}; ${TRUSTED}` }));
  await expect(page.locator('overlook-viewer')).toContainText("requires 'TrustedScriptURL' assignment");
  expect(page.workers()).toEqual([]);
});

test('a page with MapLibre needs the HTML of its attribution, too', async ({ page, request }) => {
  const { token } = await Grant.make(request);
  const violations = violationsOf(page);
  const example = await readFile(path.join(ROOT, 'docs/embedding/examples/maplibre.html'), 'utf8');
  const html = example.replace('<head>', `<head>${defaultPolicy(FOR_WORKERS, FOR_MAPLIBRE)}`);
  await page.goto(host.show({ html, token, policy: TRUSTED, modules: await hostLibraries() }));
  await page.waitForFunction(() => (window as Partial<Window> & { control?: { isLoaded: boolean } }).control?.isLoaded);
  expect(violations).toEqual([]);
});
