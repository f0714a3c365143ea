import type { ParseArgsConfig } from 'node:util';
import type { Env } from '../env.ts';
import type { OperationContext, OperationName } from './operations.ts';
import type { Operator } from './operator.ts';

type OptionsConfig = NonNullable<ParseArgsConfig['options']>;
/** The arguments after a command: its options by name, and the rest. */
export interface Arguments {
  options: Record<string, string | boolean | (string | boolean)[] | undefined>;
  positionals: string[];
  /** The folder of relative paths. */
  workingDir: string;
}

interface CommandBase {
  /** As typed: `['site', 'import']`. */
  words: readonly string[];
  /** One line for the list of commands. */
  summary: string;
  /** Whole text of `--help`. */
  help: string;
  options: OptionsConfig;
}
/** A command that is an operation on the stores. */
export interface OperationCommand extends CommandBase {
  operation: OperationName;
  /** Turns arguments into the operation's input. Throws `UsageError`. */
  toInput(args: Arguments): unknown;
  /** Runs instead of the operation; resolves to the result. */
  perform?(operator: Operator, what: { input: unknown; args: Arguments }, context: OperationContext): Promise<unknown>;
  /** The result for a person; `--json` prints the result itself. */
  describe(result: never): string;
  /** A question before it runs, on a terminal only. */
  confirm?(args: Arguments): string;
}
/** A command that needs no stores. */
export interface PrintCommand extends CommandBase {
  print(env: Env): Promise<string>;
}
/** A command that checks files of this machine and reports the results; it needs no stores. */
export interface CheckCommand extends CommandBase {
  /** Throws `UsageError`. The exit code is 1 when a check has failed. */
  check(args: Arguments, signal: AbortSignal): Promise<{ isPassed: boolean; result: unknown }>;
  /** The result for a person; `--json` prints the result itself. */
  describe(result: never): string;
}
export type Command = OperationCommand | PrintCommand | CheckCommand;
