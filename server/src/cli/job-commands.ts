import type { ImportResult } from '../publish/import/import-site.ts';
import type { StoredJob } from '../services/jobs/stored-jobs.ts';
import { UsageError } from '../errors/failure.ts';
import type { OperationCommand } from './command.ts';
import { describeImport } from './describe-import.ts';
import { watchJob, type WatchedJob } from './follow.ts';
import { progressText } from './progress-line.ts';
import { assertNoMoreArguments } from './site-commands.ts';
import { widest } from './widest.ts';

export const jobList: OperationCommand = {
  words: ['job', 'list'],
  summary: 'list imports and other background jobs',
  help: `Usage: overlook job list [--json]

Lists the latest jobs, newest first: id, kind, site, state, age, and how far it is or why it failed. Imports that have
ended stay in the list for a week.`,
  options: {},
  operation: 'job.list',
  toInput: ({ positionals }) => assertNoMoreArguments(positionals),
  describe: ({ jobs }: { jobs: StoredJob[] }) => {
    if (jobs.length === 0) return 'There are no jobs.';
    const lines = jobs.map((job) => [job.id, job.kind, job.subject ?? '–', job.state, age(job.createdAt), said(job)]);
    const widths = [0, 1, 2, 3, 4].map((column) => widest(lines.map((line) => line[column]!)));
    return lines
      .map((line) =>
        line
          .map((cell, i) => cell.padEnd(widths[i] ?? 0))
          .join('  ')
          .trimEnd(),
      )
      .join('\n');
  },
};

/** Its progress, or why it failed. */
function said({ state, isCancelRequested, progress, message }: StoredJob): string {
  if (state === 'running') return isCancelRequested ? 'Cancelling' : progress ? progressText(progress) : '';
  return message ?? '';
}

const AGES = [
  [86_400, 'd'],
  [3600, 'h'],
  [60, 'min'],
] as const;

/** Time since an instant in its largest whole unit: "3 min". */
function age(iso: string): string {
  const seconds = Math.max(0, Math.floor((Date.now() - Date.parse(iso)) / 1000));
  const [length, unit] = AGES.find(([length]) => seconds >= length) ?? [1, 's'];
  return `${Math.floor(seconds / length)} ${unit}`;
}

export const jobWatch: OperationCommand = {
  words: ['job', 'watch'],
  summary: 'follow an import until it has ended',
  help: `Usage: overlook job watch <id> [--json]

Follows an import and says how it ended; the exit code is that of the import. Ctrl-C ends the watching, not the job.
Where the database is the embedded one and no server runs, the import is done here, from its beginning; Ctrl-C then
gives it back.`,
  options: {},
  operation: 'job.watch',
  toInput: onlyId,
  perform: (operator, { input }, context) => watchJob(operator, (input as { id: string }).id, context),
  describe: ({ job }: WatchedJob) => describeImport(job.result as ImportResult),
};

export const jobCancel: OperationCommand = {
  words: ['job', 'cancel'],
  summary: 'cancel an import',
  help: `Usage: overlook job cancel <id> [--json]

Cancels an import that waits or runs. One that runs stops within about a second and leaves nothing behind.`,
  options: {},
  operation: 'job.cancel',
  toInput: onlyId,
  describe: ({ job }: { job: StoredJob }) =>
    job.state === 'cancelled' ? 'Cancelled. Nothing was stored.' : 'Asked to stop. See overlook job list.',
};

function onlyId({ positionals }: { positionals: string[] }): { id: string } {
  if (positionals.length !== 1) throw new UsageError('Give one id of a job; see overlook job list.');
  return { id: positionals[0]! };
}
