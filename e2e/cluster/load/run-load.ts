import { setTimeout as delay } from 'node:timers/promises';
import { randomFrom } from '@overlook/server/pointclouds/testing/random-records';
import { createClient } from '../client.ts';
import type { Journal } from '../journal.ts';
import type { Topology } from '../topology.ts';
import type { World } from '../world.ts';
import { runExporter } from './exporters.ts';
import { runMember } from './members.ts';
import { runAdministrator, runGuardedReads } from './permissions.ts';
import { runPublisher } from './publishers.ts';

/** Longest pauses of each person between two actions, milliseconds. */
const PAUSES = { member: 1200, publisher: 4000, exporter: 4000, administrator: 3000 };

/** Everybody works until `stop` is called, which returns when the last one has an answer. */
export function startLoad(topology: Topology, world: World, journal: Journal, seed: number): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const isOver = () => stopping.signal.aborted;
  let people = 0;
  const newcomer = () => randomFrom(seed + 1000 * ++people);
  const pausing = (longestMs: number) => {
    const random = newcomer();
    return async () => {
      const until = performance.now() + (0.2 + 0.8 * random()) * longestMs;
      while (!isOver() && performance.now() < until) await delay(50);
      return !isOver();
    };
  };
  const through = (person: { userId: number; token: string }, origin = topology.origin) => ({
    world,
    journal,
    client: createClient(origin, person, journal),
  });
  const running = [
    ...world.members.map((person) => runMember({ ...through(person), random: newcomer() }, pausing(PAUSES.member))),
    runPublisher(through(world.publisher), pausing(PAUSES.publisher), isOver),
    runExporter(through(world.exporter), pausing(PAUSES.exporter)),
    runAdministrator(through(world.admin), pausing(PAUSES.administrator)),
    ...topology.servers.map(({ name, origin }) =>
      runGuardedReads({ ...through(world.guarded, origin), server: name }, isOver),
    ),
  ];
  return {
    async stop() {
      stopping.abort();
      await Promise.all(running);
    },
  };
}
