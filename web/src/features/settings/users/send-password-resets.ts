import type { User } from '@overlook/shared/schemas';
import { api } from '../../../api/client.ts';
import { showToast } from '../../../state/toasts.ts';

/** Has each user mailed a link to set a new password, and says how that went (specification §8 "Password reset"). */
export async function sendPasswordResets(users: readonly User[]): Promise<void> {
  showToast('user.resetSending');
  const outcomes = await Promise.allSettled(users.map(({ id }) => api.auth.sendPasswordReset.mutate({ id })));
  if (outcomes.some(({ status }) => status === 'fulfilled')) showToast('user.resetSent', 'success');
  if (outcomes.some(({ status }) => status === 'rejected')) showToast('email.failed', 'error');
}
