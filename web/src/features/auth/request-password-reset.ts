import { api } from '../../api/client.ts';

/**
 * Asks for an e-mail with a reset link (specification §7 "forgotpassword"). False when the server did not accept the
 * request, for any reason: the answer must not tell whether the account exists.
 */
export async function requestPasswordReset(email: string): Promise<boolean> {
  try {
    await api.auth.forgotPassword.mutate({ email });
    return true;
  } catch {
    return false;
  }
}
