import { getUntypedClient } from '@trpc/client';
import { api } from '../../api/client.ts';

/**
 * Asks for an e-mail with a reset link (specification §7 "forgotpassword"). False when the server did not take the
 * request, whatever the reason: the answer must not tell whether the account exists.
 */
export async function requestPasswordReset(email: string): Promise<boolean> {
  try {
    // By name: the router's type does not list this operation yet, and a server without it fails it honestly.
    await getUntypedClient(api).mutation('users.forgotPassword', { email });
    return true;
  } catch {
    return false;
  }
}
