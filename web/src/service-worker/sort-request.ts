import { VISITOR_TOKEN_PREFIX } from '@overlook/shared/config';
import { unsignedPath } from '@overlook/shared/signed-addresses';

/** Vite puts a hash of the content into these names. */
const CODE = /^\/assets\/[^/]+-[\w-]{8}\.\w+$/;
const MODEL = /^\/api\/files\/models\/[^/]+\/[^/]+\/[^/]+\/./;
const BEARER = /^Bearer +(\S+)$/i;

export type Sorted = { kind: 'code' } | { kind: 'model'; authorization: string };

/**
 * The requests that the service worker may answer: whole files that never change under their address, of the page's own
 * origin. Null for all others, which are sent to the server as if there were no service worker: parts of files,
 * requests of visitors, whose grants may end at any time, and requests that only a cookie proves.
 */
export function sortRequest(request: Request, origin: string): Sorted | null {
  const url = new URL(request.url);
  const { method, headers } = request;
  if (method !== 'GET' || url.origin !== origin || url.search !== '' || headers.has('range')) return null;
  if (CODE.test(url.pathname)) return { kind: 'code' };
  if (!MODEL.test(unsignedPath(url.pathname))) return null;
  const authorization = headers.get('authorization');
  const token = BEARER.exec(authorization ?? '')?.[1];
  return token && !token.startsWith(VISITOR_TOKEN_PREFIX) ? { kind: 'model', authorization: authorization! } : null;
}
