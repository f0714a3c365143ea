import { proxy, ref } from 'valtio';
import { FEEDBACK_TYPES, type FeedbackType, PHONE_PREFIX } from '@overlook/shared/config';
import type { Failure } from '../../api/failure.ts';

/** What is typed into the form. */
export interface FeedbackValues {
  feedbackType: FeedbackType;
  phoneNumber: string;
  callback: boolean;
  details: string;
}

/** A form that was closed before it was sent. */
interface FeedbackDraft {
  values: FeedbackValues;
  /** PNG data URL; null when the sender wants none. */
  screenshot: string | null;
  /** Why it could not be sent, if that was tried. */
  failure: Failure | null;
}

export const EMPTY_FEEDBACK: Readonly<FeedbackValues> = Object.freeze({
  feedbackType: FEEDBACK_TYPES[0],
  phoneNumber: PHONE_PREFIX,
  callback: false,
  details: '',
});

/** Whether the form is open, and what was left in it: closing it, or a failure to send it, costs nobody their words. */
export const feedback = proxy<{ isOpen: boolean; draft: FeedbackDraft | null }>({ isOpen: false, draft: null });

export function openFeedback(): void {
  feedback.isOpen = true;
}

/** Closes the form. Null when it was sent: the next one begins anew, as after a form without a word in it. */
export function closeFeedback(draft: FeedbackDraft | null): void {
  feedback.isOpen = false;
  feedback.draft = draft && draft.values.details.trim() !== '' ? ref(draft) : null;
}

export function resetFeedback(): void {
  closeFeedback(null);
}
