import { authorization } from './client.ts';

/**
 * Adds the session to a map's requests to this server; MapLibre calls it for each address. Requests to other servers do
 * not change.
 */
export function signRequest(url: string): { url: string; headers?: Record<string, string> } {
  const isOurs = new URL(url, location.href).origin === location.origin;
  return isOurs ? { url, headers: authorization() } : { url };
}
