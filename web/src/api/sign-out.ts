import { endSession, sessionToken } from '../state/session.ts';
import { clientFor } from './client.ts';

/** Removes the session of this browser, if there is one, and ends it on the server too. */
export async function leaveSession(): Promise<void> {
  const token = sessionToken();
  if (token === null) return;
  endSession();
  // Who closes the page at once has signed out too.
  await clientFor(() => token, { keepalive: true })
    .auth.signOut.mutate()
    .catch((error: unknown) => {
      // Signing out must always work; on the server the session expires by itself.
      console.warn('The server did not confirm the sign-out.', error);
    });
}

/** Ends the session on the server and here, and reloads the root (specification §2 "Logout"). */
export async function signOut(): Promise<void> {
  await leaveSession();
  location.assign('/');
}
