/**
 * The errors of loading a content besides the `ContentError` of the format library: each crosses the worker boundary
 * by its name and its fields (see `content-protocol.ts`).
 */

/** The server answered with another status than 2xx. `status` is 0 when no answer came at all (offline, server gone). */
export class ContentHttpError extends Error {
  override name = 'ContentHttpError';
  readonly status: number;
  readonly url: string;
  /** Whether the same request may succeed later: no answer, 408, 429 and 5xx. */
  readonly retryable: boolean;

  constructor(url: string, status: number, reason?: string) {
    super(status === 0 ? `${url} could not be fetched: ${reason ?? 'no answer'}.` : `${url} answered with ${status}.`);
    this.url = url;
    this.status = status;
    this.retryable = status === 0 || status === 408 || status === 429 || status >= 500;
  }
}

/** The worker that was parsing this content crashed; another worker takes over, so the load may be repeated. */
export class ContentWorkerLost extends Error {
  override name = 'ContentWorkerLost';
  readonly retryable = true;
}

/** The last path segment of a URL, decoded, without query and hash: the name of a content for people. */
export function fileNameOf(url: string): string {
  const path = url.replace(/[?#].*$/s, '');
  const segment = path.slice(path.lastIndexOf('/') + 1) || path;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
