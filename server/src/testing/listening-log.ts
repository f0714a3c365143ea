import type { startTestServer } from './test-server.ts';

/** A log for a server of a test, which passes on what is warned of and drops the rest. */
export function listeningLog(onWarning: (said: object) => void): NonNullable<Parameters<typeof startTestServer>[1]> {
  const ignore = () => {};
  const log = {
    level: 'warn',
    silent: ignore,
    trace: ignore,
    debug: ignore,
    info: ignore,
    error: ignore,
    fatal: ignore,
  };
  return Object.assign(log, { warn: onWarning, child: () => listeningLog(onWarning) }) as never;
}
