import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { attachments, mocAreas, mocPois, mocs, userRoles } from '@overlook/db/schema';
import { ecefFromLla } from '@overlook/shared/maths';
import { aPerson, askAs, mutate, query, type TestPerson } from '../../testing/people.ts';
import { mocPeople, aMoc, POI, poiAt } from './testing/moc-people.ts';

const place = mocPeople();
const { create, list, entriesOf, actionsOf } = place;

describe('a change', () => {
  it('is created, listed, edited, archived and restored', async () => {
    const made = await create({ description: '<p>Because</p>', siteID: place.siteId });
    expect(made).toMatchObject({
      status: 'success',
      moc: {
        name: 'New flare tip',
        description: '<p>Because</p>',
        documentNumber: 'MOC-1',
        state: 'proposed',
        siteID: place.siteId,
        data: { bookmark: null, measurements: null },
        pois: [POI],
        attachments: [],
        polygons: {},
        archived: false,
        createdBy: expect.stringMatching(/^Ada /),
        version: 1,
      },
    });
    const { id } = made['moc'];
    expect(await list()).toEqual([made['moc']]);
    const path = `/sites/${place.siteId}/mocs/${id}`;
    const elsewhere = poiAt([50, 60, 3]);
    const saved = await place.editor.ask('POST', path, {
      moc: { state: 'approved', version: 1 },
      poi: elsewhere,
      version: 1,
    });
    const expected = { ...made['moc'], state: 'approved', pois: [elsewhere], version: 2 };
    expect(saved).toMatchObject({ status: 200, body: { moc: expected } });
    expect(
      (await query(place.server, place.viewer.token, 'mocs.get', { siteId: place.siteId, id })).body['moc'],
    ).toEqual(saved.body['moc']);

    expect((await place.editor.ask('GET', `/sites/${place.siteId}/mocs/delete/${id}`)).body).toMatchObject({
      status: 'success',
      moc: { archived: true },
    });
    expect(await list()).toEqual([]);
    expect(
      (await query(place.server, place.viewer.token, 'mocs.get', { siteId: place.siteId, id })).body['moc'].archived,
    ).toBe(true);
    const late = await place.editor.ask('POST', path, { moc: { state: 'completed' } });
    expect([late.status, late.body['error']]).toEqual([409, 'This MOC is archived. Restore it to change it.']);
    expect((await mutate(place.server, place.editor.token, 'mocs.restore', { siteId: place.siteId, id })).status).toBe(
      200,
    );
    expect(await list()).toMatchObject([{ id, archived: false, state: 'approved', version: 4 }]);
  });

  it('is added once by calls with one GUID, which other people cannot use then', async () => {
    const guid = '0d3f6a52-9a5e-4a43-8f4c-7a2b1c0d9e8f';
    const [file] = await place.server.database.db
      .insert(attachments)
      .values({
        filename: 'a.pdf',
        mediaType: 'application/pdf',
        sizeBytes: 1,
        sha256: 'x',
        uploadedBy: place.editor.id,
      })
      .returning();
    const body = { ...aMoc(), guid, attachmentUUIDs: [file!.uuid] };
    const path = `/sites/${place.siteId}/mocs`;
    const answers = await Promise.all([1, 2].map(() => place.editor.ask('POST', path, body)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[0]!.body).toEqual(answers[1]!.body);
    expect(await list()).toMatchObject([{ attachments: [{ filename: 'a.pdf' }] }]);
    const other = await aPerson(place.server, {
      entries: { [place.siteId]: { 'VIEW:TEXTURED': true, 'MOC:VIEW': true, 'MOC:CREATE': true } },
    });
    const theirs = await other.ask('POST', path, { ...aMoc(), guid });
    expect([theirs.status, theirs.body['error']]).toEqual([409, 'Another MOC of this site has this GUID.']);
  });

  it('that two people archive at once is archived once', async () => {
    const { id } = (await create())['moc'];
    const both = await Promise.all(
      [1, 2].map(() => place.editor.ask('GET', `/sites/${place.siteId}/mocs/delete/${id}`)),
    );
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(await actionsOf(id)).toEqual(['mocs.create', 'mocs.archive']);
  });

  it('is recorded field by field in the audit, and not when nothing was changed', async () => {
    const { id } = (await create({ description: '<p>Old</p>' }))['moc'];
    const path = `/sites/${place.siteId}/mocs/${id}`;
    const long = 'x'.repeat(2000);
    await place.editor.ask('POST', path, { moc: { name: 'Other name', description: `<p>${long}</p>` } });
    await place.editor.ask('POST', path, { moc: { name: 'Other name' }, poi: POI });
    const entries = await entriesOf(id);
    expect(entries.map(({ action }) => action)).toEqual(['mocs.create', 'mocs.update']);
    expect(entries[1]!.details).toMatchObject({
      siteId: place.siteId,
      name: 'New flare tip',
      changes: [
        { field: 'name', before: 'New flare tip', after: 'Other name' },
        { field: 'description', before: 'Old', after: `${'x'.repeat(499)}…` },
      ],
    });
  });

  it('is hidden in the audit log from people who may not see it', async () => {
    const { id } = (await create({ name: 'Secret' }))['moc'];
    const auditor = await aPerson(place.server, { allowed: ['USERS:VIEW'] });
    const admin = askAs(place.server, await place.server.token(place.server.people.admin));
    const told = async (ask: TestPerson['ask']) => (await ask('GET', `/audit?subject=moc:${id}`)).body['entries'];
    expect(await told(admin)).toMatchObject([{ action: 'mocs.create', details: { name: 'Secret' } }]);
    expect(await told(auditor.ask)).toMatchObject([{ action: 'mocs.create', details: {} }]);
    expect(JSON.stringify(await told(auditor.ask))).not.toContain('Secret');
  });

  it('is not overwritten by the second of two editors, who is told the other editor and the time, and can load the newer text', async () => {
    const { id } = (await create())['moc'];
    const other = await aPerson(place.server, {
      name: 'Grace',
      entries: { [place.siteId]: { 'VIEW:TEXTURED': true, 'MOC:VIEW': true, 'MOC:UPDATE': true } },
    });
    const path = `/sites/${place.siteId}/mocs/${id}`;
    expect((await other.ask('POST', path, { moc: { name: 'Newer' }, version: 1 })).status).toBe(200);
    const late = await place.editor.ask('POST', path, { moc: { name: 'Mine' }, version: 1 });
    expect(late.status).toBe(409);
    expect(late.body['error']).toMatch(/^Grace .* changed this MOC on 21 Nov 2026 08:00 UTC\. Nothing was saved\./);
    expect(
      (await query(place.server, place.editor.token, 'mocs.get', { siteId: place.siteId, id })).body['moc'],
    ).toMatchObject({
      name: 'Newer',
      version: 2,
    });
  });

  it.each([
    ['no name', { moc: { documentNumber: 'x' } }, 'moc.name'],
    ['no document number', { moc: { name: 'x' } }, 'moc.documentNumber'],
    ['an unknown state', aMoc({ state: 'burning' }), 'moc.state'],
    ['another site', aMoc({ siteID: 1_000_000 }), 'moc.siteID'],
    [
      'a bookmark without direction',
      aMoc({ data: { bookmark: { position: { x: 1, y: 2, z: 3 } } } }),
      'moc.data.bookmark.direction',
    ],
    ['a position at the centre of the earth', { ...aMoc(), poi: { ...POI, x: 0, y: 0, z: 0 } }, 'poi'],
    ['degrees of another place', { ...aMoc(), poi: { ...POI, latitude: -34.9 } }, 'poi'],
    [
      'an upload that is not there',
      { ...aMoc(), attachmentUUIDs: ['8b7d5c9e-28c2-4f5c-93a1-0f6f3b9c1d55'] },
      'attachmentUUIDs',
    ],
  ])('with %s is refused and stored not at all', async (_, body, field) => {
    const answer = await place.editor.ask('POST', `/sites/${place.siteId}/mocs`, { poi: POI, ...body });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body['fields'])).toContain(field);
    expect(await place.server.database.db.select().from(mocs)).toEqual([]);
  });

  it('at another place of the earth is refused', async () => {
    const [x, y, z] = ecefFromLla({ longitude: 4.1, latitude: 51.9, height: 5 });
    const poi = { longitude: 4.1, latitude: 51.9, altitude: 5, x, y, z };
    const answer = await place.editor.ask('POST', `/sites/${place.siteId}/mocs`, { ...aMoc(), poi });
    expect(answer.body['fields']).toEqual({ poi: 'This position is not at this site.' });
  });

  it('is for those who may see the site; of another site it does not exist', async () => {
    const { id } = (await create())['moc'];
    const { farm } = place.server.siteIds;
    const stranger = await aPerson(place.server, { allowed: ['MOC:VIEW', 'MOC:UPDATE'] });
    expect((await stranger.ask('GET', `/sites/${place.siteId}/mocs/pois`)).status).toBe(404);
    const admin = await place.server.token(place.server.people.admin);
    expect((await query(place.server, admin, 'mocs.get', { siteId: farm, id })).status).toBe(404);
    expect((await mutate(place.server, admin, 'mocs.update', { siteId: farm, id, moc: { name: 'x' } })).status).toBe(
      404,
    );
    expect((await mutate(place.server, admin, 'mocs.archive', { siteId: farm, id })).status).toBe(404);
    expect((await place.viewer.ask('POST', `/sites/${place.siteId}/mocs/${id}`, { moc: { name: 'x' } })).status).toBe(
      404,
    );
  });

  it('is not changed by a person whose role another server process has just removed', async () => {
    const { id } = (await create())['moc'];
    const entries = { [place.siteId]: { 'VIEW:TEXTURED': true, 'MOC:VIEW': true, 'MOC:UPDATE': true } } as const;
    const former = await aPerson(place.server, { entries });
    const rename = async (name: string) =>
      (await mutate(place.server, former.token, 'mocs.update', { siteId: place.siteId, id, moc: { name } })).status;
    expect(await rename('First')).toBe(200);
    await place.server.database.db.delete(userRoles).where(eq(userRoles.userId, former.id));
    expect(await rename('Second')).toBe(404);
  });
});

describe('rows that do not fit', () => {
  it('are left out, and the change is listed', async () => {
    const { db } = place.server.database;
    const { id } = (await create())['moc'];
    await db.update(mocs).set({ bookmark: { position: 5 } as never, measurements: [] as never });
    await db.update(mocPois).set({ latitude: 400 }).where(eq(mocPois.mocId, id));
    await db.insert(mocAreas).values({ mocId: id, name: '', bottomHeight: 0, topHeight: 1, points: 'none' as never });
    expect(await list()).toMatchObject([{ id, data: { bookmark: null, measurements: null }, pois: [], polygons: {} }]);
  });
});
