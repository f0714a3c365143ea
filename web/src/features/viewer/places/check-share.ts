import { PLACES_MESSAGES } from '@overlook/shared/messages';
import type { FieldErrors } from '../../../parts/form/use-form.ts';

export interface ShareValues {
  readonly recipients: readonly string[];
  readonly subject: string;
  readonly body: string;
}

/** The errors of a mail before it is sent (specification §5 "Share place"). */
export function checkShare({ recipients, subject }: ShareValues): FieldErrors<ShareValues> {
  return {
    ...(recipients.length === 0 && { recipients: PLACES_MESSAGES['share.recipientRequired'] }),
    ...(subject.trim() === '' && { subject: PLACES_MESSAGES['share.subjectRequired'] }),
  };
}

/** Addresses that were typed or pasted, separated by spaces, commas or semicolons. */
export const splitAddresses = (typed: string): string[] => typed.split(/[\s,;]+/).filter((piece) => piece !== '');
