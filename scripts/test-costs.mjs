/** What a run of all tests costs: processor seconds of its steps, loads of pages, and the most expensive tests. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './pnpm.mjs';

/** Clock ticks of /proc, on every Linux that Node runs on. */
const TICKS_A_SECOND = 100;
/** A run may exceed its budget by this share. */
const TOLERANCE = 0.15;
const MOST_EXPENSIVE = 10;

/**
 * Seconds that the processors of this machine have worked since it was started, for everything that runs on it: browsers end in
 * ways that the processes which started them are not told. Null where there is no /proc.
 */
function busySeconds() {
  try {
    const [user, nice, system] = readFileSync('/proc/stat', 'utf8').split(/\s+/).slice(1, 4).map(Number);
    return (user + nice + system) / TICKS_A_SECOND;
  } catch {
    return null;
  }
}

/** Processor seconds of the machine by step. */
export class Costs {
  #steps = [];
  #busySeconds;
  #before;

  /** `read` gives the seconds that the processors have worked so far. */
  constructor(read = busySeconds) {
    this.#busySeconds = read;
    this.#before = read();
  }

  /** Ends a step. */
  end(name) {
    const now = this.#busySeconds();
    if (now !== null) this.#steps.push([name, now - this.#before]);
    this.#before = now;
  }

  toString() {
    const total = this.#steps.reduce((sum, [, seconds]) => sum + seconds, 0);
    const steps = this.#steps.map(([name, seconds]) => `${name} ${Math.round(seconds)}`);
    return steps.length === 0 ? 'not known here' : `${Math.round(total)} (${steps.join(', ')})`;
  }
}

/** The names of the most expensive of `tests`, each with its seconds. */
export const mostExpensive = (tests) =>
  tests
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, MOST_EXPENSIVE)
    .map(({ name, ms }) => `${(ms / 1000).toFixed(1).padStart(6)} s  ${name}`);

/**
 * What exceeds `scripts/test-budget.json` by more than its tolerance. Only counts fail a run: seconds of a machine depend on
 * what else it does.
 */
export function overBudget(counts) {
  const budget = JSON.parse(readFileSync(join(ROOT, 'scripts/test-budget.json'), 'utf8'));
  return Object.entries(budget)
    .filter(([name, most]) => counts[name] > most * (1 + TOLERANCE))
    .map(
      ([name, most]) => `the budget of the tests: ${counts[name]} ${name}, planned ${most} (scripts/test-budget.json)`,
    );
}
