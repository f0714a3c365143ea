import { authorization } from './client.ts';

/**
 * Adds the session to a map's requests to this server; MapLibre calls it for each address. Requests to other servers do
 * not change.
 */
export function signRequest(url: string): { url: string; headers?: Record<string, string> } {
  const isOurs = new URL(url, location.href).origin === location.origin;
  return isOurs ? { url, headers: authorization() } : { url };
}

/** Reads a tile of a plan; null where there is none, or it cannot be had. */
export async function readPlanTile(url: string, signal: AbortSignal): Promise<ImageBitmap | null> {
  try {
    const answer = await fetch(url, { signal, headers: authorization() });
    return answer.ok ? await createImageBitmap(await answer.blob()) : null;
  } catch {
    return null;
  }
}
