import { z } from 'zod';
import { isEmail } from '../format/email.ts';

export { isEmail };

const INVISIBLE = /[\p{Cf}\p{DI}]/u;

/**
 * An address as stored and compared: trimmed, in lower case, and with look-alike characters in one form (full-width
 * letters become ordinary ones). Invisible characters are refused: two addresses that differ only in them look the
 * same.
 */
export const emailSchema = z
  .string()
  .max(320)
  .transform((text) => text.normalize('NFKC').trim().toLowerCase())
  .refine((text) => isEmail(text) && !INVISIBLE.test(text), 'Please enter a valid e-mail address');
