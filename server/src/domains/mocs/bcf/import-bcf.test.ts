import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import { auditEntries, mocComments } from '@overlook/db/schema';
import { BCF_VERSIONS, type BcfVersion } from '@overlook/shared/config';
import { enuFrame, transformPoint } from '@overlook/shared/maths';
import { databaseKinds } from '../../../testing/database-kinds.ts';
import { query } from '../../../testing/people.ts';
import { zipOf } from '../../../testing/zip-of.ts';
import { aTopic } from './testing/a-topic.ts';
import { archiveFaults, entriesOf } from './testing/bcf-archive.ts';
import type { BcfTopic } from './bcf-topic.ts';
import { writeBcf } from './write-bcf.ts';
import sharp from 'sharp';
import { bcfSites, OTHER_ORIGIN, FRAME, POINT_ECEF, POSE, expectClose } from './testing/bcf-sites.ts';

const { kinds, drop } = await databaseKinds();
afterAll(drop);

describe.each(kinds)('the import of BCF on $name', ({ open }) => {
  const place = bcfSites(open);
  const { exported, imported, outcomeOf, listed, createMoc } = place;

  it.each(BCF_VERSIONS)('of our own BCF %s gives the same changes at another site', async (version) => {
    const made = await createMoc();
    const createdAt = new Date('2026-11-20T10:00:00Z');
    await place.server.database.db
      .insert(mocComments)
      .values({ mocId: made.id, userId: place.editor.id, body: 'Agreed.', createdAt });
    const file = (await exported(place.plant, version)).rawPayload;
    const outcome = await outcomeOf(place.farm, file);
    expect(outcome).toMatchObject({ status: 'success', created: [{ name: made.name }], skipped: [], failed: [] });
    const [moc] = await listed(place.farm);
    expect(moc).toMatchObject({
      name: made.name,
      documentNumber: 'DOC-7',
      state: 'approved',
      description: '<p>First &amp; last</p><p>one</p>',
    });
    const comments = await place.server.database.db.select().from(mocComments).where(eq(mocComments.mocId, moc!.id));
    expect(comments).toMatchObject([
      { body: 'Agreed.', authorName: expect.stringMatching(/^Ada /), userId: null, createdAt },
    ]);
    // The file names its frame, so that it is the same place on the earth.
    expectClose([moc!.pois[0]!.x, moc!.pois[0]!.y, moc!.pois[0]!.z], POINT_ECEF);
    const { position, direction } = moc!.data.bookmark!;
    expectClose([position.x, position.y, position.z], POSE.position);
    expectClose([direction.x, direction.y, direction.z], POSE.direction);
  });

  it('attaches the picture of a topic, and gives it back in an export', async () => {
    const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#c04020' } })
      .png()
      .toBuffer();
    const topics = [
      { title: 'with', picture: () => Promise.resolve(picture) },
      { title: 'with text for a picture', picture: () => Promise.resolve(Buffer.from('no picture')) },
      { title: 'without', picture: null },
    ];
    const written = topics.map(({ title, picture: one }) => ({ topic: aTopic({ title, labels: [] }), picture: one }));
    const file = await buffer(writeBcf({ id: 'x', name: 'X' }, written, '2.1'));
    expect(await outcomeOf(place.farm, file)).toMatchObject({ created: [{}, {}, {}], failed: [] });
    const byName = new Map((await listed(place.farm)).map((moc) => [moc.name, moc.attachments]));
    expect(byName.get('with')).toMatchObject([{ filename: 'snapshot.png', mediaType: 'image/png' }]);
    expect(byName.get('with text for a picture')).toEqual([]);
    expect(byName.get('without')).toEqual([]);
    expect(await readdir(join(place.server.filesDir, 'incoming'))).toEqual([]);
    const again = await entriesOf((await exported(place.farm, '3.0', place.editor)).rawPayload);
    const pictures = [...again].filter(([name]) => name.endsWith('/snapshot.png'));
    expect(pictures).toHaveLength(1);
    expect(await sharp(pictures[0]![1]).metadata()).toMatchObject({ format: 'png', width: 40, height: 30 });
  });

  it('of the same file again adds nothing, also simultaneously and at the site of its export', async () => {
    await createMoc();
    const file = (await exported(place.plant)).rawPayload;
    expect(await outcomeOf(place.plant, file)).toMatchObject({ created: [], skipped: [{}] });
    const outcomes = await Promise.all([1, 2, 3].map(() => outcomeOf(place.farm, file)));
    expect(outcomes.flatMap(({ created }) => created)).toHaveLength(1);
    expect(outcomes.flatMap(({ skipped }) => skipped)).toHaveLength(2);
    expect([await listed(place.plant), await listed(place.farm)].map((all) => all.length)).toEqual([1, 1]);
  });

  const fileOf = (topics: Parameters<typeof aTopic>[0][], version: BcfVersion = '3.0') =>
    buffer(
      writeBcf(
        { id: 'x', name: 'X' },
        topics.map((change) => ({ topic: aTopic(change), picture: null })),
        version,
      ),
    );
  /** No references, which an import reports. */
  const LABELS = { labels: [], documents: [] };
  const BARE = { lines: [], selected: [], planes: [] } as const;

  it('keeps people, dates, labels, selection and planes, and gives them back', async () => {
    const topic = aTopic({ ...LABELS, type: 'Clash', labels: ['Piping'], createdBy: 'ana@x.example' });
    const written = [{ topic, picture: null }];
    await outcomeOf(place.farm, await buffer(writeBcf({ id: 'x', name: 'X' }, written, '3.0')));
    const [moc] = await listed(place.farm);
    expect(moc!.topic).toEqual({
      author: 'ana@x.example',
      createdAt: topic.createdAt,
      dueDate: topic.dueDate,
      assignedTo: 'cara@x.example',
      type: 'Clash',
      priority: 'High',
      labels: ['Piping'],
      selected: 1,
      planes: 1,
    });
    const said = await query(place.server, place.editor.token, 'mocs.comments', { siteId: place.farm, id: moc!.id });
    expect(said.body).toMatchObject({ comments: [{ by: 'Ben Example', body: 'Agreed.' }] });
    for (const version of BCF_VERSIONS) {
      const file = (await exported(place.farm, version, place.editor)).rawPayload;
      expect(await archiveFaults(file, version)).toEqual([]);
      const [again] = (await place.topicsOf(file)) as BcfTopic[];
      const { type, priority, assignedTo, dueDate, createdAt, createdBy } = topic;
      expect(again).toMatchObject({ type, priority, assignedTo, dueDate, createdAt, createdBy });
      expect(again!.labels).toContain('Piping');
      expect(again!.comments).toMatchObject([{ author: 'Ben Example', text: 'Agreed.' }]);
      expect(again!.viewpoint!.selected).toEqual(topic.viewpoint!.selected);
      expectClose(again!.viewpoint!.planes[0]!.location, topic.viewpoint!.planes[0]!.location);
      expectClose(again!.viewpoint!.planes[0]!.direction, topic.viewpoint!.planes[0]!.direction);
    }
  });

  it('says of each topic what it leaves out', async () => {
    const topic = aTopic({ ...LABELS, title: 'with more', status: 'Waiting' });
    const files = await entriesOf(await buffer(writeBcf({ id: 'x', name: 'X' }, [{ topic, picture: null }], '3.0')));
    const markup = `${topic.guid}/markup.bcf`;
    const more = `<RelatedTopics><RelatedTopic Guid="${crypto.randomUUID()}"/></RelatedTopics></Topic>`;
    files.set(markup, Buffer.from(files.get(markup)!.toString().replace('</Topic>', more)));
    const inside = [...files].filter(([name]) => !name.endsWith('/'));
    const outcome = await outcomeOf(place.farm, await zipOf(Object.fromEntries(inside)));
    expect(outcome.notes).toEqual([{ topic: 'with more', note: 'Left out: 1 related topic, the status “Waiting”.' }]);
  });

  it('reads coordinates of other programs in the frame of the site', async () => {
    await outcomeOf(place.farm, await fileOf([LABELS]));
    const [moc] = await listed(place.farm);
    const expected = transformPoint(enuFrame(OTHER_ORIGIN).ecefFromEnu, [10, 5, 1]);
    expectClose([moc!.pois[0]!.x, moc!.pois[0]!.y, moc!.pois[0]!.z], expected);
  });

  it('places a topic where its camera looks, and without a viewpoint at the origin', async () => {
    const viewpoint = {
      guid: crypto.randomUUID(),
      camera: { position: [0, 0, 30], direction: [0.6, 0, -0.8], up: [0.8, 0, 0.6] },
      ...BARE,
    } as const;
    await outcomeOf(place.plant, await fileOf([{ ...LABELS, title: 'seen', viewpoint: viewpoint as never }]));
    await outcomeOf(place.plant, await fileOf([{ ...LABELS, title: 'none', viewpoint: null }]));
    const all = new Map((await listed(place.plant)).map((moc) => [moc.name, moc]));
    const enuOf = (name: string) => {
      const poi = all.get(name)!.pois[0]!;
      return transformPoint(FRAME.enuFromEcef, [poi.x, poi.y, poi.z]);
    };
    expectClose(enuOf('seen'), [22.5, 0, 0]);
    expectClose(enuOf('none'), [0, 0, 0]);
    expect(all.get('none')!.data.bookmark).toBeNull();
  });

  it('maps states, numbers and long titles', async () => {
    const guid = crypto.randomUUID();
    const long = `Replace ${'very '.repeat(40)}long`;
    await outcomeOf(
      place.plant,
      await fileOf([
        { ...LABELS, title: 'a', status: 'Closed' },
        { ...LABELS, title: 'b', status: 'whatever', serverAssignedId: '', guid },
        { ...LABELS, title: long, status: 'IN PROGRESS', description: 'More' },
      ]),
    );
    const all = (await listed(place.plant))
      .reverse()
      .map(({ name, state, documentNumber }) => [name, state, documentNumber]);
    expect(all).toEqual([
      ['a', 'completed', 'DOC-1'],
      ['b', 'proposed', guid],
      [long.slice(0, 100), 'approved', 'DOC-1'],
    ]);
    expect((await listed(place.plant))[0]!.description).toBe(`<p>${long}</p><p>More</p>`);
  });

  it('lists a bad topic with its reason and imports the others', async () => {
    const far = {
      guid: crypto.randomUUID(),
      camera: null,
      ...BARE,
      lines: [
        [
          [5e5, 6e6, 0],
          [5e5, 6e6, 3],
        ],
      ],
    };
    const upward = {
      guid: crypto.randomUUID(),
      camera: { position: [0, 0, 9], direction: [0, 0, 1], up: [0, 0, 1] },
      ...BARE,
    };
    const outcome = await outcomeOf(
      place.plant,
      await fileOf(
        [
          { ...LABELS, title: 'far', viewpoint: far as never },
          { ...LABELS, title: 'upward', viewpoint: upward as never },
          { ...LABELS, title: '\u202E\u200B' },
          { ...LABELS, title: 'long', description: 'x'.repeat(60_000) },
          { ...LABELS, title: 'good' },
        ],
        '2.1',
      ),
    );
    expect(outcome.failed.map(({ topic, reason }) => [topic, reason])).toEqual([
      ['far', 'This position is not at this site.'],
      [expect.stringMatching(/^[0-9a-f-]{36}$/), 'It has no title.'],
      ['long', 'Its description is too long.'],
    ]);
    expect(outcome.created.map(({ name }) => name)).toEqual(['upward', 'good']);
    expect(outcome.notes).toEqual([
      {
        topic: 'upward',
        note: 'Its view is left out: The camera cannot be used: its up is along its direction.',
      },
    ]);
    const all = await listed(place.plant);
    expect(all.map(({ name }) => name).sort()).toEqual(['good', 'upward']);
    expect(all.find(({ name }) => name === 'upward')!.data.bookmark).toBeNull();
  });

  it('cleans texts of markup', async () => {
    await outcomeOf(
      place.plant,
      await fileOf([{ ...LABELS, description: '<img src=x onerror=alert(1)>\n<b>bold</b>' }]),
    );
    expect((await listed(place.plant))[0]!.description).toBe(
      '<p>&lt;img src=x onerror=alert(1)&gt;</p><p>&lt;b&gt;bold&lt;/b&gt;</p>',
    );
  });

  it('refuses a file that is not BCF, and is recorded', async () => {
    for (const [file, sentence] of [
      [Buffer.from('x'), 'The archive is damaged.'],
      [await zipOf({ 'a.txt': 'a' }), 'This is not a BCF file. bcf.version is missing.'],
    ] as const)
      expect((await imported(place.plant, file)).json()).toEqual({ error: sentence, code: 'INVALID_INPUT' });
    await outcomeOf(place.plant, await fileOf([LABELS]));
    const entries = await place.server.database.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.action, 'mocs.importBcf'))
      .orderBy(auditEntries.id);
    expect(entries.at(-1)).toMatchObject({
      userId: place.editor.id,
      subject: `site:${place.plant}`,
      details: { siteId: place.plant, filename: 'topics.bcfzip', created: 1, skipped: 0, failed: 0 },
    });
  });

  it('needs MOC:CREATE at the site; for the others there is no such site', async () => {
    const answer = await imported(place.plant, await fileOf([LABELS]), place.viewer);
    expect([answer.statusCode, answer.json()]).toEqual([404, { error: 'There is no such site.', code: 'NOT_FOUND' }]);
  });
});
