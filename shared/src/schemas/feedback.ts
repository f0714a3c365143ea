import { z } from 'zod';
import { FEEDBACK_DETAILS_LONGEST, FEEDBACK_SCREENSHOT_LONGEST, PHONE_PREFIX } from '../config/feedback.ts';
import { FEEDBACK_MESSAGES } from '../messages/feedback.ts';
import { flagInputSchema } from './input.ts';

export const FEEDBACK_TYPES = ['idea', 'issue', 'misc'] as const;

/** Base64 of the eight bytes that every PNG begins with, as far as they fill whole characters. */
const PNG_DATA_URL = /^data:image\/png;base64,iVBORw0KGg[A-Za-z0-9+/]+={0,2}$/;

/** What people put between digits; E.164 has at most fifteen of those. */
const PUNCTUATION = /[\s().-]/g;
const INTERNATIONAL = /^\+\d{6,15}$/;

/**
 * A telephone number with its country: the form prefixes +61 (specification §5), which also stands for the leading zero
 * of a number as it is dialled at home. The prefix alone is no number.
 */
export function toInternationalNumber(typed: string): string {
  const digits = typed.replaceAll(PUNCTUATION, '');
  if (digits === '' || digits === PHONE_PREFIX) return '';
  const abroad = digits.startsWith('+') ? digits : `${PHONE_PREFIX}${digits}`;
  return abroad.startsWith(`${PHONE_PREFIX}0`) ? `${PHONE_PREFIX}${abroad.slice(PHONE_PREFIX.length + 1)}` : abroad;
}

const phoneNumberSchema = z
  .string()
  .max(40)
  .transform(toInternationalNumber)
  .refine((number) => number === '' || INTERNATIONAL.test(number), FEEDBACK_MESSAGES['feedback.phoneInvalid']);

const details = FEEDBACK_MESSAGES['feedback.detailsRequired'];

/** The feedback form (specification §3, §5). `screenshot` is a PNG data URL or null. */
export const feedbackInputSchema = z
  .object({
    feedbackType: z.enum(FEEDBACK_TYPES).default('idea'),
    phoneNumber: phoneNumberSchema.nullable().default(null),
    callback: flagInputSchema.default(false),
    details: z.string(details).trim().min(1, details).max(FEEDBACK_DETAILS_LONGEST),
    screenshot: z
      .string()
      .max(FEEDBACK_SCREENSHOT_LONGEST, FEEDBACK_MESSAGES['feedback.screenshotTooLarge'])
      .regex(PNG_DATA_URL, FEEDBACK_MESSAGES['feedback.screenshotInvalid'])
      .nullable()
      .default(null),
  })
  .refine((form) => !form.callback || Boolean(form.phoneNumber), {
    message: FEEDBACK_MESSAGES['feedback.phoneRequired'],
    path: ['phoneNumber'],
  });

export type FeedbackInput = z.output<typeof feedbackInputSchema>;
