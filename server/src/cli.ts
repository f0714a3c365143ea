import type { ProcessRequest } from './cli/command.ts';
import { runCli } from './cli/run-cli.ts';

const { env: variables, stdin, stdout, stderr } = process;

/** Loaded only for the commands that need it: it imports most of the program. */
async function runProcess(request: ProcessRequest): Promise<never> {
  const [{ started }, { runProcess }] = await Promise.all([
    import('./start/serving.ts'),
    import('./start/run-process.ts'),
  ]);
  return runProcess(started(request), variables);
}

process.exitCode = await runCli(process.argv.slice(2), { variables, stdin, stdout, stderr, runProcess });
