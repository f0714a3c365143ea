import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { BcfReader as BcfReader21 } from '@parametricos/bcf-js/dist/2.1/index.js';
import { BcfReader as BcfReader30 } from '@parametricos/bcf-js/dist/3.0/index.js';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BCF_VERSIONS, type BcfVersion } from '@overlook/shared/config';
import { readXml } from '@overlook/shared/xml';
import { readZip } from '../../../services/zip/read-zip.ts';
import type { BcfTopic } from './bcf-topic.ts';
import { readBcf } from './read-bcf.ts';
import { aTopic } from './testing/a-topic.ts';
import { schemaFaults } from './testing/bcf-rules.ts';
import { writeBcf } from './write-bcf.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'overlook-bcf-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const PROJECT = { id: 'plant', name: 'Plant' };
const PICTURE = Buffer.from('picture');

async function written(topics: readonly BcfTopic[], version: BcfVersion, withPicture = true): Promise<string> {
  const path = join(folder, `${version}.bcfzip`);
  const picture = withPicture ? () => Promise.resolve(PICTURE) : null;
  const all = topics.map((topic) => ({ topic, picture }));
  await writeFile(path, await buffer(writeBcf(PROJECT, all, version)));
  return path;
}

describe.each(BCF_VERSIONS)('BCF %s', (version) => {
  it('comes back as it was written', async () => {
    const topics = [aTopic(), aTopic({ viewpoint: null, comments: [], documents: [], labels: [], description: '' })];
    const [first, second] = await readBcf(await written(topics, version));
    // Version 2.1 has no attribute for the number: it is in a label.
    const expected = (topic: BcfTopic) =>
      version === '3.0'
        ? topic
        : { ...topic, serverAssignedId: '', labels: [`Document: ${topic.serverAssignedId}`, ...topic.labels] };
    expect(first).toEqual({ folder: topics[0]!.guid, topic: expected(topics[0]!) });
    expect(second).toEqual({ folder: topics[1]!.guid, topic: expected(topics[1]!) });
  });

  it('keeps to the rules of the schemas, with any text', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(' ', '\0', '\uD800')),
        fc.boolean(),
        async (text, withPicture) => {
          const topic = aTopic({ title: `a${text}`, description: text, labels: [`b${text}`] });
          await readZip(
            await written([topic], version, withPicture),
            { entries: 100, entryBytes: 1e6, totalBytes: 1e7 },
            async ({ names, read }) => {
              for (const name of names.filter((one) => !one.endsWith('.png'))) {
                const root = readXml((await read(name))!, { elements: 1000, depth: 20 });
                expect(schemaFaults(root, version)).toEqual([]);
              }
            },
          );
        },
      ),
      { numRuns: 30 },
    );
  });

  it('is read by an independent reader', async () => {
    const topic = aTopic({ title: 'Replace <the> "pump" & motor — Größe 漢' });
    const reader = version === '3.0' ? new BcfReader30() : new BcfReader21();
    await reader.read(
      new Uint8Array(await buffer(writeBcf(PROJECT, [{ topic, picture: async () => PICTURE }], version))),
    );
    const [markup] = reader.project!.markups!;
    expect(markup!.topic).toMatchObject({
      guid: topic.guid,
      topic_type: topic.type,
      topic_status: topic.status,
      title: topic.title,
      description: topic.description,
      creation_author: topic.createdBy,
    });
    const [viewpoint] = markup!.viewpoints!;
    const [x, y, z] = topic.viewpoint!.camera!.position;
    expect(viewpoint!.perspective_camera).toMatchObject({ camera_view_point: { x, y, z }, field_of_view: 60 });
    expect(await viewpoint!.getSnapshot!()).toBe(PICTURE.toString('base64'));
  });
});
