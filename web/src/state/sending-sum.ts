import type { Sending } from './uploads.ts';

/** What a line about all of them says; null while nothing is sent. */
export function sendingSum(
  sendings: readonly Readonly<Sending>[],
): { count: number; percent: number; siteId: number; isPaused: boolean } | null {
  const active = sendings.filter((one) => one.state !== 'failed');
  if (active.length === 0) return null;
  const sent = active.reduce((sum, { sentBytes }) => sum + sentBytes, 0);
  const all = active.reduce((sum, { bytes }) => sum + bytes, 0);
  return {
    count: active.length,
    percent: Math.floor((100 * sent) / all),
    siteId: active[0]!.siteId,
    isPaused: active.some((one) => one.state === 'paused'),
  };
}
