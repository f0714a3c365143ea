/**
 * Limit of requests in flight: enough to keep the link busy, and no more. Requests that share a slow link evenly all arrive late:
 * the first tile of a new view would arrive with the sixteenth. On a fast link the latency of the round trip dominates. The limit
 * grows by one with each fast response and shrinks by one with each slow response. It starts at one, so that the coarsest tile of
 * a view, which is requested first, has the whole link; each response then starts two requests.
 */

/** HTTP/1.1 allows six connections per host; the other requests keep the browser's queue filled without flooding it. */
export const MAX_IN_FLIGHT = 16;
const FIRST = 1;
/** With fewer requests, the round trip leaves the link idle between responses. */
const LEAST = 4;
const FAST_MS = 800;
const SLOW_MS = 1600;

export class RequestWindow {
  constructor(private requests = FIRST) {}

  /** Largest number of requests in flight at present. */
  get size(): number {
    return this.requests;
  }

  /** Records a response or failure after `durationMs`. */
  answered(durationMs: number): void {
    if (durationMs < FAST_MS || this.requests < LEAST) this.requests = Math.min(MAX_IN_FLIGHT, this.requests + 1);
    else if (durationMs > SLOW_MS) this.requests = Math.max(LEAST, this.requests - 1);
  }
}
