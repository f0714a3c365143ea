import { DatabaseUnavailable } from '@overlook/db';
import { WrongEnvironment } from '../env.ts';
import { AppError } from '../errors.ts';
import { ImportRefused } from '../publish/import-refused.ts';
import { diskTrouble } from '../publish/publish-fs.ts';

/** Why an operation failed, for an operator and for machines (`--json`). */
export interface Failure {
  /** A sentence. */
  error: string;
  code: string;
  /** Of a refused source: the file, the place in it and the reason. */
  file?: string;
  place?: string;
  reason?: string;
}

/** The command line makes no sense: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** A failure that came over the operator channel. */
export class OperationFailed extends Error {
  override readonly name = 'OperationFailed';
  constructor(readonly failure: Failure) {
    super(failure.error);
  }
}

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
  if (error instanceof Error && error.name === 'AbortError')
    return { error: 'Cancelled. Nothing was stored.', code: 'CANCELLED' };
  const disk = diskTrouble(error);
  if (disk) return { error: `${disk}. Nothing was stored.`, code: 'DISK' };
  return { error: error instanceof Error ? error.message : String(error), code: 'INTERNAL' };
}
