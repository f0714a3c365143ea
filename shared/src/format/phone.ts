import { PHONE_PREFIX } from '../config/feedback.ts';

/** Characters that people put between digits; E.164 allows at most fifteen digits. */
const PUNCTUATION = /[\s().-]/g;
const INTERNATIONAL = /^\+\d{6,15}$/;

/**
 * A telephone number with its country: the form prefixes +61 (specification §5), which also replaces the leading zero
 * of a number as it is dialled within the country. The prefix alone is no number.
 */
export function toInternationalNumber(typed: string): string {
  const digits = typed.replaceAll(PUNCTUATION, '');
  if (digits === '' || digits === PHONE_PREFIX) return '';
  const abroad = digits.startsWith('+') ? digits : `${PHONE_PREFIX}${digits}`;
  return abroad.startsWith(`${PHONE_PREFIX}0`) ? `${PHONE_PREFIX}${abroad.slice(PHONE_PREFIX.length + 1)}` : abroad;
}

/** Whether a result of {@link toInternationalNumber} can be a telephone number. */
export const isInternationalNumber = (number: string): boolean => INTERNATIONAL.test(number);
