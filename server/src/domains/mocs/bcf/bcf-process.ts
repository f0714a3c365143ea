import { BCF_READ } from '@overlook/shared/config';
import type { Lla } from '@overlook/shared/maths';
import { MOCS_MESSAGES } from '@overlook/shared/messages';
import { invalid, unavailable } from '../../../errors/app-error.ts';
import { ProcessEndedError, runLimited, WorkFailedError } from '../../../process/limited-process.ts';
import { createConcurrencyLimit, QueueFullError } from '../../../services/concurrency-limit.ts';
import type { ImportedMoc } from './moc-of-topic.ts';

export interface BcfRequest {
  readonly path: string;
  /** Of the site. */
  readonly origin: Lla;
  /** Where pictures are written; an empty folder. */
  readonly picturesFolder: string;
}

/** A topic as a change, or the reason why it cannot be used. `guid` is null where the topic could not be read. */
export type UsableTopic =
  | {
      readonly guid: string;
      readonly name: string;
      readonly moc: Omit<ImportedMoc, 'viewProblem' | 'leftOut'>;
      readonly picturePath: string | null;
      /** Why its view is left out; null if it is not. */
      readonly viewProblem: string | null;
      /** Parts of it that are not kept, in words. */
      readonly leftOut: readonly string[];
    }
  | { readonly guid: string | null; readonly name: string; readonly reason: string };

export type BcfAnswer = { readonly topics: UsableTopic[] } | { readonly refused: string };

/** Each needs memory, so one runs at a time, and few wait. */
const inTurn = createConcurrencyLimit(1, 10);

/**
 * Reads a BCF file in a process of its own, which blocks no other request and is ended at the limits. Throws 400 for a
 * file that is not BCF or exceeds `limits`, 503 when too many others wait.
 */
export async function readBcfInProcess(
  request: BcfRequest,
  limits: { readonly memoryMb: number; readonly milliseconds: number } = BCF_READ,
): Promise<readonly UsableTopic[]> {
  const worker = { worker: 'bcf-worker', base: import.meta.url };
  const read = () =>
    runLimited<BcfAnswer>(worker, request, {
      memoryMb: limits.memoryMb,
      signal: AbortSignal.timeout(limits.milliseconds),
    });
  const answer = await inTurn(read).catch((error: unknown) => {
    throw refusalOf(error);
  });
  if ('refused' in answer) throw invalid(answer.refused);
  return answer.topics;
}

function refusalOf(error: unknown): unknown {
  if (error instanceof QueueFullError) return unavailable();
  const isLimit = error instanceof ProcessEndedError || (error instanceof Error && error.name === 'TimeoutError');
  if (isLimit) return invalid(MOCS_MESSAGES['bcf.tooMuch']);
  return error instanceof WorkFailedError ? error.cause : error;
}
