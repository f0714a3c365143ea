import { z } from 'zod';
import { isEmail } from '../format/email.ts';

export { isEmail };

/** An address as stored and compared: trimmed and in lower case. */
export const emailSchema = z
  .string()
  .max(320)
  .transform((text) => text.trim().toLowerCase())
  .refine(isEmail, 'Please enter a valid e-mail address');
