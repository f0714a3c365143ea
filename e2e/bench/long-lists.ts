/**
 * Long lists in the viewer: the first pin of 10,000 changes (MOC), and scrolling through 1,000 Places.
 *
 *   npx tsx bench/long-lists.ts --data-dir D [--mocs 10000] [--places 1000] [--port 4691] [--rounds 10]    (in e2e)
 *
 * D is a data folder with the demo in it, of a server that is stopped. Its database is changed: give it a copy. A pin counts
 * as shown when its canvas paints it. For scrolling, the main thread's processor time of each picture says what the page
 * costs; the software raster takes its own time elsewhere.
 */
import { spawn } from 'node:child_process';
import { loadavg } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { openDatabase } from '@overlook/db';
import { mocPois } from '@overlook/db/schema';
import { enuFrame } from '@overlook/shared/maths';
import { type CDPSession, chromium, type Page } from '@playwright/test';
import { CHROMIUM_ARGS, chromiumPath } from '../fixtures/chromium.ts';

const { values } = parseArgs({
  options: {
    'data-dir': { type: 'string' },
    mocs: { type: 'string', default: '10000' },
    places: { type: 'string', default: '1000' },
    port: { type: 'string', default: '4691' },
    rounds: { type: 'string', default: '10' },
  },
});
const dataDir = values['data-dir'];
if (!dataDir) throw new Error('--data-dir names the data folder.');
const origin = `http://127.0.0.1:${values.port}`;
const ACCOUNT = { email: 'admin@overlook.example', password: 'overlook-admin' };

/** Changes and Places as copies of the demo's first ones; the changes lie on a grid of 400 m by 400 m about its place. */
async function fill(): Promise<void> {
  const { db, close } = await openDatabase({ dataDir: dataDir! });
  const [changes, places] = [Number(values.mocs), Number(values.places)];
  const first = await db.select().from(mocPois).orderBy(mocPois.id).limit(1);
  const { latitude, longitude, altitude } = first[0]!;
  const { ecefFromEnu } = enuFrame({ longitude, latitude, height: altitude });
  const side = Math.ceil(Math.sqrt(changes));
  const at = (k: number, step: string) =>
    `${ecefFromEnu[12 + k]} + (${ecefFromEnu[k]}) * (i % ${side} * ${step} - 200) + (${ecefFromEnu[4 + k]}) * (i / ${side} * ${step} - 200)`;
  await db.execute(
    `with made as (
      insert into mocs (site_id, name, document_number, state)
      select (select site_id from mocs order by id limit 1), 'Change ' || i, 'MOC-' || i,
        (array['proposed', 'approved', 'completed'])[1 + i % 3]::moc_state from generate_series(1, ${changes}) i
      returning id, substr(document_number, 5)::int as i)
    insert into moc_pois (moc_id, x, y, z, latitude, longitude, altitude)
    select id, ${[0, 1, 2].map((k) => at(k, `${400 / side}`)).join()}, ${latitude}, ${longitude}, ${altitude} from made`,
  );
  await db.execute(
    `insert into snapshots (site_id, name, filename, image_type, bookmark, view, created_by)
    select site_id, 'Place ' || i, filename, image_type, bookmark, view, (select id from users where email = '${ACCOUNT.email}')
    from (select * from snapshots where height_type is null and bookmark is not null order by id limit 1) one,
      generate_series(1, ${places}) i`,
  );
  await close();
}

