import { useSnapshot } from 'valtio';
import { forgetPersonalPreferences, preferences, setPreference } from './preferences.ts';

/** The token of the session, or null when no user is signed in. */
export const sessionToken = (): string | null => preferences.sessionToken;

/** Keeps the token of a session that has begun; the signed-in application appears. */
export function beginSession(token: string): void {
  setPreference('sessionToken', token);
}

/** Forgets the session and what belonged to its user; the login screen appears. */
export function endSession(): void {
  forgetPersonalPreferences();
}

/** Whether a token is stored: the login screen is shown whenever it is not (specification §2). */
export function useHasSession(): boolean {
  return useSnapshot(preferences).sessionToken !== null;
}

let isReloading = false;

/**
 * A 401 answer ends the session and reloads the page (specification §8). The token is removed first, so the reloaded
 * page sends no request that could give 401 again; a second 401 before the reload starts no other.
 */
export function expireSession(): void {
  endSession();
  if (isReloading) return;
  isReloading = true;
  location.reload();
}
