import { failureOf, failureWithoutAnswer } from './visit-failure.ts';

/**
 * Calls the REST API of `server` (an origin) without cookies: with a visitor token, or as POST if there is a body. Rejects with a
 * VisitFailure.
 */
export async function askServer<T>(
  server: string,
  path: string,
  { body, visitorToken }: { body?: object; visitorToken?: string },
): Promise<T> {
  const headers = {
    ...(body && { 'Content-Type': 'application/json' }),
    ...(visitorToken !== undefined && { Authorization: `Bearer ${visitorToken}` }),
  };
  const init = { headers, credentials: 'omit', ...(body && { method: 'POST', body: JSON.stringify(body) }) } as const;
  const answer = await fetch(`${server}/api${path}`, init).catch(async () => {
    throw await failureWithoutAnswer(server);
  });
  const content: unknown = await answer.json().catch(() => null);
  if (!answer.ok) throw failureOf(content as object | null);
  return content as T;
}
