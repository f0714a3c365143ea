import { DatabaseUnavailableError } from '@overlook/db';
import type { JobFailure } from '@overlook/db/schema';
import { WrongEnvironmentError } from '../env.ts';
import { AppError } from './app-error.ts';
import { ImportRefusedError } from './import-refused.ts';
import { diskTrouble } from './publish-fs.ts';
import { StoreFailedError } from './store-failed.ts';

/** Why an operation or a job failed, for an operator and for machines (`--json`). */
export type Failure = JobFailure;

/** The command line is wrong: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** A failure that already has its text: from the operator channel, or from a job. */
export class OperationFailedError extends Error {
  override readonly name = 'OperationFailedError';
  constructor(readonly failure: Failure) {
    super(failure.error);
  }
}

/** The failure of an operation that its client has stopped. */
export const CANCELLED: Failure = { error: 'Cancelled. Nothing was stored.', code: 'CANCELLED' };

/** Describes any error. An operator gets more details than a visitor, but no stack. */
export function describeFailure(error: unknown): Failure {
  if (error instanceof OperationFailedError) return error.failure;
  if (error instanceof ImportRefusedError) {
    const { file, place, reason } = error;
    return { error: error.message, code: 'REFUSED', file, place, reason };
  }
  if (error instanceof AppError) return { error: error.message, code: error.code };
  if (error instanceof DatabaseUnavailableError || error instanceof StoreFailedError)
    return { error: error.message, code: 'UNAVAILABLE' };
  if (error instanceof WrongEnvironmentError) return { error: error.message, code: 'WRONG_ENVIRONMENT' };
  if (error instanceof Error && error.name === 'AbortError') return CANCELLED;
  const disk = diskTrouble(error);
  if (disk) return { error: `${disk}. Nothing was stored.`, code: 'DISK' };
  return { error: error instanceof Error ? error.message : String(error), code: 'INTERNAL' };
}