async function startServer() {
  const main = path.join(import.meta.dirname, '../../server/dist/main.js');
  const env = { ...process.env, DATA_DIR: dataDir, PORT: values.port, DEMO: 'true', LOG_LEVEL: 'error' };
  const server = spawn(process.execPath, [main], { env, stdio: 'inherit' });
  for (let tries = 0; tries < 600; tries++) {
    const isReady = await fetch(`${origin}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return server;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error('The server did not start.');
}

/** The page's clock when the first pin was painted. */
interface PinWatch {
  firstPinMs: number | null;
}

/** Notes when a pin is painted on the canvas of the pins, which lies over that of the marks. */
function watchPins(): void {
  Object.assign(window, { firstPinMs: null });
  const apply: ProxyHandler<typeof CanvasRenderingContext2D.prototype.drawImage> = {
    apply(draw, context: CanvasRenderingContext2D, given: Parameters<typeof draw>) {
      const page = window as unknown as PinWatch;
      if (context.canvas.style.zIndex === '1' && context.canvas.isConnected) page.firstPinMs ??= performance.now();
      return Reflect.apply(draw, context, given);
    },
  };
  CanvasRenderingContext2D.prototype.drawImage = new Proxy(CanvasRenderingContext2D.prototype.drawImage, apply);
}

const idle = (page: Page) => page.evaluate(() => Promise.all(window.overlook!.screens.map((screen) => screen.idle())));

/** From the press on "MOCs" to the first pin, and from an address to it; milliseconds. */
async function firstPins(page: Page): Promise<void> {
  const waitForPin = () =>
    page.waitForFunction(() => (window as unknown as PinWatch).firstPinMs, null, { polling: 20 });
  const pressed: number[] = [];
  const opened: number[] = [];
  for (let n = 0; n < Number(values.rounds); n++) {
    await page.goto('/');
    await page.waitForFunction(() => window.overlook !== undefined);
    await idle(page);
    const from = await page.evaluate(() => {
      (window as unknown as PinWatch).firstPinMs = null;
      return performance.now();
    });
    await page.getByRole('link', { name: 'MOCs' }).click();
    pressed.push(Number(await (await waitForPin()).jsonValue()) - from);
    await page.goto('/mocs');
    opened.push(Number(await (await waitForPin()).jsonValue()));
  }
  report('press on MOCs to the first pin', pressed);
  report('address of the list to the first pin', opened);
}

function report(what: string, times: number[]): void {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)]!.toFixed(1);
  console.log(
    `${what.padEnd(40)} p50 ${at(0.5)} ms   p95 ${at(0.95)} ms   most ${at(1)} ms   load ${loadavg()[0]!.toFixed(1)}`,
  );
}

/** Scrolls through the list, a third of its height a picture. */
async function scrollPlaces(page: Page, cdp: CDPSession): Promise<void> {
  await page.goto('/mocs');
  const list = page.getByRole('list', { name: 'Places', exact: true });
  await list
    .getByRole('listitem')
    .nth(Number(values.places) - 1)
    .waitFor({ state: 'attached' });
  await idle(page);
  const costMs = async (names: readonly string[]) => {
    const { metrics } = await cdp.send('Performance.getMetrics');
    return metrics.reduce((sum, { name, value }) => (names.includes(name) ? sum + value * 1000 : sum), 0);
  };
  const PAGE = ['ScriptDuration', 'RecalcStyleDuration', 'LayoutDuration'];
  const before = [await costMs(PAGE), await costMs(['TaskDuration'])] as const;
  const framesMs = await list.evaluate(async (element) => {
    const taken: number[] = [];
    while (element.scrollTop + element.clientHeight < element.scrollHeight - 1) {
      const from = performance.now();
      element.scrollTop += element.clientHeight / 3;
      await new Promise((resolve) => requestAnimationFrame(resolve));
      await new Promise((resolve) => setTimeout(resolve));
      taken.push(performance.now() - from);
    }
    return taken;
  });
  const pageMs = (await costMs(PAGE)) - before[0];
  const allMs = (await costMs(['TaskDuration'])) - before[1];
  report(`scrolling ${values.places} Places, a picture`, framesMs);
  const each = (ms: number) => (ms / framesMs.length).toFixed(1);
  console.log(`  of which script, style and layout ${each(pageMs)} ms, with the software's painting ${each(allMs)} ms`);
}

await fill();
const server = await startServer();
const browser = await chromium.launch({ executablePath: chromiumPath(), args: CHROMIUM_ARGS });
try {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 }, baseURL: origin });
  await context.addInitScript(watchPins);
  const { token } = (await (await context.request.post('/api/auth/sign_in', { data: ACCOUNT })).json()) as {
    token: string;
  };
  await context.request.post('/api/auth/acceptdisclaimer', { headers: { authorization: `Bearer ${token}` } });
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  await page.goto('/');
  await page.getByRole('textbox', { name: 'E-mail' }).fill(ACCOUNT.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(ACCOUNT.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByRole('link', { name: 'MOCs' }).waitFor();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  await firstPins(page);
  await scrollPlaces(page, cdp);
} finally {
  await browser.close();
  server.kill();
}
