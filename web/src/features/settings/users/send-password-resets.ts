import type { User } from '@overlook/shared/schemas';
import { api } from '../../../api/client.ts';
import { showToast } from '../../../state/toasts.ts';

/**
 * Sends each user a mail with a link to set a new password, and shows the result (specification §8 "Password reset").
 */
export async function sendPasswordResets(users: readonly User[]): Promise<void> {
  showToast('user.resetSending');
  const outcomes = await Promise.allSettled(users.map(({ id }) => api.auth.sendPasswordReset.mutate({ id })));
  if (outcomes.some(({ status }) => status === 'fulfilled')) showToast('user.resetSent', 'success');
  if (outcomes.some(({ status }) => status === 'rejected')) showToast('email.failed', 'error');
}
