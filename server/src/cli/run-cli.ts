import { parseArgs } from 'node:util';
import { createInterface } from 'node:readline/promises';
import { readEnv } from '../env.ts';
import type { Arguments, CheckCommand, Command, OperationCommand, ProcessRequest, TaskCommand } from './command.ts';
import { UsageError, describeFailure } from '../errors/failure.ts';
import { backupCreate, backupList, backupPrune, backupVerify, drill, restore } from './backup-commands.ts';
import { dbMigrate, dbMove } from './database-commands.ts';
import { openapi, userCreate } from './other-commands.ts';
import { geoidList } from './geoid-commands.ts';
import { jobCancel, jobList, jobWatch } from './job-commands.ts';
import { doctor } from './doctor-command.ts';
import { layerCheck } from './layer-commands.ts';
import { ProgressLine } from './progress-line.ts';
import { openOperator } from './operator.ts';
import { sitePoints } from './point-commands.ts';
import { serve, worker } from './process-commands.ts';
import { shareEmbed, shareLink, shareList, shareRevoke } from './share-commands.ts';
import { siteDelete, siteImport, siteList } from './site-commands.ts';
import { siteCrs } from './site-crs-command.ts';
import { storageCheck, storageMove } from './storage-commands.ts';
import { sourceList, sourceRemove, sourceSet } from './source-commands.ts';
import { verify } from './verify-command.ts';

export const COMMANDS: readonly Command[] = [
  siteImport,
  siteList,
  siteDelete,
  siteCrs,
  sitePoints,
  verify,
  jobList,
  jobWatch,
  jobCancel,
  sourceList,
  sourceSet,
  sourceRemove,
  shareList,
  shareLink,
  shareEmbed,
  shareRevoke,
  layerCheck,
  doctor,
  storageCheck,
  storageMove,
  geoidList,
  userCreate,
  dbMigrate,
  dbMove,
  // The longer ones first: a command is found by its first words.
  backupList,
  backupVerify,
  backupPrune,
  backupCreate,
  restore,
  drill,
  openapi,
  serve,
  worker,
];

const DONE = 0;
const FAILED = 1;
const WRONG_USAGE = 2;

const OVERVIEW = `Usage: overlook <command> [options]

Commands:
${COMMANDS.map(({ words, summary }) => `  ${words.join(' ').padEnd(13)} ${summary}`).join('\n')}

Each command explains itself with --help. --json prints results and failures as JSON.
Exit code: 0 done, 1 failed, 2 wrong usage.
DATA_DIR and DATABASE_URL choose the installation, as for the server, which may be running.`;

/** The streams of the command line: those of the process, or of a test. */
export interface Terminal {
  variables: NodeJS.ProcessEnv;
  stdin: NodeJS.ReadableStream & { isTTY?: boolean };
  stdout: { write(text: string): unknown };
  stderr: NodeJS.WritableStream & { isTTY?: boolean; columns?: number };
  /** Runs a part of the product as this process. */
  runProcess(request: ProcessRequest): Promise<never>;
}

/**
 * Runs the operator's command line and resolves to its exit code. `argv` has the arguments after the program's name.
 */
export async function runCli(argv: readonly string[], terminal: Terminal): Promise<number> {
  const { variables, stdout } = terminal;
  const isJson = argv.includes('--json');
  try {
    if (argv.length === 0 || (argv.length === 1 && (argv[0] === '--help' || argv[0] === '-h'))) {
      stdout.write(`${OVERVIEW}\n`);
      return argv.length === 0 ? WRONG_USAGE : DONE;
    }
    const command = findCommand(argv);
    const args = readArguments(command, argv.slice(command.words.length));
    if (args.options['help']) stdout.write(`${command.help}\n`);
    else if ('print' in command) stdout.write(`${await command.print(readEnv(variables))}\n`);
    else {
      const all = { ...args, workingDir: workingDir(variables) };
      if ('toRequest' in command) return await terminal.runProcess(command.toRequest(all));
      if ('check' in command) return await check(command, all, isJson, terminal);
      if ('task' in command) return await runTask(command, all, isJson, terminal);
      return await perform(command, all, isJson, terminal);
    }
    return DONE;
  } catch (error) {
    return fail(error, isJson, terminal);
  }
}

function findCommand(argv: readonly string[]): Command {
  const found = COMMANDS.find(({ words }) => words.every((word, i) => argv[i] === word));
  if (found) return found;
  const typed = argv.filter((word) => !word.startsWith('-')).slice(0, 2);
  throw new UsageError(`There is no command “${typed.join(' ')}”. See overlook --help.`);
}

