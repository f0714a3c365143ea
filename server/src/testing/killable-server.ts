import { spawn } from 'node:child_process';
import { bundled } from './server-bundle.ts';

export interface KillableServer {
  readonly origin: string;
  /** Ends the process without a word, as a power cut does, and waits for its end. */
  kill(): Promise<void>;
}

/** Starts the product on a data folder whose database nobody else has open, and waits until it answers. `variables` are set in its environment. */
export async function startKillableServer(
  dataDir: string,
  { node = process.execPath, variables = {} }: { node?: string; variables?: NodeJS.ProcessEnv } = {},
): Promise<KillableServer> {
  const child = spawn(node, [bundled('main')], {
    env: { PORT: '0', DATA_DIR: dataDir, DEMO: 'false', LOG_LEVEL: 'silent', ...variables },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const origin = await new Promise<string>((resolve, reject) => {
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      const [, port] = /http:\/\/localhost:(\d+)\n/.exec((text += chunk)) ?? [];
      if (port) resolve(`http://127.0.0.1:${port}`);
    });
    child.once('exit', (code) => reject(new Error(`The server ended with ${code} before it was ready.`)));
  });
  return {
    origin,
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
