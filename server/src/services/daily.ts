const DAY_MS = 24 * 60 * 60 * 1000;

/** Does something now and once a day. A time that fails is told to `onError` and made up for the next day. */
export function daily(work: () => Promise<unknown>, onError: (error: unknown) => void): { stop(): void } {
  const once = () => void work().catch(onError);
  once();
  const timer = setInterval(once, DAY_MS).unref();
  return { stop: () => clearInterval(timer) };
}
