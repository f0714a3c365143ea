import type { FeedbackInput } from '@overlook/shared/schemas';
import { postRest } from './rest-call.ts';

/**
 * Sends a feedback. Over REST, whose route takes a body as large as a picture; that of a procedure call may not be so
 * large. Throws what a procedure call throws.
 */
export async function sendFeedback(feedback: FeedbackInput): Promise<void> {
  await postRest('/users/feedbackform', JSON.stringify(feedback), { 'Content-Type': 'application/json' });
}
