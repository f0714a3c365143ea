import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { BcfReader as BcfReader21 } from '@parametricos/bcf-js/dist/2.1/index.js';
import { BcfReader as BcfReader30 } from '@parametricos/bcf-js/dist/3.0/index.js';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { attachments, auditEntries, mocComments, mocs, sites, snapshots } from '@overlook/db/schema';
import { BCF_VERSIONS, type BcfVersion } from '@overlook/shared/config';
import { enuFrame, storedCameraOf, transformDirection, transformPoint, type Vec3 } from '@overlook/shared/maths';
import type { BcfImport, Moc } from '@overlook/shared/schemas';
import { storePicture } from '../../../files/pictures.ts';
import { databaseKinds } from '../../../testing/database-kinds.ts';
import { aMultipartBody } from '../../../testing/multipart.ts';
import { aPerson, type TestPerson } from '../../../testing/people.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { zipOf } from '../../../testing/zip-of.ts';
import { readBcf } from './read-bcf.ts';
import { aTopic } from './testing/a-topic.ts';
import { archiveFaults, entriesOf } from './testing/bcf-archive.ts';
import { writeBcf } from './write-bcf.ts';

const ORIGIN = { longitude: 138.4932, latitude: -35.0789, height: 30 };
const OTHER_ORIGIN = { longitude: 138.5, latitude: -35.08, height: 25 };
const FRAME = enuFrame(ORIGIN);

const { kinds, drop } = await databaseKinds();
afterAll(drop);

