import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { BcfReader as BcfReader21 } from '@parametricos/bcf-js/dist/2.1/index.js';
import { BcfReader as BcfReader30 } from '@parametricos/bcf-js/dist/3.0/index.js';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BCF_VERSIONS, type BcfVersion } from '@overlook/shared/config';
import { aPicture } from '../../../testing/places.ts';
import { zipOf } from '../../../testing/zip-of.ts';
import type { BcfTopic } from './bcf-topic.ts';
import { readBcf } from './read-bcf.ts';
import { aTopic } from './testing/a-topic.ts';
import { archiveFaults, entriesOf } from './testing/bcf-archive.ts';
import { writeBcf } from './write-bcf.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'overlook-bcf-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const PROJECT = { id: 'plant', name: 'Plant' };
const PICTURE = await aPicture(4, 3, 'png');

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
    const [one, other] = topics.map(({ guid }) => guid);
    expect(first).toEqual({
      folder: one,
      topic: expected(topics[0]!),
      picture: `${one}/snapshot.png`,
      viewProblem: null,
      leftOut: ['1 document'],
    });
    // Without a viewpoint there is no place for a picture.
    expect(second).toEqual({
      folder: other,
      topic: expected(topics[1]!),
      picture: null,
      viewProblem: null,
      leftOut: [],
    });
  });

  it('keeps to the rules of the format, with any text', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('', ' ', '\0', '\uD800', '\uFFFF')),
        fc.boolean(),
        async (text, withPicture) => {
          const [comment] = aTopic().comments;
          const [document] = aTopic().documents;
          const worded = aTopic({
            serverAssignedId: text,
            title: text,
            description: text,
            labels: [text, `b${text}`],
            createdBy: text,
            modifiedBy: text,
            comments: [{ ...comment!, author: text, text }],
            documents: [{ ...document!, name: text }],
          });
          const bare = aTopic({ viewpoint: null, comments: [], documents: [], labels: [] });
          const file = await readFile(await written([worded, bare], version, withPicture));
          expect(await archiveFaults(file, version)).toEqual([]);
        },
      ),
      { numRuns: 30 },
    );
  });

  it('is checked by rules that find violations', async () => {
    const file = await readFile(await written([aTopic()], version));
    const changed = async (name: RegExp, change: (text: string) => string | null) => {
      const files = [...(await entriesOf(file))].filter(([one]) => !one.endsWith('/'));
      const texts = files.map(([one, content]) => [one, name.test(one) ? change(content.toString('latin1')) : content]);
      const entries = texts.filter((entry): entry is [string, string | Buffer] => entry[1] !== null);
      const folder = `${files.at(-1)![0].split('/')[0]}/`;
      return archiveFaults(await zipOf(Object.fromEntries(entries), [folder]), version);
    };
    expect(await changed(/^$/, (text) => text)).toEqual([]);
    for (const [name, change] of [
      [/markup/, (text) => text.replace(/<Title>.*<\/Title>/, '')],
      [/markup/, (text) => text.replace(/(<Title>.*<\/Title>)([^]*)(<Description>[^]*<\/Description>)/, '$3$2$1')],
      [/markup/, (text) => text.replace(' Guid=', ' guid=')],
      [/markup/, (text) => text.replace(/<Comment Guid="[^"]*"/, '<Comment Guid="1"')],
      [/markup/, (text) => text.replace('2026-11-01T', '01.11.2026 ')],
      [/markup/, (text) => text.replace(/snapshot\.png/, 'other.png')],
      [/viewpoint/, (text) => text.replace('>60<', '>180<')],
      [/viewpoint/, (text) => text.replace(/ Guid="[^"]*"/, ` Guid="${crypto.randomUUID()}"`)],
      [/viewpoint/, () => null],
      [/snapshot/, () => 'no picture'],
      [/version/, (text) => text.replace(version, '1.0')],
    ] as [RegExp, (text: string) => string | null][])
      await expect(changed(name, change), `${name} ${change}`).resolves.not.toEqual([]);
    await expect(zipOf({}, []).then((empty) => archiveFaults(empty, version))).resolves.not.toEqual([]);
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
