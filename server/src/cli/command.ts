import type { ParseArgsConfig } from 'node:util';
import type { Env } from '../env.ts';
import type { WorkKind } from '../services/jobs/work-kinds.ts';
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
  /** Whether the exit code is 0 for a result; without it, it always is. */
  isPassed?(result: never): boolean;
  /** A question before it runs, on a terminal only. */
  confirm?(args: Arguments): string;
}
/** A command that needs no stores. */
export interface PrintCommand extends CommandBase {
  print(env: Env): Promise<string>;
}
/** A command that checks something and reports the results; it opens itself what it needs. */
export interface CheckCommand extends CommandBase {
  /** Throws `UsageError`. The exit code is 1 when a check has failed. */
  check(
    args: Arguments,
    signal: AbortSignal,
    variables: NodeJS.ProcessEnv,
  ): Promise<{ isPassed: boolean; result: unknown }>;
  /** The result for a person; `--json` prints the result itself. */
  describe(result: never): string;
}
/** A command that opens what it works on itself, while no server has it. */
export interface TaskCommand extends CommandBase {
  /** Throws `UsageError`. An abort ends it with an `AbortError`. */
  task(args: Arguments, env: Env, context: OperationContext): Promise<unknown>;
  /** The result for a person; `--json` prints the result itself. */
  describe(result: never): string;
}
/** A part of the product that runs until it is stopped; `port` answers probes, null for none. */
export type ProcessRequest =
  | { readonly process: 'serve' }
  | { readonly process: 'worker'; readonly kinds: readonly WorkKind[]; readonly port: number | null };

/** A command that runs a part of the product. */
export interface ProcessCommand extends CommandBase {
  /** Throws `UsageError`. */
  toRequest(args: Arguments): ProcessRequest;
}
export type Command = OperationCommand | PrintCommand | CheckCommand | TaskCommand | ProcessCommand;
