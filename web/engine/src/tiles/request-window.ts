/**
 * Limit of requests in flight: enough to keep the link busy, and no more. Requests that share a slow link evenly all arrive late:
 * the first tile of a new view would arrive with the sixteenth. On a fast link the latency of the round trip dominates. The limit
 * grows by one with each fast response and shrinks by one with each slow response. It starts at one, so that the coarsest tile of
 * a view, which is requested first, has the whole link; each response then starts two requests.
 */
import { TILE_OPTIONS } from './tile-options.ts';

export class RequestWindow {
  constructor(private requests: number = TILE_OPTIONS.firstRequests) {}

  /** Largest number of requests in flight at present. */
  get size(): number {
    return this.requests;
  }

  /** Records a response or failure after `durationMs`. */
  answered(durationMs: number): void {
    const { fastResponseMs, leastRequests, mostRequests, slowResponseMs } = TILE_OPTIONS;
    if (durationMs < fastResponseMs || this.requests < leastRequests)
      this.requests = Math.min(mostRequests, this.requests + 1);
    else if (durationMs > slowResponseMs) this.requests = Math.max(leastRequests, this.requests - 1);
  }
}
