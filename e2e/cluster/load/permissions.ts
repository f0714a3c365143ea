import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '../client.ts';
import type { Journal } from '../journal.ts';
import { GUARDED_TOKEN, type World } from '../world.ts';

const READ_EVERY_MS = 100;
const AGAIN_MS = 300;

/** Ends and grants the permission of one person in turn, until it is told to stop. */
export async function runAdministrator(
  { world, journal, client }: { world: World; journal: Journal; client: Client },
  pause: () => Promise<boolean>,
): Promise<void> {
  const { siteId, guardedRoleId: id } = world;
  for (let isGranted = false; await pause(); isGranted = !isGranted) {
    let sentAtMs: number | null = null;
    for (;;) {
      // The version of what is stored: an earlier attempt that arrives late is refused.
      const stored = await client.ask({ path: `/api/permissions/roles/${id}` }).catch(() => null);
      if (stored?.status !== 200) {
        await delay(AGAIN_MS);
        continue;
      }
      const { displayName, version } = stored.body['role'] as { displayName: string; version: number };
      sentAtMs ??= performance.now();
      const explicitPermissions = { [siteId]: { 'VIEW:SHADED': true, [GUARDED_TOKEN]: isGranted } };
      const json = { displayName, version, explicitPermissions };
      const answer = await client
        .ask({ method: 'POST', path: `/api/permissions/roles/put/${id}`, json })
        .catch(() => null);
      if (answer?.status === 200) break;
      await delay(AGAIN_MS);
    }
    journal.turns.push({ isGranted, sentAtMs, answeredAtMs: performance.now() });
  }
}

/** Reads with that permission at one server, without a balancer, all the time. */
export async function runGuardedReads(
  { world, journal, client, server }: { world: World; journal: Journal; client: Client; server: string },
  isOver: () => boolean,
): Promise<void> {
  while (!isOver()) {
    const sentAtMs = performance.now();
    const answer = await client.ask({ path: `/api/sites/${world.siteId}/mocs/pois` }).catch(() => null);
    if (answer?.status === 200 || answer?.status === 404)
      journal.reads.push({ server, sentAtMs, isAllowed: answer.status === 200 });
    await delay(READ_EVERY_MS);
  }
}
