/** A server stops while a person looks at a site: the page says so, and continues by itself when the server is back. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { obliqueView } from '../../fixtures/oblique-view.ts';
import { QUADTREE_ORIGIN, writeQuadtree } from '../../fixtures/quadtree.ts';
import { ROOT, overlook } from '../../fixtures/server.ts';
import { StageDriver } from '../../fixtures/stage-driver.ts';
import { expect, test } from '../../fixtures/test.ts';

const PORT = 4598;
const ORIGIN = `http://127.0.0.1:${PORT}`;
const DATA_DIR = path.join(ROOT, '.cache/lost-server');
const QUADTREE = path.join(ROOT, '.cache/lost-server-tiles');
const ENV = { DATA_DIR, PORT: String(PORT), DEMO: 'false', LOG_LEVEL: 'error' };
/** The root alone is fine enough from here: the tiles below it are not fetched. */
const FAR = obliqueView(QUADTREE_ORIGIN, 3000);
const NEAR = obliqueView(QUADTREE_ORIGIN, 60);
const ACCOUNT = { email: 'lost@overlook.example', password: 'a-server-goes-away' };

let server: ChildProcess | null = null;

async function startServer(): Promise<void> {
  server = spawn(process.execPath, [path.join(ROOT, 'server/dist/main.js')], { env: { ...process.env, ...ENV } });
  const isReady = () =>
    fetch(`${ORIGIN}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(isReady, { timeout: 60_000 }).toBe(true);
}

/** As a power cut ends it: without a shutdown. */
async function killServer(): Promise<void> {
  if (!server) return;
  const gone = once(server, 'exit');
  server.kill('SIGKILL');
  await gone;
  server = null;
}

test.beforeAll(async () => {
  await rm(DATA_DIR, { recursive: true, force: true });
  await writeQuadtree(QUADTREE);
  await overlook(['site', 'import', 'square', '--name', 'Square', '--textured', QUADTREE], ENV);
  const names = ['--first-name', 'Lost', '--last-name', 'Server'];
  await overlook(['user', 'create', ACCOUNT.email, ...names, '--password', ACCOUNT.password, '--admin'], ENV);
  await startServer();
});
test.afterAll(killServer);

test(
  'a killed server is named on the page, and its tiles come when it is back',
  { tag: '@long' },
  async ({ browser }) => {
    const context = await browser.newContext({ baseURL: ORIGIN, viewport: { width: 760, height: 560 } });
    const page = await context.newPage();
    const stage = new StageDriver(page);
    const answer = await context.request.post('/api/auth/sign_in', { data: ACCOUNT });
    const { token } = (await answer.json()) as { token: string };
    await context.request.post('/api/auth/acceptdisclaimer', { headers: { authorization: `Bearer ${token}` } });
    await page.addInitScript((value) => localStorage.setItem('overlook.session-token', value), JSON.stringify(token));
    const camera = [FAR.position, FAR.direction, FAR.up].flat().join();
    await page.goto(`/?v=1&site=square&layers=3&cam=${camera}`);
    await stage.settled();
    const before = await stage.stats();
    expect(before.tilesLoaded).toBe(1);

    await killServer();
    // The close view needs tiles that are not loaded yet.
    await page.evaluate((pose) => {
      window.overlookTesting!.screens[0]!.setScreenSpaceError(1);
      window.overlook!.camera.setPose(pose);
    }, NEAR);
    await expect(page.getByText('The server cannot be reached. Trying again…')).toBeVisible();
    expect((await stage.stats()).tilesLoaded).toBe(before.tilesLoaded);

    await startServer();
    await stage.settled();
    const after = await stage.stats();
    expect(after.tilesSelected).toBeGreaterThanOrEqual(16);
    expect(after.tilesFailed).toBe(0);
    await expect(page.getByText('The server cannot be reached. Trying again…')).toBeHidden();
    await expect(page.getByRole('contentinfo').getByText('View settled')).toBeVisible();
    await context.close();
  },
);
