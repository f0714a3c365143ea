import { PHONE_PREFIX } from '../config/feedback.ts';

/** What people put between digits; E.164 has at most fifteen of those. */
const PUNCTUATION = /[\s().-]/g;
const INTERNATIONAL = /^\+\d{6,15}$/;

/**
 * A telephone number with its country: the form prefixes +61 (specification §5), which also replaces the leading zero
 * of a number as it is dialled at home. The prefix alone is no number.
 */
export function toInternationalNumber(typed: string): string {
  const digits = typed.replaceAll(PUNCTUATION, '');
  if (digits === '' || digits === PHONE_PREFIX) return '';
  const abroad = digits.startsWith('+') ? digits : `${PHONE_PREFIX}${digits}`;
  return abroad.startsWith(`${PHONE_PREFIX}0`) ? `${PHONE_PREFIX}${abroad.slice(PHONE_PREFIX.length + 1)}` : abroad;
}

/** Whether what {@link toInternationalNumber} made of something typed can be a number at all. */
export const isInternationalNumber = (number: string): boolean => INTERNATIONAL.test(number);
