/**
 * Runs `task` soon after a request, but at most once in `intervalMs`; requests in between run it once at the end
 * of the interval, so the last state is always used.
 */
export function throttled(intervalMs: number, task: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastAt = -Infinity;
  const run = () => {
    timer = undefined;
    lastAt = performance.now();
    task();
  };
  return {
    request: () => {
      timer ??= setTimeout(run, Math.max(0, lastAt + intervalMs - performance.now()));
    },
    cancel: () => {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
