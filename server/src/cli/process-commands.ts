import { UsageError } from '../errors/failure.ts';
import { isWorkKind, WORK_KINDS, type WorkKind } from '../services/jobs/work-kinds.ts';
import type { ProcessCommand } from './command.ts';
import { assertNoMoreArguments } from './site-commands.ts';

export const serve: ProcessCommand = {
  words: ['serve'],
  summary: 'run a server without the work outside requests',
  help: `Usage: overlook serve

Runs a server that answers requests and leaves imports, exports, mails and the daily work to workers (overlook worker). It
needs DATABASE_URL, and the folder of files of the others. npm start serves and works in one process.`,
  options: {},
  toRequest: ({ positionals }) => {
    assertNoMoreArguments(positionals);
    return { process: 'serve' };
  },
};

export const worker: ProcessCommand = {
  words: ['worker'],
  summary: 'run a process that imports, exports, sends mails and tidies up',
  help: `Usage: overlook worker [--kinds LIST] [--port N]

Works through the jobs of all servers on the same DATABASE_URL. Any number of workers share them; a job whose worker was
killed is taken by another after 12 seconds.

Options:
  --kinds LIST   a comma list of ${WORK_KINDS.join(', ')}; all unless given
  --port N       answers /livez, /readyz and /metrics there; no port unless given
  --help         print this text`,
  options: { kinds: { type: 'string' }, port: { type: 'string' } },
  toRequest: ({ positionals, options: { kinds, port } }) => {
    assertNoMoreArguments(positionals);
    return {
      process: 'worker',
      kinds: kindsOf(kinds as string | undefined),
      port: portOf(port as string | undefined),
    };
  },
};

function kindsOf(text: string | undefined): readonly WorkKind[] {
  if (text === undefined) return WORK_KINDS;
  const named = text.split(',').map((part) => part.trim());
  const unknown = named.find((name) => !isWorkKind(name));
  if (unknown !== undefined) throw new UsageError(`--kinds: “${unknown}” is none of ${WORK_KINDS.join(', ')}.`);
  return named.filter(isWorkKind);
}

function portOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535 || text.trim() === '')
    throw new UsageError('--port must be a port number from 0 to 65535.');
  return port;
}
