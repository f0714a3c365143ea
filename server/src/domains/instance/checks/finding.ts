import { CHECKS, formatMessage } from '@overlook/shared/messages';
import type { CheckFinding } from '@overlook/shared/schemas';

export type FindingCode = keyof typeof CHECKS;

const finding =
  (level: CheckFinding['level']) =>
  (code: FindingCode, values: Readonly<Record<string, string | number>> = {}): CheckFinding => ({
    code,
    level,
    // Which values a message takes is known only for a single code; a test fills in each of them.
    problem: formatMessage(CHECKS[code].problem, values as never),
    remedy: formatMessage(CHECKS[code].remedy, values as never),
  });

/** Something does not work, or people are at risk. */
export const failure = finding('failure');
/** It works, and will not always. */
export const warning = finding('warning');
/** It could be better. */
export const advice = finding('advice');

/** The findings among conditions: `when(isWrong, () => failure(…))`. */
export const when = (isWrong: boolean, found: () => CheckFinding): CheckFinding[] => (isWrong ? [found()] : []);
