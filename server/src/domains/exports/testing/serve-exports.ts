import { spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { bundled } from '../../../testing/server-bundle.ts';

/**
 * Starts a server on the data folder and kills it this long after it began to work, or lets it end. Resolves to whether
 * it ended itself.
 */
export async function serveExports(dataDir: string, killAfterMs: number | null): Promise<boolean> {
  const child = spawn(process.execPath, [bundled('export-server'), dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<boolean>((resolve) => child.once('exit', (code) => resolve(code === 0)));
  const ready = new Promise<true>((resolve) => child.stdout.once('data', () => resolve(true)));
  const isReady = await Promise.race([ready, ended.then(() => false)]);
  if (!isReady) throw new Error('The server ended before it was ready.');
  if (killAfterMs !== null) {
    await delay(killAfterMs);
    child.kill('SIGKILL');
  }
  return ended;
}
