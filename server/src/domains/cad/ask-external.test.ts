import { type RequestListener } from 'node:http';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { cadItems } from '@overlook/db/schema';
import { foldText } from '@overlook/shared/format';
import { createExternalMetadata } from '../../services/external-metadata.ts';
import { fakeClock } from '../../testing/fake-clock.ts';
import { databaseKinds } from '../../testing/database-kinds.ts';
import { treeServer } from './testing/tree-server.ts';

const { kinds, drop } = await databaseKinds();
afterAll(drop);

describe.each(kinds)('asking an external source on $name', ({ open }) => {
  const place = treeServer(open);
  const { item } = place;

  const ask = async (tag: string) => {
    const { sourceId } = item('Plant/Unit 1/Pump').externalTags[0]!;
    return place.viewer.ask(
      'GET',
      `/sites/${place.siteId}/cad/external_metadata/${sourceId}?query=${encodeURIComponent(tag)}`,
    );
  };

  beforeAll(async () => {
    const { id, externalTags } = item('Plant/Unit 1/Pump');
    const tags = ['P/101 ä', 'unknown', 'HTML', 'other JSON', 'an error', 'too much', 'nothing'];
    const { db } = place.server.database;
    const labels = foldText(tags.join('\n'));
    const pairs = tags.map((tag): [number, string] => [externalTags[0]!.sourceId, tag]);
    await db.update(cadItems).set({ externalTags: pairs, labels }).where(eq(cadItems.id, id));
  });

  it('gives its answer, and requests it once in some minutes', async () => {
    place.source.answers(
      (_request, response) => void response.end('{"metadata":{"Orders":{"Open":2,"Due":null,"Safe":true}},"more":1}'),
    );
    expect(await ask('P/101 ä')).toEqual({
      status: 200,
      body: { metadata: { Orders: { Open: '2', Due: '', Safe: 'true' } } },
    });
    await ask('P/101 ä');
    expect(place.source.asked.filter((url) => url === '/assets/P%2F101%20%C3%A4')).toHaveLength(1);
    place.server.clock.advance(5 * 60_000);
    await ask('P/101 ä');
    expect(place.source.asked.filter((url) => url === '/assets/P%2F101%20%C3%A4')).toHaveLength(2);
  });

  it('is nothing for a tag that it does not know', async () => {
    place.source.answers((_request, response) => void response.writeHead(404).end('<h1>Not found</h1>'));
    expect(await ask('unknown')).toEqual({ status: 200, body: { metadata: {} } });
  });

  it.each<[string, RequestListener, string]>([
    [
      'HTML',
      (_q, r) => void r.end('<!doctype html><p>Sign in'),
      'Maintenance answered with something other than metadata.',
    ],
    [
      'other JSON',
      (_q, r) => void r.end('{"metadata":[1]}'),
      'Maintenance answered with something other than metadata.',
    ],
    ['an error', (_q, r) => void r.writeHead(500).end('stack at x.js'), 'Maintenance answered with an error (500).'],
    ['too much', (_q, r) => void r.end('x'.repeat(2_000_000)), 'Maintenance answered with more than can be shown.'],
    ['nothing', (q) => void q.socket.destroy(), 'Maintenance cannot be reached.'],
  ])('fails clearly at %s, and asks again the next time', async (what, answer, sentence) => {
    place.source.answers(answer);
    expect(await ask(what)).toEqual({ status: 503, body: { error: sentence, code: 'UNAVAILABLE' } });
    place.source.answers((_request, response) => void response.end('{"metadata":{}}'));
    expect((await ask(what)).status).toBe(200);
  });

  it('ends with an error when there is no answer in time', async () => {
    place.source.answers(() => {});
    const external = createExternalMetadata({ clock: fakeClock(new Date()), log: { warn: vi.fn() }, timeoutMs: 50 });
    await expect(external.ask({ name: 'Maintenance', url: `${place.source.url}/{tag}` }, 'x')).rejects.toThrow(
      'Maintenance did not answer within 0.05 s.',
    );
  });
});