function readArguments({ words, options }: Command, args: string[]): Omit<Arguments, 'workingDir'> {
  try {
    const { values, positionals } = parseArgs({
      // Negative coordinates are values, not options.
      args: args.map((arg, i) => (args[i - 1] === '--at' ? ` ${arg}` : arg)),
      options: { ...options, json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
      allowPositionals: true,
    });
    return { options: values as Arguments['options'], positionals };
  } catch (error) {
    throw new UsageError(`${(error as Error).message.split(/\.\s/)[0]}. See overlook ${words.join(' ')} --help.`);
  }
}

/** The folder in which the command was typed: npm runs scripts in the package's folder, and passes the original one. */
const workingDir = (variables: NodeJS.ProcessEnv): string =>
  (variables['npm_lifecycle_event'] === 'overlook' && variables['INIT_CWD']) || process.cwd();

/** Calls back with a signal that the first Ctrl-C aborts; a second one ends the process in the usual way. */
async function untilStopped<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const controller = new AbortController();
  const cancel = () => controller.abort();
  process.once('SIGINT', cancel);
  process.once('SIGTERM', cancel);
  try {
    return await work(controller.signal);
  } finally {
    process.off('SIGINT', cancel);
    process.off('SIGTERM', cancel);
  }
}

/** A command describes its own result, whose type the list of all commands does not know. */
const shown = ({ describe }: { describe(result: never): string }, result: unknown, isJson: boolean): string =>
  `${isJson ? JSON.stringify(result, null, 2) : describe(result as never)}\n`;

async function check(command: CheckCommand, args: Arguments, isJson: boolean, terminal: Terminal): Promise<number> {
  const { variables, stdout } = terminal;
  const { isPassed, result } = await untilStopped((signal) => command.check(args, signal, variables));
  stdout.write(shown(command, result, isJson));
  return isPassed ? DONE : FAILED;
}

async function runTask(command: TaskCommand, args: Arguments, isJson: boolean, terminal: Terminal): Promise<number> {
  const { variables, stdout, stderr } = terminal;
  const line = new ProgressLine(stderr);
  const onProgress = line.show.bind(line);
  const env = readEnv(variables);
  const result = await untilStopped((signal) => command.task(args, env, { signal, onProgress })).finally(() =>
    line.clear(),
  );
  stdout.write(shown(command, result, isJson));
  return DONE;
}

async function perform(
  command: OperationCommand,
  args: Arguments,
  isJson: boolean,
  terminal: Terminal,
): Promise<number> {
  const { variables, stdout, stderr } = terminal;
  const input = command.toInput(args);
  if (command.confirm && !args.options['yes'] && !(await isConfirmed(command.confirm(args), terminal))) {
    stderr.write('Nothing was done.\n');
    return FAILED;
  }
  const line = new ProgressLine(stderr);
  const result = await untilStopped(async (signal) => {
    const context = { signal, onProgress: line.show.bind(line) };
    const operator = await openOperator(readEnv(variables));
    return (
      command.perform?.(operator, { input, args }, context) ?? operator.run(command.operation, input, context)
    ).finally(() => operator.close());
  }).finally(() => line.clear());
  stdout.write(shown(command, result, isJson));
  // Each command has results of its own type, as in `shown`.
  return command.isPassed?.(result as never) === false ? FAILED : DONE;
}

/** Asks on a terminal only, not in scripts. */
async function isConfirmed(question: string, { stdin, stderr }: Terminal): Promise<boolean> {
  if (!stdin.isTTY || !stderr.isTTY) return true;
  const prompt = createInterface({ input: stdin, output: stderr });
  const answer = await prompt.question(`${question} [y/N] `);
  prompt.close();
  return /^y(es)?$/i.test(answer.trim());
}

function fail(error: unknown, isJson: boolean, { stdout, stderr }: Terminal): number {
  const isUsage = error instanceof UsageError;
  const failure = isUsage ? { error: error.message, code: 'USAGE' } : describeFailure(error);
  if (isJson) stdout.write(`${JSON.stringify(failure, null, 2)}\n`);
  else stderr.write(`overlook: ${oneLine(failure.error)}\n`);
  return isUsage ? WRONG_USAGE : FAILED;
}

/** Longest message; it may quote the typed arguments. */
const LONGEST_MESSAGE = 1000;

function oneLine(text: string): string {
  const line = text.replaceAll(/\s*\n\s*/g, ' ');
  return line.length > LONGEST_MESSAGE ? `${line.slice(0, LONGEST_MESSAGE)}…` : line;
}
