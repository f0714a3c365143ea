import { TRPCClientError } from '@trpc/client';
import { authorization } from './client.ts';
import { watchedFetch } from './watched-fetch.ts';

/**
 * Sends a body to a path under `/api` and returns its JSON answer: for bodies that are too large for a procedure call,
 * and for files. Throws the errors of a procedure call.
 */
export async function postRest(
  path: string,
  body: BodyInit,
  headers: Readonly<Record<string, string>> = {},
): Promise<unknown> {
  const response = await watchedFetch(`/api${path}`, {
    method: 'POST',
    headers: { ...authorization(), ...headers },
    body,
  });
  if (!response.ok) throw await refusal(response);
  return response.json();
}

/** The server's answer as the error of a procedure call. */
async function refusal(response: Response): Promise<Error> {
  const app: unknown = await response.json().catch(() => null);
  const data = { httpStatus: response.status, code: response.statusText, app };
  return TRPCClientError.from({
    error: {
      message: `Status ${response.status}`,
      code: response.status,
      data,
    },
  });
}
