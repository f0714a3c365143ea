import { setTimeout as delay } from 'node:timers/promises';
import type { Link, LinkState } from './parts/link.ts';
import { canSetClocks, type ProductProcess } from './parts/product-process.ts';
import type { Topology } from './topology.ts';

const CLOCK_OFF_S = 300;
/** Of a disk that is full: less than the server needs for changes. */
const FREE_MIB = 60;

/** Kinds of faults, and how many of each a run has. */
export const FAULT_KINDS = [
  'kills',
  'terminations',
  'suspensions',
  'partitions',
  'slowStores',
  'failingStores',
  'fullDisks',
  'clocks',
  'promotions',
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];
export type FaultCounts = Readonly<Record<FaultKind, number>>;

interface Stage {
  readonly topology: Topology;
  readonly random: () => number;
  /** Tells the checker of something that is wrong by itself. */
  complain(problem: string): void;
}

/** What was done, for the log. A fault returns when it is over, and what it ended runs again. */
type Fault = (stage: Stage) => Promise<string>;

const pick = <T>(random: () => number, list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
const between = (random: () => number, leastMs: number, mostMs: number) => leastMs + random() * (mostMs - leastMs);
const productsOf = ({ servers, workers }: Topology): ProductProcess[] => [...servers, ...workers];

/** Sets links for a while. Afterwards their connections may end, as when a router has forgotten them. */
async function disturb(links: readonly Link[], state: LinkState, { forMs, cuts }: { forMs: number; cuts: boolean }) {
  for (const link of links) link.set(state);
  await delay(forMs);
  for (const link of links) {
    if (cuts) link.set('cut');
    link.set('open');
  }
}

const FAULTS: Readonly<Record<FaultKind, Fault>> = {
  async kills({ topology, random }) {
    const victim = pick(random, [...productsOf(topology).map(({ process }) => process), topology.pool]);
    const pauseMs = between(random, 0, 1500);
    await victim.end('SIGKILL');
    await delay(pauseMs);
    await victim.start();
    return `${victim.name} was killed`;
  },
  async terminations({ topology, random, complain }) {
    const { name, process } = pick(random, productsOf(topology));
    const code = await process.end('SIGTERM');
    if (code !== 0) complain(`${name} ended with ${code} after SIGTERM`);
    await process.start();
    return `${name} was told to stop`;
  },
  async suspensions({ topology, random }) {
    const { name, process } = pick(random, productsOf(topology));
    const forMs = between(random, 2000, 16_000);
    process.suspend();
    await delay(forMs);
    process.resume();
    return `${name} stood still for ${(forMs / 1000).toFixed(1)} s`;
  },
  async partitions({ topology, random }) {
    const { name, links, front } = pick(random, productsOf(topology));
    const ways: readonly (readonly [string, readonly Link[]])[] = [
      ['everything', [links.pool, ...links.databases, links.s3]],
      ['the pool', [links.pool]],
      ['notices', links.databases],
      ...(front ? [['the balancer', [front]] as const] : []),
    ];
    const [from, cut] = pick(random, ways);
    const forMs = between(random, 2000, 6000);
    await disturb(cut, pick(random, ['silent', 'cut'] as const), { forMs, cuts: random() < 0.5 });
    return `${name} was apart from ${from} for ${(forMs / 1000).toFixed(1)} s`;
  },
  async slowStores({ topology, random }) {
    const delayMs = between(random, 200, 800);
    const links = productsOf(topology).map((one) => one.links.s3);
    await disturb(links, { delayMs }, { forMs: between(random, 2000, 5000), cuts: false });
    return `S3 was slower by ${delayMs.toFixed(0)} ms`;
  },
  async failingStores({ topology, random }) {
    const state = pick(random, ['failing', 'cut', 'silent'] as const);
    const links = productsOf(topology).map((one) => one.links.s3);
    await disturb(links, state, { forMs: between(random, 1000, 4000), cuts: true });
    return `S3 was ${state}`;
  },
  async fullDisks({ topology, random }) {
    await topology.disk!.fill(FREE_MIB);
    await delay(between(random, 2000, 5000));
    await topology.disk!.empty();
    return 'the disk of the data folders was full';
  },
  async clocks({ topology, random }) {
    const { name, setClock } = pick(random, productsOf(topology));
    const offByS = pick(random, [-CLOCK_OFF_S, CLOCK_OFF_S]);
    await setClock(offByS);
    await delay(between(random, 3000, 6000));
    await setClock(0);
    return `the clock of ${name} was off by ${offByS} s`;
  },
  async promotions({ topology }) {
    const { postgres, poolToPrimary } = topology;
    await postgres.promote();
    poolToPrimary.leadTo(postgres.primaryPort);
    await postgres.rejoin();
    return `the database on ${postgres.primaryPort} was promoted`;
  },
};

/** Why a kind of fault cannot be made here; null where it can. */
export function reasonWithout(kind: FaultKind, { disk }: Topology): string | null {
  if (kind === 'fullDisks' && disk === null) return 'no file system can be mounted';
  if (kind === 'clocks' && !canSetClocks) return 'libfaketime is not installed';
  return null;
}

/** The faults of a run in the order of its seed. */
export function orderFaults(counts: FaultCounts, random: () => number): FaultKind[] {
  const kinds = FAULT_KINDS.flatMap((kind) => Array.from({ length: counts[kind] }, () => kind));
  return kinds
    .map((kind) => ({ kind, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ kind }) => kind);
}

export const makeFault = (kind: FaultKind, stage: Stage): Promise<string> => FAULTS[kind](stage);
