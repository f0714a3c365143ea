import { DatabaseUnavailable } from '@overlook/db';
import type { JobFailure } from '@overlook/db/schema';
import { WrongEnvironment } from './env.ts';
import { AppError } from './errors.ts';
import { ImportRefused } from './publish/import-refused.ts';
import { diskTrouble } from './publish/publish-fs.ts';

/** Why an operation or a job failed, for an operator and for machines (`--json`). */
export type Failure = JobFailure;

/** The command line makes no sense: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** A failure that was put into words already: it came over the operator channel, or is that of a job. */
export class OperationFailed extends Error {
  override readonly name = 'OperationFailed';
  constructor(readonly failure: Failure) {
    super(failure.error);
  }
}

/** What was stopped by whoever asked for it. */
export const CANCELLED: Failure = { error: 'Cancelled. Nothing was stored.', code: 'CANCELLED' };

/** Puts any error into words. An operator may read what a visitor may not, but no stack. */
export function describeFailure(error: unknown): Failure {
  if (error instanceof OperationFailed) return error.failure;
  if (error instanceof ImportRefused) {
    const { file, place, reason } = error;
    return { error: error.message, code: 'REFUSED', file, place, reason };
  }
  if (error instanceof AppError) return { error: error.message, code: error.code };
  if (error instanceof DatabaseUnavailable) return { error: error.message, code: 'UNAVAILABLE' };
  if (error instanceof WrongEnvironment) return { error: error.message, code: 'WRONG_ENVIRONMENT' };
  if (error instanceof Error && error.name === 'AbortError') return CANCELLED;
  const disk = diskTrouble(error);
  if (disk) return { error: `${disk}. Nothing was stored.`, code: 'DISK' };
  return { error: error instanceof Error ? error.message : String(error), code: 'INTERNAL' };
}
