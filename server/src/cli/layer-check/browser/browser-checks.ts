/** Layer checks that need a browser: the layer is drawn with compiled shaders, and axe checks its panel. */
import type { LayerCheck } from '@overlook/shared/config';
import { CheckServer } from './check-server.ts';
import { HeadlessBrowser } from './headless-browser.ts';

export interface BrowserCheckRequest {
  readonly id: string;
  readonly title: string;
  readonly folder: string;
  /** Paths of the module and of all code files, relative to the folder. */
  readonly module: string;
  readonly files: readonly string[];
  /** Response of external sources; null for none. */
  readonly answer: string | null;
  /** Path of the browser. */
  readonly browser: string;
  /** Folder of the built page. */
  readonly pageDir: string;
  /** Time limit of all browser checks, milliseconds. */
  readonly timeoutMs: number;
}

type Verdict = Pick<LayerCheck, 'outcome' | 'detail'>;
type BrowserCheck = 'drawing' | 'panel';
type Size = readonly [width: number, height: number];

/** Viewport sizes for the panel check, CSS pixels. */
const SIZES: readonly [first: Size, second: Size] = [
  [1440, 900],
  [390, 844],
];

/** Returns the result of each browser check. If the browser cannot start, the checks are skipped. */
export async function browserChecks(request: BrowserCheckRequest, signal?: AbortSignal): Promise<LayerCheck[]> {
  const server = await CheckServer.start(request);
  let browser: HeadlessBrowser;
  try {
    browser = await HeadlessBrowser.open(request.browser);
  } catch (error) {
    server.stop();
    return skipped(`${request.browser} cannot be started: ${(error as Error).message}`);
  }
  const end = () => void browser.close();
  const timeout = AbortSignal.timeout(request.timeoutMs);
  const stop = signal ? AbortSignal.any([signal, timeout]) : timeout;
  stop.addEventListener('abort', end, { once: true });
  const done: LayerCheck[] = [];
  try {
    await inPage(browser, server, request, done);
    return done;
  } catch (error) {
    if (signal?.aborted) throw error;
    const detail = timeout.aborted ? `did not end within ${request.timeoutMs / 1000} s` : (error as Error).message;
    const check = CHECKS[done.length]!;
    return [...done, { check, outcome: 'fail', detail }, ...skipped('the browser was ended').slice(done.length + 1)];
  } finally {
    stop.removeEventListener('abort', end);
    await browser.close();
    server.stop();
  }
}

const CHECKS: readonly BrowserCheck[] = ['drawing', 'panel'];

/** Returns both checks as skipped. */
export const skipped = (detail: string): LayerCheck[] => CHECKS.map((check) => ({ check, outcome: 'skip', detail }));

async function inPage(
  browser: HeadlessBrowser,
  server: CheckServer,
  { id, title, module }: BrowserCheckRequest,
  done: LayerCheck[],
): Promise<void> {
  await browser.resize(...SIZES[0]);
  await browser.goto(server.pageUrl);
  const baseUrl = `/layers/${id}/`;
  const layer = { id, title, moduleUrl: `${baseUrl}${module}`, baseUrl };
  done.push({ check: 'drawing', ...((await browser.evaluate(`drawLayer(${JSON.stringify(layer)})`)) as Verdict) });
  const axe = `new Promise((resolve, reject) => document.head.append(Object.assign(document.createElement('script'),
    { src: ${JSON.stringify(server.axeUrl)}, onload: resolve, onerror: () => reject(new Error('axe-core is not there')) })))`;
  await browser.evaluate(`${axe}.then(() => null)`);
  let verdict: Verdict | null = null;
  for (const size of SIZES) {
    await browser.resize(...size);
    const one = (await browser.evaluate('checkPanel()')) as Verdict;
    if (verdict === null || one.outcome === 'fail') verdict = one;
    if (one.outcome === 'fail') break;
  }
  done.push({ check: 'panel', ...verdict! });
}
