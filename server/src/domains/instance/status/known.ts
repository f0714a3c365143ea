import { plainReason } from '../../../services/gauges/plain-reason.ts';
import { within } from '../../../services/within.ts';

/** Each part of the state is waited for at most this long, so that one that hangs does not take the others along. */
const PART_WITHIN_MS = 5000;

/** A part of the state, or why it could not be learnt in time. */
export async function known<T extends object>(
  part: Promise<T>,
): Promise<({ isKnown: true } & T) | { isKnown: false; reason: string }> {
  try {
    return { isKnown: true, ...(await within(part, PART_WITHIN_MS)) };
  } catch (error) {
    return { isKnown: false, reason: plainReason(error) };
  }
}
