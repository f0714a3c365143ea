import type { AskedGrids, FoundGrids } from '@overlook/shared/schemas';
import type { SignedInContext } from '../../context.ts';
import { unavailable } from '../../errors/app-error.ts';
import { ImportRefusedError } from '../../errors/import-refused.ts';
import { gridFoldersOf } from '../../pointclouds/crs/grids/grid-folders.ts';
import { gridsInProcess } from '../../pointclouds/crs/grids/grids-process.ts';
import {
  createConcurrencyLimit,
  createKeyedConcurrencyLimit,
  QueueFullError,
} from '../../services/concurrency-limit.ts';

const LONGEST_MS = 30_000;

/** Each may need a process, so two run at a time, and few wait: of one person three. */
const fewAtATime = createConcurrencyLimit(2, 20);
const oneOfPerson = createKeyedConcurrencyLimit(3);

/**
 * The parts of the operator's grids around a place that an import there would keep. Throws 503 where too many others wait, and where
 * the files cannot be read in time.
 */
export async function findGrids(ctx: SignedInContext, asked: AskedGrids): Promise<FoundGrids> {
  const find = () => {
    const signal = AbortSignal.any([ctx.ended, AbortSignal.timeout(LONGEST_MS)]);
    return gridsInProcess(asked, gridFoldersOf(ctx.filesDir), signal);
  };
  try {
    const { grids, missing } = await oneOfPerson(String(ctx.caller.userId), () => fewAtATime(find));
    return { grids: grids as FoundGrids['grids'], missing: [...missing], refusal: null };
  } catch (error) {
    if (error instanceof ImportRefusedError) return { grids: {}, missing: [], refusal: error.message };
    if (error instanceof QueueFullError || (error instanceof Error && error.name === 'TimeoutError'))
      throw unavailable();
    throw error;
  }
}
