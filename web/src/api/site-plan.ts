import { authorization } from './client.ts';

/** Signs what a map asks of this server; MapLibre calls it for each address. Other servers learn nothing. */
export function signRequest(url: string): { url: string; headers?: Record<string, string> } {
  const isOurs = new URL(url, location.href).origin === location.origin;
  return isOurs ? { url, headers: authorization() } : { url };
}
