/**
 * How many requests may be in flight: as many as keep the link busy, and no more. Requests that share a slow link evenly all
 * come late, so that the first tile of a new view would come when sixteen have; on a fast one each request waits mostly for
 * the round trip. Grows by one with each fast answer, shrinks by one with each slow answer. It begins with one, so that the
 * coarsest tile of a view, which comes first, has the link for itself; each answer lets two requests start.
 */

/** HTTP/1.1 gives six connections a host; the rest keep the queue in the browser filled without flooding it. */
export const MAX_IN_FLIGHT = 16;
const FIRST = 1;
/** Below this the round trip leaves the link idle between the answers. */
const LEAST = 4;
const FAST_MS = 800;
const SLOW_MS = 1600;

export class RequestWindow {
  constructor(private requests = FIRST) {}

  /** Requests that may be in flight now. */
  get size(): number {
    return this.requests;
  }

  /** A request was answered, by success or by failure, after so many milliseconds. */
  answered(durationMs: number): void {
    if (durationMs < FAST_MS || this.requests < LEAST) this.requests = Math.min(MAX_IN_FLIGHT, this.requests + 1);
    else if (durationMs > SLOW_MS) this.requests = Math.max(LEAST, this.requests - 1);
  }
}
