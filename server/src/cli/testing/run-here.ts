import { Writable } from 'node:stream';
import { runCli } from '../run-cli.ts';

/** How a command ended, and what it wrote. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command line in this process, with these variables of the environment. */
export async function runHere(args: readonly string[], variables: NodeJS.ProcessEnv): Promise<Ended> {
  const texts = { stdout: '', stderr: '' };
  const collect = (name: keyof typeof texts) =>
    new Writable({
      write(chunk, _encoding, done) {
        texts[name] += String(chunk);
        done();
      },
    });
  const terminal = { stdin: process.stdin, stdout: collect('stdout'), stderr: collect('stderr') };
  const code = await runCli(args, {
    variables,
    ...terminal,
    runProcess: () => Promise.reject(new Error('This test runs no process.')),
  });
  return { code, ...texts };
}
