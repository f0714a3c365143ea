/** A headless browser, controlled over its debugging pipe: file descriptors 3 and 4, JSON messages separated by NUL. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { DevtoolsPipe } from './devtools-pipe.ts';
import { SOFTWARE_BROWSER_ARGUMENTS } from './software-browser.ts';

/** Without network: requests to other hosts go to a proxy that does not exist. */
const ARGUMENTS = [
  '--headless=new',
  '--remote-debugging-pipe',
  ...SOFTWARE_BROWSER_ARGUMENTS,
  '--proxy-server=http://127.0.0.1:9',
];

/** Time limit for a regular exit, milliseconds. */
const CLOSED_WITHIN_MS = 2000;

export class HeadlessBrowser {
  private constructor(
    private readonly child: ChildProcess,
    private readonly profile: string,
    private readonly devtools: DevtoolsPipe,
    private readonly session: string,
  ) {}

  /** Starts the program at `file`. Rejects if it cannot start or exits at once. */
  static async open(file: string): Promise<HeadlessBrowser> {
    const profile = await mkdtemp(path.join(tmpdir(), 'overlook-layer-check-'));
    // Root cannot use the browser's sandbox: without this flag the browser would not start.
    const isRoot = process.getuid?.() === 0;
    const args = [...ARGUMENTS, ...(isRoot ? ['--no-sandbox'] : []), `--user-data-dir=${profile}`, 'about:blank'];
    const child = spawn(file, args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
    const devtools = new DevtoolsPipe(child.stdio[3] as Writable, child.stdio[4] as Readable);
    child.once('error', (error) => devtools.end(error));
    child.once('exit', () => devtools.end(new Error('The browser has ended.')));
    try {
      const { targetId } = await devtools.call('Target.createTarget', { url: 'about:blank' });
      const { sessionId } = await devtools.call('Target.attachToTarget', { targetId, flatten: true });
      return new HeadlessBrowser(child, profile, devtools, String(sessionId));
    } catch (error) {
      await ended(child, profile);
      throw error;
    }
  }

  async resize(width: number, height: number): Promise<void> {
    const metrics = { width, height, deviceScaleFactor: 1, mobile: false };
    await this.devtools.call('Emulation.setDeviceMetricsOverride', metrics, this.session);
  }

  /** Opens a page and waits for its load event. */
  async goto(url: string): Promise<void> {
    await this.devtools.call('Page.enable', {}, this.session);
    const loaded = this.devtools.event('Page.loadEventFired');
    const { errorText } = await this.devtools.call('Page.navigate', { url }, this.session);
    if (errorText) throw new Error(String(errorText));
    await loaded;
  }

  /** Evaluates an expression in the page and awaits a promise. Rejects with the error of the expression. */
  async evaluate(expression: string): Promise<unknown> {
    const asked = { expression, awaitPromise: true, returnByValue: true };
    const { result, exceptionDetails } = await this.devtools.call('Runtime.evaluate', asked, this.session);
    if (exceptionDetails) throw new Error(reasonOf(exceptionDetails as Exception));
    return (result as { value?: unknown }).value;
  }

  async close(): Promise<void> {
    const closing = this.devtools.call('Browser.close').catch(() => null);
    const exit = once(this.child, 'exit');
    await Promise.race([Promise.all([closing, exit]), pause(CLOSED_WITHIN_MS)]);
    await ended(this.child, this.profile);
  }
}

interface Exception {
  readonly text: string;
  readonly exception?: { readonly description?: string };
}

const reasonOf = ({ text, exception }: Exception): string => exception?.description?.split('\n')[0] ?? text;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms).unref());

async function ended(child: ChildProcess, profile: string): Promise<void> {
  if (child.exitCode === null && child.signalCode === null && child.pid !== undefined) {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  // Child processes of the browser may still write to the folder.
  await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}
