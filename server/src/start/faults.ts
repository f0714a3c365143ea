import type { FastifyBaseLogger } from 'fastify';

/** How the process ends after an error that nothing caught (EX_SOFTWARE of sysexits.h): a supervisor starts it again. */
export const FAULT_EXIT_CODE = 70;

/** Writing to a log that is itself broken fails again for each line. */
const LOGGED_MOST = 10;

/**
 * What the process does about errors that nothing catches, rejected promises included: the state of the process is unknown
 * after one, so it is logged, and `onFault` is called once to finish what runs and to end. Later ones are only logged.
 */
export function watchForFaults(log: FastifyBaseLogger, onFault: () => void): void {
  let count = 0;
  process.on('uncaughtException', (error, origin) => {
    if (++count <= LOGGED_MOST)
      log.fatal(
        { err: error, origin },
        `an error that nothing caught: the server finishes and ends (${FAULT_EXIT_CODE})`,
      );
    if (count === 1) onFault();
  });
}
