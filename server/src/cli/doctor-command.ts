import { DatabaseUnavailableError } from '@overlook/db';
import type { CheckFinding, Checks } from '@overlook/shared/schemas';
import { failure } from '../domains/instance/checks/finding.ts';
import { memoryFacts, memoryFindings } from '../domains/instance/checks/machine-checks.ts';
import { settingsFindings } from '../domains/instance/checks/settings-checks.ts';
import { storeFindings } from '../domains/instance/checks/storage-checks.ts';
import { StoreFailedError } from '../errors/store-failed.ts';
import { type Env, readEnv, WrongEnvironmentError } from '../env.ts';
import { plainReason } from '../services/health/plain-reason.ts';
import type { CheckCommand } from './command.ts';
import { openOperator, type Operator } from './operator.ts';
import { connectOperator } from './operator-client.ts';
import { assertNoMoreArguments } from './site-commands.ts';

const MARKS: Readonly<Record<CheckFinding['level'], string>> = { failure: 'FAIL', warning: 'warn', advice: 'note' };

export const doctor: CheckCommand = {
  words: ['doctor'],
  summary: 'look for what is wrong with the installation',
  help: `Usage: overlook doctor [--json]

Checks settings, database, storage, files, mail server, identity provider, the way through PUBLIC_URL, clocks, disk,
memory and jobs. Each finding says what is wrong and what to do. With a server on this data folder the checks are made
there, otherwise here. What is written (one small file) is removed again.

FAIL: it does not work, or people are at risk. warn: it works, and will not always. note: it could be better.

Exit code: 0 all is well (notes do not count), 1 something is wrong, 2 wrong usage.`,
  options: {},
  async check({ positionals }, signal, variables) {
    assertNoMoreArguments(positionals);
    const checks = await examine(variables, signal);
    return { isPassed: checks.findings.every(({ level }) => level === 'advice'), result: checks };
  },
  describe: ({ findings }: Checks) =>
    findings.length === 0
      ? 'Nothing is wrong.'
      : findings
          .map(({ level, code, problem, remedy }) => `${MARKS[level]}  ${problem}\n      ${remedy} [${code}]`)
          .join('\n'),
};

const now = (findings: CheckFinding[]): Checks => ({ at: new Date().toISOString(), findings });

async function examine(variables: NodeJS.ProcessEnv, signal: AbortSignal): Promise<Checks> {
  let env: Env;
  try {
    env = readEnv(variables);
  } catch (error) {
    if (!(error instanceof WrongEnvironmentError)) throw error;
    return now(error.message.split('\n').map((reason) => failure('environment.wrong', { reason })));
  }
  let operator: Operator;
  try {
    operator = await anyOperator(env);
  } catch (error) {
    const found = settingsFindings({ env, nodeVersion: process.version, grantedOrigins: [] });
    return now([...openFindings(error), ...found, ...memoryFindings(memoryFacts(env.convertMemoryMb))]);
  }
  try {
    return (await operator.run('instance.check', {}, { signal, onProgress: () => {} })) as Checks;
  } finally {
    await operator.close();
  }
}

/** Why the installation could not be opened. Throws what is no trouble of its own. */
function openFindings(error: unknown): CheckFinding[] {
  if (error instanceof DatabaseUnavailableError) return [failure('database.silent', { reason: plainReason(error) })];
  if (error instanceof StoreFailedError) return storeFindings(error, '');
  throw error;
}

/** The server on this data folder, also with PostgreSQL: it knows how requests arrive. */
async function anyOperator(env: Env): Promise<Operator> {
  const server = await connectOperator(env.dataDir);
  return server ? { ...server, isAlone: false, workOff: null, close: async () => {} } : openOperator(env);
}
