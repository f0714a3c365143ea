import { isInternationalNumber, toInternationalNumber } from '@overlook/shared/format';
import { FEEDBACK_MESSAGES } from '@overlook/shared/messages';
import type { FieldErrors } from '../../parts/form/use-form.ts';
import type { FeedbackValues } from './feedback-store.ts';

/** The errors of a feedback before it is sent (specification §5), with the messages of the server's schema. */
export function checkFeedback({ details, phoneNumber, callback }: FeedbackValues): FieldErrors<FeedbackValues> {
  const errors: FieldErrors<FeedbackValues> = {};
  const number = toInternationalNumber(phoneNumber);
  if (details.trim() === '') errors.details = FEEDBACK_MESSAGES['feedback.detailsRequired'];
  if (number === '') {
    if (callback) errors.phoneNumber = FEEDBACK_MESSAGES['feedback.phoneRequired'];
  } else if (!isInternationalNumber(number)) {
    errors.phoneNumber = FEEDBACK_MESSAGES['feedback.phoneInvalid'];
  }
  return errors;
}
