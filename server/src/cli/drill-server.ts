import { type ChildProcess, spawn } from 'node:child_process';
import { BackupFailedError } from '../backup/backup-failed.ts';
import { workerEntry } from '../process/worker-entry.ts';

const START_WITHIN_MS = 120_000;

/** The server of this build or of these sources, on a port of the system's choice. */
export function startDrillServer(dataDir: string): { url: Promise<string>; stop(): Promise<void> } {
  const isSource = import.meta.url.endsWith('.ts');
  const { file, execArgv } = workerEntry(
    'main',
    isSource ? new URL('../main.ts', import.meta.url).href : import.meta.url,
  );
  const settings = { DATA_DIR: dataDir, PORT: '0', DEMO: 'false', DRAIN_SECONDS: '0', LOG_LEVEL: 'silent' };
  // Nothing else of the environment: neither the database nor the mail server of the installation.
  const child = spawn(process.execPath, [...execArgv, file], {
    env: settings,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  return { url: urlOf(child), stop };
}

function urlOf(child: ChildProcess): Promise<string> {
  let said = '';
  return new Promise((resolve, reject) => {
    const fail = (why: string) =>
      reject(new BackupFailedError(`The restored server ${why}: ${said.trim().slice(-500)}`));
    const timer = setTimeout(() => fail('did not start in time'), START_WITHIN_MS);
    const listen = (chunk: Buffer) => {
      said += chunk.toString();
      const port = /is ready: http:\/\/localhost:(\d+)/.exec(said)?.[1];
      if (!port) return;
      clearTimeout(timer);
      resolve(`http://127.0.0.1:${port}`);
    };
    child.stdout!.on('data', listen);
    child.stderr!.on('data', listen);
    child.once('close', (code) => {
      clearTimeout(timer);
      fail(`ended with ${code}`);
    });
  });
}