describe.each(kinds)('BCF files on $name', ({ open }) => {
  let server: TestServer;
  let plant: number;
  let farm: number;
  let editor: TestPerson;
  let viewer: TestPerson;
  beforeAll(async () => {
    server = await startTestServer({}, undefined, open);
    ({ plant, farm } = server.siteIds);
    for (const [siteId, origin] of [
      [plant, ORIGIN],
      [farm, OTHER_ORIGIN],
    ] as const)
      await server.database.db
        .update(sites)
        .set({ data: { avatar: null, minimapMaxNativeZoom: null, meta: { homeBookmark: null, origin } } })
        .where(eq(sites.id, siteId));
    const seen = { 'VIEW:TEXTURED': true, 'MOC:VIEW': true } as const;
    const all = { ...seen, 'MOC:CREATE': true, 'MOC:UPDATE': true } as const;
    editor = await aPerson(server, { name: 'Ada', answers: { [plant]: all, [farm]: all } });
    viewer = await aPerson(server, { name: 'Vic', answers: { [plant]: seen } });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    await server.database.db.delete(mocs);
  });

  const bearer = (who: TestPerson) => ({ authorization: `Bearer ${who.token}` });
  const exported = (siteId: number, version?: string, who = viewer) =>
    server.app.inject({
      url: `/api/sites/${siteId}/mocs/export.bcfzip${version === undefined ? '' : `?version=${version}`}`,
      headers: bearer(who),
    });
  async function imported(siteId: number, file: Buffer, who = editor) {
    const { payload, headers } = await aMultipartBody('bcf', file, 'topics.bcfzip');
    return server.app.inject({
      method: 'POST',
      url: `/api/sites/${siteId}/mocs/import.bcfzip`,
      headers: { ...headers, ...bearer(who) },
      payload,
    });
  }
  const outcomeOf = async (siteId: number, file: Buffer) => (await imported(siteId, file)).json<BcfImport>();
  const listed = async (siteId: number) =>
    (await editor.ask('GET', `/sites/${siteId}/mocs/pois`)).body['mocs'] as Moc[];
  const topicsOf = async (file: Buffer) => {
    const path = join(server.filesDir, 'exported.bcfzip');
    await writeFile(path, file);
    return (await readBcf(path)).map((one) => ('topic' in one ? one.topic : one.reason));
  };

  const POSITION: Vec3 = [12.5, -7.25, 2];
  const CAMERA = { position: [40, -60, 30] as Vec3, direction: [-0.6, 0.8, 0] as Vec3, up: [0, 0, 1] as Vec3 };
  const pose = {
    position: transformPoint(FRAME.toEcef, CAMERA.position),
    direction: transformDirection(FRAME.toEcef, CAMERA.direction),
    up: transformDirection(FRAME.toEcef, CAMERA.up),
  };
  const [x, y, z] = transformPoint(FRAME.toEcef, POSITION);
  const POI = { longitude: ORIGIN.longitude, latitude: ORIGIN.latitude, altitude: ORIGIN.height, x, y, z };

  async function createMoc(fields: object = {}): Promise<Moc> {
    const moc = {
      name: 'Replace <pump> & motor',
      documentNumber: 'DOC-7',
      description: '<p>First &amp; last</p><ul><li>one</li></ul>',
      state: 'approved',
      data: { bookmark: storedCameraOf(pose, { near: 1, far: 1000 }) },
      ...fields,
    };
    const answer = await editor.ask('POST', `/sites/${plant}/mocs`, { moc, poi: POI });
    expect(answer.body).toMatchObject({ status: 'success' });
    return answer.body['moc'] as Moc;
  }

  function expectClose(actual: Vec3, expected: Vec3) {
    for (const axis of [0, 1, 2] as const) expect(actual[axis]).toBeCloseTo(expected[axis], 5);
  }

  describe('the export', () => {
    it.each(BCF_VERSIONS)('as BCF %s has each change as a topic, in the frame of the site', async (version) => {
      const { id } = await createMoc();
      const { db } = server.database;
      await db.insert(mocComments).values({ mocId: id, userId: editor.id, body: 'Agreed.' });
      const file = { uuid: crypto.randomUUID(), filename: 'plan <1>.pdf', mediaType: 'application/pdf' };
      await db.insert(attachments).values({ ...file, mocId: id, sizeBytes: 1, sha256: '', uploadedBy: editor.id });
      await createMoc({ name: 'Without a view', data: {} });
      const answer = await exported(plant, version);
      expect(await archiveFaults(answer.rawPayload, version)).toEqual([]);
      expect(answer.headers).toMatchObject({
        'content-disposition': 'attachment; filename="plant-changes.bcfzip"',
        'cache-control': 'no-store',
      });
      const topic = (await topicsOf(answer.rawPayload)).find(
        (one) => typeof one !== 'string' && one.documents.length > 0,
      );
      if (!topic || typeof topic === 'string') throw new Error('no topic');
      expect(topic).toMatchObject({
        title: 'Replace <pump> & motor',
        documents: [
          { guid: file.uuid, name: file.filename, url: expect.stringContaining(`/attachments/${file.uuid}`) },
        ],
        description: 'First & last\none',
        type: 'Change',
        status: 'approved',
        createdBy: expect.stringMatching(/^Ada /),
        comments: [{ author: expect.stringMatching(/^Ada /), text: 'Agreed.' }],
      });
      expect(topic.labels).toContain('Frame: ENU at 138.493200000 -35.078900000 30.0000');
      const { camera, lines } = topic.viewpoint!;
      expectClose(camera!.position, CAMERA.position);
      expectClose(camera!.direction, CAMERA.direction);
      expectClose(camera!.up, CAMERA.up);
      expectClose(lines[0]![0], POSITION);
    });

    it('shows the place of a change that was saved without a camera', async () => {
      await createMoc({ data: {} });
      const [topic] = await topicsOf((await exported(plant)).rawPayload);
      if (!topic || typeof topic === 'string') throw new Error('no topic');
      const { camera, lines } = topic.viewpoint!;
      expectClose(lines[0]![0], POSITION);
      const away = Math.hypot(...camera!.position.map((part, axis) => POSITION[axis]! - part));
      expectClose(camera!.position.map((part, axis) => part + away * camera!.direction[axis]!) as Vec3, POSITION);
    });

    it('gives a topic the same GUIDs each time, and another viewpoint to another camera', async () => {
      const { id } = await createMoc();
      const topicNow = async () => {
        const [topic] = await topicsOf((await exported(plant)).rawPayload);
        return topic as Exclude<typeof topic, string | undefined>;
      };
      const first = await topicNow();
      expect(await topicNow()).toEqual(first);
      const bookmark = storedCameraOf(
        { ...pose, position: transformPoint(FRAME.toEcef, [1, 2, 3]) },
        { near: 1, far: 9 },
      );
      await editor.ask('POST', `/sites/${plant}/mocs/${id}`, { moc: { data: { bookmark } } });
      const second = await topicNow();
      expect(second.guid).toBe(first.guid);
      expect(second.viewpoint!.guid).not.toBe(first.viewpoint!.guid);
      expect(second.modifiedBy).toMatch(/^Ada /);
    });

    it.each(BCF_VERSIONS)('as BCF %s has the picture of the Place with the same camera, as PNG', async (version) => {
      const { db } = server.database;
      await db.delete(snapshots);
      const bookmark = storedCameraOf(pose, { near: 1, far: 50 });
      const jpeg = await sharp({ create: { width: 3000, height: 1000, channels: 3, background: '#336699' } })
        .jpeg()
        .toBuffer();
      const filename = crypto.randomUUID();
      await writeFile(join(server.filesDir, 'picture'), jpeg);
      await storePicture(server.filesDir, filename, join(server.filesDir, 'picture'));
      const place = { siteId: plant, name: 'Place', bookmark, createdBy: editor.id };
      await db.insert(snapshots).values([
        { ...place, filename },
        { ...place, filename: crypto.randomUUID(), archivedAt: new Date() },
      ]);
      await createMoc();
      await createMoc({
        data: { bookmark: storedCameraOf({ ...pose, up: pose.direction, direction: pose.up }, { near: 1, far: 9 }) },
      });
      const file = (await exported(plant, version)).rawPayload;
      expect(await archiveFaults(file, version)).toEqual([]);
      const pictures = [...(await entriesOf(file))].filter(([name]) => name.endsWith('/snapshot.png'));
      expect(pictures).toHaveLength(1);
      expect(await sharp(pictures[0]![1]).metadata()).toMatchObject({ format: 'png', width: 1500, height: 500 });
      // Other readers find it by the viewpoint.
      const reader = version === '3.0' ? new BcfReader30() : new BcfReader21();
      await reader.read(new Uint8Array(file));
      const viewpoints = reader.project!.markups!.flatMap((markup) => markup.viewpoints ?? []);
      expect(viewpoints).toHaveLength(2);
      const shown = await Promise.all(viewpoints.map((viewpoint) => viewpoint.getSnapshot?.()));
      expect(shown.filter(Boolean)).toEqual([pictures[0]![1].toString('base64')]);
    });

    it('of a site without changes has no topics; another version is refused', async () => {
      expect(await topicsOf((await exported(plant)).rawPayload)).toEqual([]);
      expect((await exported(plant, '1.0')).json()).toMatchObject({ code: 'INVALID_INPUT' });
    });

    it('is for those who may view changes there; for the others there is no such site', async () => {
      expect((await exported(farm)).statusCode).toBe(404);
      expect((await exported(999_999)).statusCode).toBe(404);
      const guest = await aPerson(server, { answers: { [plant]: { 'VIEW:TEXTURED': true } } });
      expect((await exported(plant, '3.0', guest)).statusCode).toBe(404);
      expect((await server.app.inject({ url: `/api/sites/${plant}/mocs/export.bcfzip` })).statusCode).toBe(401);
    });
  });

  describe('the import', () => {
    it.each(BCF_VERSIONS)('of our own BCF %s gives the same changes at another site', async (version) => {
      const made = await createMoc();
      const createdAt = new Date('2026-11-20T10:00:00Z');
      await server.database.db
        .insert(mocComments)
        .values({ mocId: made.id, userId: editor.id, body: 'Agreed.', createdAt });
      const file = (await exported(plant, version)).rawPayload;
      const outcome = await outcomeOf(farm, file);
      expect(outcome).toMatchObject({ status: 'success', created: [{ name: made.name }], skipped: [], failed: [] });
      const [moc] = await listed(farm);
      expect(moc).toMatchObject({
        name: made.name,
        documentNumber: 'DOC-7',
        state: 'approved',
        description: '<p>First &amp; last</p><p>one</p>',
      });
      const comments = await server.database.db.select().from(mocComments).where(eq(mocComments.mocId, moc!.id));
      expect(comments).toMatchObject([{ body: expect.stringMatching(/^Ada .*: Agreed\.$/), userId: null, createdAt }]);
      // The file names its frame, so that it is the same place on the earth.
      expectClose([moc!.pois[0]!.x, moc!.pois[0]!.y, moc!.pois[0]!.z], [x, y, z]);
      const { position, direction } = moc!.data.bookmark!;
      expectClose([position.x, position.y, position.z], pose.position);
      expectClose([direction.x, direction.y, direction.z], pose.direction);
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
      expect(await outcomeOf(farm, file)).toMatchObject({ created: [{}, {}, {}], failed: [] });
      const byName = new Map((await listed(farm)).map((moc) => [moc.name, moc.attachments]));
      expect(byName.get('with')).toMatchObject([{ filename: 'snapshot.png', mediaType: 'image/png' }]);
      expect(byName.get('with text for a picture')).toEqual([]);
      expect(byName.get('without')).toEqual([]);
      expect(await readdir(join(server.filesDir, 'incoming'))).toEqual([]);
      const again = await entriesOf((await exported(farm, '3.0', editor)).rawPayload);
      const pictures = [...again].filter(([name]) => name.endsWith('/snapshot.png'));
      expect(pictures).toHaveLength(1);
      expect(await sharp(pictures[0]![1]).metadata()).toMatchObject({ format: 'png', width: 40, height: 30 });
    });

    it('of the same file again adds nothing, also simultaneously and at the site of its export', async () => {
      await createMoc();
      const file = (await exported(plant)).rawPayload;
      expect(await outcomeOf(plant, file)).toMatchObject({ created: [], skipped: [{}] });
      const outcomes = await Promise.all([1, 2, 3].map(() => outcomeOf(farm, file)));
      expect(outcomes.flatMap(({ created }) => created)).toHaveLength(1);
      expect(outcomes.flatMap(({ skipped }) => skipped)).toHaveLength(2);
      expect([await listed(plant), await listed(farm)].map((all) => all.length)).toEqual([1, 1]);
    });

    const fileOf = (topics: Parameters<typeof aTopic>[0][], version: BcfVersion = '3.0') =>
      buffer(
        writeBcf(
          { id: 'x', name: 'X' },
          topics.map((change) => ({ topic: aTopic(change), picture: null })),
          version,
        ),
      );
    const LABELS = { labels: [] };

    it('reads coordinates of other programs in the frame of the site', async () => {
      await outcomeOf(farm, await fileOf([LABELS]));
      const [moc] = await listed(farm);
      const expected = transformPoint(enuFrame(OTHER_ORIGIN).toEcef, [10, 5, 1]);
      expectClose([moc!.pois[0]!.x, moc!.pois[0]!.y, moc!.pois[0]!.z], expected);
    });

    it('places a topic where its camera looks, and without a viewpoint at the origin', async () => {
      const viewpoint = {
        guid: crypto.randomUUID(),
        camera: { position: [0, 0, 30], direction: [0.6, 0, -0.8], up: [0.8, 0, 0.6] },
        lines: [],
      } as const;
      await outcomeOf(plant, await fileOf([{ ...LABELS, title: 'seen', viewpoint: viewpoint as never }]));
      await outcomeOf(plant, await fileOf([{ ...LABELS, title: 'none', viewpoint: null }]));
      const all = new Map((await listed(plant)).map((moc) => [moc.name, moc]));
      const enuOf = (name: string) => {
        const poi = all.get(name)!.pois[0]!;
        return transformPoint(FRAME.fromEcef, [poi.x, poi.y, poi.z]);
      };
      expectClose(enuOf('seen'), [22.5, 0, 0]);
      expectClose(enuOf('none'), [0, 0, 0]);
      expect(all.get('none')!.data.bookmark).toBeNull();
    });

    it('maps states, numbers and long titles', async () => {
      const guid = crypto.randomUUID();
      const long = `Replace ${'very '.repeat(40)}long`;
      await outcomeOf(
        plant,
        await fileOf([
          { ...LABELS, title: 'a', status: 'Closed' },
          { ...LABELS, title: 'b', status: 'whatever', serverAssignedId: '', guid },
          { ...LABELS, title: long, status: 'IN PROGRESS', description: 'More' },
        ]),
      );
      const all = (await listed(plant))
        .reverse()
        .map(({ name, state, documentNumber }) => [name, state, documentNumber]);
      expect(all).toEqual([
        ['a', 'completed', 'DOC-1'],
        ['b', 'proposed', guid],
        [long.slice(0, 100), 'approved', 'DOC-1'],
      ]);
      expect((await listed(plant))[0]!.description).toBe(`<p>${long}</p><p>More</p>`);
    });

    it('lists a bad topic with its reason and imports the others', async () => {
      const far = {
        guid: crypto.randomUUID(),
        camera: null,
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
        lines: [],
      };
      const outcome = await outcomeOf(
        plant,
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
        ['upward', 'The camera cannot be used: its up is along its direction.'],
        [expect.stringMatching(/^[0-9a-f-]{36}$/), 'It has no title.'],
        ['long', 'Its description is too long.'],
      ]);
      expect(outcome.created.map(({ name }) => name)).toEqual(['good']);
      expect((await listed(plant)).map(({ name }) => name)).toEqual(['good']);
    });

    it('cleans texts of markup', async () => {
      await outcomeOf(plant, await fileOf([{ ...LABELS, description: '<img src=x onerror=alert(1)>\n<b>bold</b>' }]));
      expect((await listed(plant))[0]!.description).toBe(
        '<p>&lt;img src=x onerror=alert(1)&gt;</p><p>&lt;b&gt;bold&lt;/b&gt;</p>',
      );
    });

    it('refuses a file that is not BCF, and is recorded', async () => {
      for (const [file, sentence] of [
        [Buffer.from('x'), 'The archive is damaged.'],
        [await zipOf({ 'a.txt': 'a' }), 'This is not a BCF file. bcf.version is missing.'],
      ] as const)
        expect((await imported(plant, file)).json()).toEqual({ error: sentence, code: 'INVALID_INPUT' });
      await outcomeOf(plant, await fileOf([LABELS]));
      const entries = await server.database.db
        .select()
        .from(auditEntries)
        .where(eq(auditEntries.action, 'mocs.importBcf'))
        .orderBy(auditEntries.id);
      expect(entries.at(-1)).toMatchObject({
        userId: editor.id,
        subject: `site:${plant}`,
        details: { siteId: plant, filename: 'topics.bcfzip', created: 1, skipped: 0, failed: 0 },
      });
    });

    it('needs MOC:CREATE at the site; for the others there is no such site', async () => {
      const answer = await imported(plant, await fileOf([LABELS]), viewer);
      expect([answer.statusCode, answer.json()]).toEqual([404, { error: 'There is no such site.', code: 'NOT_FOUND' }]);
    });
  });
});
