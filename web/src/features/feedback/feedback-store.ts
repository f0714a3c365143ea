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
  /** PNG data URL; null when the sender has removed it. */
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

interface FeedbackState {
  isOpen: boolean;
  draft: FeedbackDraft | null;
}

const state = proxy<FeedbackState>({ isOpen: false, draft: null });

/** Whether the form is open, and its typed values, which are kept when it is closed or sending fails. */
export const feedback: Readonly<FeedbackState> = state;

export function openFeedback(): void {
  state.isOpen = true;
}

/** Closes the form. Null when it was sent: the next form starts empty, as after an empty one. */
export function closeFeedback(draft: FeedbackDraft | null): void {
  state.isOpen = false;
  state.draft = draft && draft.values.details.trim() !== '' ? ref(draft) : null;
}

export function resetFeedback(): void {
  closeFeedback(null);
}
