import { randomUUID } from 'node:crypto';
import type { Client } from '../client.ts';
import { type Journal, noteChange } from '../journal.ts';
import type { World } from '../world.ts';

/** Requests exports of points until it is told to stop. A request has no id of its client: it is sent once. */
export async function runExporter(
  { world, journal, client }: { world: World; journal: Journal; client: Client },
  pause: () => Promise<boolean>,
): Promise<void> {
  const { cloud, exporter } = world;
  while (await pause()) {
    const description = randomUUID();
    const change = noteChange(journal, 'export', description);
    const answer = await client
      .ask({
        method: 'POST',
        path: '/api/pointgrab/crop',
        json: {
          siteSlug: world.slug,
          pointCloudID: cloud.uuid,
          density: cloud.density,
          formats: ['LAS'],
          description,
          notify: true,
          notifyEmail: exporter.email,
          ...cloud.box,
        },
      })
      .catch(() => null);
    if (answer?.status === 200) change.outcome = 'acknowledged';
    else if (answer && answer.status < 500 && answer.status !== 429) {
      change.outcome = 'refused';
      change.refusal = `${answer.status} ${JSON.stringify(answer.body)}`;
    }
  }
}
