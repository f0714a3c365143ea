import { z } from 'zod';
import {
  FEEDBACK_DETAILS_LONGEST,
  FEEDBACK_SCREENSHOT_LONGEST,
  FEEDBACK_TYPES,
  PHONE_LONGEST,
} from '../config/feedback.ts';
import { isInternationalNumber, toInternationalNumber } from '../format/phone.ts';
import { FEEDBACK_MESSAGES } from '../messages/feedback.ts';
import { flagInputSchema } from './input.ts';

/** Base64 of the eight bytes that every PNG begins with, up to the last whole character. */
const PNG_DATA_URL = /^data:image\/png;base64,iVBORw0KGg[A-Za-z0-9+/]+={0,2}$/;

const phoneNumberSchema = z
  .string()
  .max(PHONE_LONGEST)
  .transform(toInternationalNumber)
  .refine((number) => number === '' || isInternationalNumber(number), FEEDBACK_MESSAGES['feedback.phoneInvalid']);

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
