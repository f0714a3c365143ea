import { TRPCClientError } from '@trpc/client';
import type { FeedbackInput } from '@overlook/shared/schemas';
import { authorization } from './client.ts';
import { watchedFetch } from './watched-fetch.ts';

/**
 * Sends a feedback. Over REST, whose route takes a body as large as a picture; that of a procedure call may not be so
 * large. Throws what a procedure call throws.
 */
export async function sendFeedback(feedback: FeedbackInput): Promise<void> {
  const response = await watchedFetch('/api/users/feedbackform', {
    method: 'POST',
    headers: { ...authorization(), 'Content-Type': 'application/json' },
    body: JSON.stringify(feedback),
  });
  if (!response.ok) throw await refusal(response);
}

/** The server's answer as the error that a procedure call would have ended with. */
async function refusal(response: Response): Promise<Error> {
  const app: unknown = await response.json().catch(() => null);
  const data = { httpStatus: response.status, code: response.statusText, app };
  return TRPCClientError.from({ error: { message: `Status ${response.status}`, code: response.status, data } });
}
