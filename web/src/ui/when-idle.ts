/** Delay before the work in a browser without an idle callback. */
const FALLBACK_DELAY_MS = 200;

/** Runs something once the browser has nothing more urgent to do. Returns what cancels it. */
export function whenIdle(run: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(run, FALLBACK_DELAY_MS);
    return () => clearTimeout(timer);
  }
  const id = requestIdleCallback(run);
  return () => cancelIdleCallback(id);
}
