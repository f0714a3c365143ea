/**
 * Flights over a slow link: tiles that are missing when the camera arrives, and how long until the view has settled.
 *
 *   npx tsx bench/flights.ts <origin> [<origin of another version>] [--mbit 30] [--rounds 5]    (in e2e)
 *
 * Each origin is a running server with the demo. A flight begins at a wall of the plant with the caches of the browser
 * empty and goes to the home view, by the Home key. The versions take turns.
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { distance } from '@overlook/shared/maths';
import { type CDPSession, chromium, type Page } from '@playwright/test';
import { CHROMIUM_ARGS, chromiumPath } from '../fixtures/chromium.ts';
import { facing, flatFace, poseOf } from '../fixtures/plant.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { mbit: { type: 'string', default: '30' }, rounds: { type: 'string', default: '5' } },
});
if (positionals.length === 0) throw new Error('An origin is needed.');
const ACCOUNT = { email: 'admin@overlook.example', password: 'overlook-admin' };
const WALL = poseOf(facing(flatFace('Control room west wall'), 12));

async function signIn(page: Page, origin: string): Promise<void> {
  const { token } = (await (await page.request.post(`${origin}/api/auth/sign_in`, { data: ACCOUNT })).json()) as {
    token: string;
  };
  await page.request.post(`${origin}/api/auth/acceptdisclaimer`, { headers: { authorization: `Bearer ${token}` } });
  await page.addInitScript((value) => {
    localStorage.setItem('overlook.session-token', value);
    localStorage.setItem('overlook.refine-at-rest', 'false');
  }, JSON.stringify(token));
}

const settle = (page: Page) => page.evaluate(() => window.overlook!.idle());
const isThere = (page: Page) =>
  page.waitForFunction(() => (window.overlook?.screens.length ?? 0) > 0, null, { timeout: 120_000 });

interface Landing {
  readonly tilesAfterArrival: number;
  readonly settledMs: number;
}

async function fly(page: Page, network: CDPSession, origin: string): Promise<Landing> {
  await page.goto(`${origin}/`);
  await isThere(page);
  const home = await page.evaluate(() => window.overlook!.camera.pose());
  await page.evaluate((pose) => window.overlook!.camera.setPose(pose), WALL);
  await settle(page);
  // The camera is kept, so that the plant opens at the wall, and nothing of the home view has been fetched.
  await page.reload();
  await isThere(page);
  await settle(page);
  const bytesPerSecond = (Number(values.mbit) * 1e6) / 8;
  const link = { offline: false, latency: 20, downloadThroughput: bytesPerSecond, uploadThroughput: bytesPerSecond };
  await network.send('Network.emulateNetworkConditions', link);
  let tiles = 0;
  const count = (response: { url(): string }) => void (/\.(?:glb|b3dm|pnts)(?:\?|$)/.test(response.url()) && tiles++);
  page.on('response', count);
  await page.getByRole('application').first().focus();
  await page.keyboard.press('h');
  await page.waitForFunction(
    ([x, y, z]) => {
      const [px, py, pz] = window.overlook!.camera.pose().position;
      return Math.hypot(px - x, py - y, pz - z) < 0.01;
    },
    home.position,
    { polling: 'raf' },
  );
  const [atArrival, startMs] = [tiles, performance.now()];
  await settle(page);
  const settledMs = performance.now() - startMs;
  page.off('response', count);
  await network.send('Network.emulateNetworkConditions', {
    ...link,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
  if (distance(home.position, WALL.position) < 20) throw new Error('The home view is too near.');
  return { tilesAfterArrival: tiles - atArrival, settledMs };
}

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!;

const browser = await chromium.launch({ executablePath: chromiumPath(), args: CHROMIUM_ARGS });
const landings = new Map<string, Landing[]>(positionals.map((origin) => [origin, []]));
for (let round = 0; round < Number(values.rounds); round++) {
  for (const origin of positionals) {
    const context = await browser.newContext({ viewport: { width: 900, height: 560 } });
    const page = await context.newPage();
    const network = await context.newCDPSession(page);
    await network.send('Network.enable');
    await network.send('Network.setCacheDisabled', { cacheDisabled: true });
    await signIn(page, origin);
    landings.get(origin)!.push(await fly(page, network, origin));
    await context.close();
  }
}
await browser.close();
for (const [origin, all] of landings) {
  const tiles = all.map(({ tilesAfterArrival }) => tilesAfterArrival);
  const times = all.map(({ settledMs }) => Math.round(settledMs));
  console.log(
    `${origin}: tiles after arrival ${tiles.join(', ')}; settled after ${times.join(', ')} ms, median ${median(times)}`,
  );
}
console.log(`load ${loadavg()[0]!.toFixed(1)}`);
