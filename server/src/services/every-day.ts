import { DAY_MS } from './clock.ts';

/** Runs `work` now and once a day. A failure is passed to `onError`; the next run is a day later. */
export function everyDay(work: () => Promise<unknown>, onError: (error: unknown) => void): { stop(): void } {
  const once = () => void work().catch(onError);
  once();
  const timer = setInterval(once, DAY_MS).unref();
  return { stop: () => clearInterval(timer) };
}
