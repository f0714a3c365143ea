import { setTimeout as delay } from 'node:timers/promises';
import { aB3dm, aTileset } from '@overlook/server/publish/testing/made-tiles';
import { deliveryOf } from '@overlook/server/files/uploads/testing/made-delivery';
import type { Client } from '../client.ts';
import { type Journal, noteChange } from '../journal.ts';
import type { World } from '../world.ts';

const DAY_MS = 86_400_000;
const LOOK_EVERY_MS = 500;
const TILES = [
  { part: 'shaded', path: 'tileset.json', bytes: Buffer.from(JSON.stringify(aTileset())) },
  { part: 'shaded', path: 'tile.b3dm', bytes: aB3dm() },
] as const;

/** Sends bytes from where the server has them, until it has all of them. False where the person has stopped. */
async function sendBytes(client: Client, id: string, stream: Uint8Array, isOver: () => boolean): Promise<boolean> {
  const headers = { 'Tus-Resumable': '1.0.0', 'Content-Type': 'application/offset+octet-stream' };
  const path = `/api/uploads/${id}`;
  while (!isOver()) {
    const at = Number((await client.ask({ method: 'HEAD', path, headers }).catch(() => null))?.body['offset'] ?? NaN);
    if (at === stream.length) return true;
    if (Number.isFinite(at)) {
      const request = { method: 'PATCH', path, headers: { ...headers, 'Upload-Offset': String(at) } };
      await client.ask({ ...request, bytes: stream.subarray(at, at + 1500) }).catch(() => null);
    } else await delay(LOOK_EVERY_MS);
  }
  return false;
}

/**
 * Delivers a small layer, each of a date of its own, until it is told to stop. A delivery that is refused because a disk was full is tried
 * again, as its person would.
 */
export async function runPublisher(
  { world, journal, client }: { world: World; journal: Journal; client: Client },
  pause: () => Promise<boolean>,
  isOver: () => boolean,
): Promise<void> {
  const path = `/api/sites/manage/${world.siteId}/uploads`;
  for (let n = 0; await pause(); n++) {
    const captured = new Date(Date.UTC(2000, 0, 1) + n * DAY_MS).toISOString().slice(0, 10);
    const { stream, input } = await deliveryOf(TILES, { captured });
    const begun = await client.ask({ method: 'POST', path, json: { ...input, title: captured } }).catch(() => null);
    if (begun?.status !== 200) continue;
    const { id } = begun.body['upload'] as { id: string };
    const change = noteChange(journal, 'delivery', id, { captured });
    if (await sendBytes(client, id, stream, isOver)) change.outcome = 'acknowledged';
    // The next one begins when this one is published, or the person stops.
    while (!isOver()) {
      const listed = await client.ask({ path }).catch(() => null);
      const own = (listed?.body['uploads'] as { id: string; state: string }[] | undefined)?.find(
        (one) => one.id === id,
      );
      if (own?.state === 'done') break;
      if (own?.state === 'refused')
        await client
          .ask({ method: 'POST', path: `${path}/${id}/retry`, json: { options: input.options } })
          .catch(() => null);
      await delay(LOOK_EVERY_MS);
    }
  }
}
