import { z } from 'zod';
import { isEmail } from '../format/email.ts';

const INVISIBLE = /[\p{Cf}\p{DI}]/u;

/** The form in which addresses are compared, also those that are typed at sign-in. */
export const comparedEmail = (text: string): string => text.normalize('NFKC').trim().toLowerCase();

/**
 * An address as stored and compared: trimmed, in lower case, and with look-alike characters in one form (full-width
 * letters become ordinary ones). Invisible characters are refused: two addresses that differ only in them look the
 * same.
 */
export const emailSchema = z
  .string()
  .max(320)
  .transform(comparedEmail)
  .refine((text) => isEmail(text) && !INVISIBLE.test(text), 'Please enter a valid e-mail address');
