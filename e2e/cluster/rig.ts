import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { randomFrom } from '@overlook/server/pointclouds/testing/random-records';
import { check, type Checked } from './checker.ts';
import { FAULT_KINDS, type FaultCounts, makeFault, orderFaults, reasonWithout } from './faults.ts';
import { measureFigures } from './figures.ts';
import { createJournal } from './journal.ts';
import { startLoad } from './load/run-load.ts';
import { makeTopology, type Topology } from './topology.ts';
import { makeWorld } from './world.ts';

const MEMBERS = 4;
/** Longest time between the end of a fault and the next one. */
const BETWEEN_FAULTS_MS = 2000;
/** Shown of each process after a problem. */
const LOG_LINES = 12;
const LOG_LINE_LONGEST = 240;

const { values } = parseArgs({
  options: {
    bundle: { type: 'string' },
    figures: { type: 'boolean', default: false },
    ...Object.fromEntries(FAULT_KINDS.map((kind) => [kind, { type: 'string' as const, default: '0' }])),
  },
});
const counts = Object.fromEntries(
  FAULT_KINDS.map((kind) => [kind, Number((values as Record<string, unknown>)[kind])]),
) as FaultCounts;
const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 1e9));
const startedAt = performance.now();
const say = (line: string) =>
  console.log(`${((performance.now() - startedAt) / 1000).toFixed(1).padStart(6)} s  ${line}`);

const complaints: string[] = [];
function complain(problem: string): void {
  say(`PROBLEM ${problem}`);
  complaints.push(problem);
}

async function startAll({ servers, workers }: Topology): Promise<void> {
  await Promise.all([...servers, ...workers].map(({ process }) => process.start()));
}

/** A line of a log without stacks. */
function shortened(line: string): string {
  try {
    const { time, msg, method, path, status, err } = JSON.parse(line) as Record<string, unknown>;
    const said = (err as { message?: string } | undefined)?.message;
    const words = [new Date(Number(time)).toISOString(), method, path, status, msg, said].filter(Boolean);
    return words.join(' ').replaceAll(/\s+/g, ' ').slice(0, LOG_LINE_LONGEST);
  } catch {
    return line;
  }
}

/** The last lines of each process, for those who look for the cause of a problem. */
async function showLogs({ folder, servers, workers }: Topology): Promise<void> {
  for (const { name } of [...servers, ...workers]) {
    const lines = (await readFile(join(folder, `${name}.log`), 'utf8').catch(() => ''))
      .trimEnd()
      .split('\n')
      .map(shortened);
    const told = lines.filter((line) => !line.includes('/readyz')).slice(-LOG_LINES);
    console.log([`--- ${name}`, ...told].join('\n'));
  }
}

async function run(topology: Topology): Promise<Checked> {
  const world = await makeWorld(topology, MEMBERS);
  say('the world is made');
  await startAll(topology);
  say('three servers and two workers run');
  if (values.figures) await measureFigures({ topology, world, say });
  const journal = createJournal();
  const load = startLoad(topology, world, journal, seed);
  const random = randomFrom(seed);
  const stage = { topology, random, complain };
  for (const kind of orderFaults(counts, random)) {
    await delay(random() * BETWEEN_FAULTS_MS);
    const reason = reasonWithout(kind, topology);
    say(reason === null ? await makeFault(kind, stage) : `without ${kind}: ${reason}`);
  }
  await delay(BETWEEN_FAULTS_MS);
  await load.stop();
  say(`the load has ended; answers: ${JSON.stringify(Object.fromEntries(journal.answers))}`);
  const checked = await check(topology, world, journal);
  return { ...checked, problems: [...complaints, ...checked.problems] };
}

console.log(`SEED=${seed}`);
const topology = await makeTopology(values.bundle!, complain);
say('database, standby, pool, S3 and balancer run');
// A person, or a time limit, ends it: then nothing of it may stay behind.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void topology.remove().finally(() => process.exit(1)));
try {
  const { problems, counts: looked, usedAfterEndMs } = await run(topology);
  say(`acknowledged: ${JSON.stringify(looked)}`);
  const used = Number.isFinite(usedAfterEndMs)
    ? `${usedAfterEndMs.toFixed(0)} ms after its end at most`
    : 'never after its end';
  say(`a permission was used ${used}`);
  if (problems.length > 0) await showLogs(topology);
  for (const problem of problems) console.log(`PROBLEM ${problem}`);
  console.log(
    problems.length === 0
      ? 'Nothing is lost and nothing done twice.'
      : `${problems.length} problems; SEED=${seed} repeats the faults.`,
  );
  process.exitCode = problems.length === 0 ? 0 : 1;
} catch (error) {
  await showLogs(topology);
  throw error;
} finally {
  await topology.remove();
}
