import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BcfReader as BcfReader21 } from '@parametricos/bcf-js/dist/2.1/index.js';
import { BcfReader as BcfReader30 } from '@parametricos/bcf-js/dist/3.0/index.js';
import { afterAll, describe, expect, it } from 'vitest';
import { attachments, mocComments, snapshots } from '@overlook/db/schema';
import { BCF_VERSIONS } from '@overlook/shared/config';
import { storedCameraOf, transformPoint, type Vec3 } from '@overlook/shared/maths';
import { storePicture } from '../../../storage/pictures.ts';
import { databaseKinds } from '../../../testing/database-kinds.ts';
import { aPerson } from '../../../testing/people.ts';
import { archiveFaults, entriesOf } from './testing/bcf-archive.ts';
import sharp from 'sharp';
import { bcfSites, FRAME, POSITION, CAMERA, POSE, expectClose } from './testing/bcf-sites.ts';

const { kinds, drop } = await databaseKinds();
afterAll(drop);

describe.each(kinds)('the export of BCF on $name', ({ open }) => {
  const place = bcfSites(open);
  const { exported, topicsOf, createMoc } = place;

  it.each(BCF_VERSIONS)('as BCF %s has each change as a topic, in the frame of the site', async (version) => {
    const { id } = await createMoc();
    const { db } = place.server.database;
    await db.insert(mocComments).values({ mocId: id, userId: place.editor.id, body: 'Agreed.' });
    const file = { uuid: crypto.randomUUID(), filename: 'plan <1>.pdf', mediaType: 'application/pdf' };
    await db.insert(attachments).values({ ...file, mocId: id, sizeBytes: 1, sha256: '', uploadedBy: place.editor.id });
    await createMoc({ name: 'Without a view', data: {} });
    const answer = await exported(place.plant, version);
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
      documents: [{ guid: file.uuid, name: file.filename, url: expect.stringContaining(`/attachments/${file.uuid}`) }],
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
    const [topic] = await topicsOf((await exported(place.plant)).rawPayload);
    if (!topic || typeof topic === 'string') throw new Error('no topic');
    const { camera, lines } = topic.viewpoint!;
    expectClose(lines[0]![0], POSITION);
    const away = Math.hypot(...camera!.position.map((part, axis) => POSITION[axis]! - part));
    expectClose(camera!.position.map((part, axis) => part + away * camera!.direction[axis]!) as Vec3, POSITION);
  });

  it('gives a topic the same GUIDs each time, and another viewpoint to another camera', async () => {
    const { id } = await createMoc();
    const topicNow = async () => {
      const [topic] = await topicsOf((await exported(place.plant)).rawPayload);
      return topic as Exclude<typeof topic, string | undefined>;
    };
    const first = await topicNow();
    expect(await topicNow()).toEqual(first);
    const bookmark = storedCameraOf(
      { ...POSE, position: transformPoint(FRAME.ecefFromEnu, [1, 2, 3]) },
      { near: 1, far: 9 },
    );
    await place.editor.ask('POST', `/sites/${place.plant}/mocs/${id}`, { moc: { data: { bookmark } } });
    const second = await topicNow();
    expect(second.guid).toBe(first.guid);
    expect(second.viewpoint!.guid).not.toBe(first.viewpoint!.guid);
    expect(second.modifiedBy).toMatch(/^Ada /);
  });

  it.each(BCF_VERSIONS)('as BCF %s has the picture of the Place with the same camera, as PNG', async (version) => {
    const { db } = place.server.database;
    await db.delete(snapshots);
    const bookmark = storedCameraOf(POSE, { near: 1, far: 50 });
    const jpeg = await sharp({ create: { width: 3000, height: 1000, channels: 3, background: '#336699' } })
      .jpeg()
      .toBuffer();
    const filename = crypto.randomUUID();
    await writeFile(join(place.server.filesDir, 'picture'), jpeg);
    await storePicture(place.server, filename, join(place.server.filesDir, 'picture'));
    const row = { siteId: place.plant, name: 'Place', bookmark, createdBy: place.editor.id };
    await db.insert(snapshots).values([
      { ...row, filename },
      { ...row, filename: crypto.randomUUID(), archivedAt: new Date() },
    ]);
    await createMoc();
    await createMoc({
      data: { bookmark: storedCameraOf({ ...POSE, up: POSE.direction, direction: POSE.up }, { near: 1, far: 9 }) },
    });
    const file = (await exported(place.plant, version)).rawPayload;
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
    expect(await topicsOf((await exported(place.plant)).rawPayload)).toEqual([]);
    expect((await exported(place.plant, '1.0')).json()).toMatchObject({ code: 'INVALID_INPUT' });
  });

  it('is for those who may view changes there; for the others there is no such site', async () => {
    expect((await exported(place.farm)).statusCode).toBe(404);
    expect((await exported(999_999)).statusCode).toBe(404);
    const guest = await aPerson(place.server, { entries: { [place.plant]: { 'VIEW:TEXTURED': true } } });
    expect((await exported(place.plant, '3.0', guest)).statusCode).toBe(404);
    expect((await place.server.app.inject({ url: `/api/sites/${place.plant}/mocs/export.bcfzip` })).statusCode).toBe(
      401,
    );
  });
});
