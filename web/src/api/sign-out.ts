import { endSession } from '../state/session.ts';
import { api } from './client.ts';

/** Ends the session on the server and here, and reloads the root (specification §2 "Logout"). */
export async function signOut(): Promise<void> {
  await api.auth.signOut.mutate().catch((error: unknown) => {
    // Leaving must always work; the server's side of the session runs out by itself.
    console.warn('The server did not confirm the sign-out.', error);
  });
  endSession();
  location.assign('/');
}
