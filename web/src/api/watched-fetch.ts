import { reportReachable, reportUnreachable } from '../state/connection.ts';
import { expireSession, sessionToken } from '../state/session.ts';

/** Answers of a proxy whose server cannot be reached. */
const GATEWAY_STATUSES = new Set([502, 503, 504]);

/**
 * A watched `fetch`: it reports to the application whether the server can be reached, and ends the session on a 401 to
 * a call with its token. A wrong password gives a 401 too, but that call has no token.
 */
export async function watchedFetch(input: RequestInfo | URL | string, init?: RequestInit): Promise<Response> {
  const bearer = new Headers(init?.headers).get('authorization');
  const response = await fetch(input, init).catch((error: unknown) => {
    if (!isAbort(error)) reportUnreachable();
    throw error;
  });
  if (GATEWAY_STATUSES.has(response.status)) reportUnreachable();
  else reportReachable();
  if (bearer !== null && bearer === bearerOf(sessionToken()) && (await saysNotSignedIn(response))) expireSession();
  return response;
}

/** The header that proves a session; null without one. */
export const bearerOf = (token: string | null): string | null => (token === null ? null : `Bearer ${token}`);

/** True for a 401, also for one among the answers of a batch: those with different outcomes arrive as one 207. */
async function saysNotSignedIn(response: Response): Promise<boolean> {
  if (response.status !== 207) return response.status === 401;
  const answers: unknown = await response.clone().json();
  return (
    Array.isArray(answers) &&
    answers.some((answer: { error?: { data?: { httpStatus?: number } } }) => answer.error?.data?.httpStatus === 401)
  );
}

const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';
