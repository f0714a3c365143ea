/**
 * Runs `task` soon after it is asked for, but at most once in `intervalMs`; what was asked for meanwhile runs at the end
 * of the interval, so the last state is never missed.
 */
export function atMostEvery(intervalMs: number, task: () => void) {
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
