import type { FeedbackInput } from '@overlook/shared/schemas';
import { postRest } from './rest-call.ts';

/**
 * Sends a feedback. It uses REST, whose route accepts bodies as large as a picture; bodies of procedure calls are
 * limited more. Throws the errors of a procedure call.
 */
export async function sendFeedback(feedback: FeedbackInput): Promise<void> {
  await postRest('/users/feedbackform', JSON.stringify(feedback), { 'Content-Type': 'application/json' });
}
