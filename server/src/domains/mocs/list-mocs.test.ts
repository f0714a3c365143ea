import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mocAreas, mocPois, mocs } from '@overlook/db/schema';
import { enuFrame, transformPoint } from '@overlook/shared/maths';
import { databaseKinds } from '../../testing/database-kinds.ts';
import { aPerson, query, type TestPerson } from '../../testing/people.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const { kinds, drop } = await databaseKinds();
afterAll(drop);

const PLACE = { longitude: 138.5, latitude: -35, altitude: 30, x: -3_913_245.5, y: 3_462_862.25, z: -3_645_085 };
const GONE = new Date('2026-03-14T10:00:00Z');
const AREA = { name: 'Laydown', bottomHeight: 0, topHeight: 5 };
const pointAt = (position: number, x: number) => ({ id: `p${position}`, name: '', position, x, y: 2, z: 3 });

describe.each(kinds)('what lists and stages read of changes, on $name', ({ open }) => {
  let server: TestServer;
  let viewer: TestPerson;
  let siteId: number;
  beforeAll(async () => {
    server = await startTestServer({}, undefined, open);
    siteId = server.siteIds.plant;
    viewer = await aPerson(server, { entries: { [siteId]: { 'VIEW:TEXTURED': true, 'MOC:VIEW': true } } });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    await server.database.db.delete(mocs);
  });

  async function read(name: 'list' | 'areas', known?: string) {
    const { status, body } = await query(server, viewer.token, `mocs.${name}`, { siteId, known });
    expect(status).toBe(200);
    return body;
  }

  /** The areas by the id of their change, as a client decodes them from the columns. */
  async function readAreas() {
    const { corners, ...columns } = (await read('areas')).columns;
    const doubles = Buffer.from(corners, 'base64');
    let next = 0;
    const double = () => doubles.readDoubleBE(8 * next++);
    const areas = columns.uuid.map((_: string, row: number) => ({
      ...Object.fromEntries(Object.entries(columns).map(([name, values]) => [name, (values as unknown[])[row]])),
      corners: Array.from({ length: columns.cornerCount[row] }, () => [double(), double(), double()]),
    }));
    expect(next * 8).toBe(doubles.length);
    return areas;
  }

  async function aMoc(fields: Partial<typeof mocs.$inferInsert> = {}): Promise<number> {
    const row = { siteId, name: 'Flare tip', documentNumber: 'MOC-1', ...fields };
    const [moc] = await server.database.db.insert(mocs).values(row).returning();
    return moc!.id;
  }

  it('is columns: the first position and the number of areas of each, the newest first', async () => {
    const { db } = server.database;
    const first = await aMoc();
    const second = await aMoc({ name: 'Bund "A"', state: 'approved', version: 4 });
    const third = await aMoc();
    await aMoc({ archivedAt: GONE });
    await aMoc({ siteId: server.siteIds.farm });
    await db.insert(mocPois).values([
      { mocId: first, ...PLACE },
      { mocId: first, ...PLACE, x: 0 },
      // It has no place: such rows are from an older version or were written by hand.
      { mocId: third, ...PLACE, x: Number.NaN },
    ]);
    await db.insert(mocAreas).values([
      { ...AREA, mocId: second, points: [] },
      { ...AREA, mocId: second, points: [] },
      { ...AREA, mocId: second, points: [], archivedAt: GONE },
      { ...AREA, mocId: first, points: [], archivedAt: GONE },
    ]);
    expect(await read('list')).toEqual({
      siteID: siteId,
      edition: expect.any(String),
      columns: {
        id: [third, second, first],
        name: ['Flare tip', 'Bund "A"', 'Flare tip'],
        documentNumber: ['MOC-1', 'MOC-1', 'MOC-1'],
        state: ['proposed', 'approved', 'proposed'],
        version: [1, 4, 1],
        areaCount: [0, 2, 0],
        x: [null, null, PLACE.x],
        y: [PLACE.y, null, PLACE.y],
        z: [PLACE.z, null, PLACE.z],
      },
    });
  });

  it('is empty columns for a site without changes', async () => {
    const { columns } = await read('list');
    expect(Object.values(columns)).toEqual(Array.from({ length: 9 }, () => []));
  });

  it('has after saves the same rows as a complete read, for saves of any age', async () => {
    const { db } = server.database;
    const ids: number[] = [];
    for (let i = 0; i < 6; i++) ids.push(await aMoc({ name: `Change ${i}` }));
    await db.insert(mocPois).values(ids.map((mocId) => ({ mocId, ...PLACE })));
    const save = (row: number, fields: Partial<typeof mocs.$inferInsert>, updatedAt = new Date()) =>
      db
        .update(mocs)
        .set({ ...fields, version: sql`${mocs.version} + 1`, updatedAt })
        .where(eq(mocs.id, ids[row]!));
    const names = async () => (await read('list')).columns.name;
    const last = ['Change 5', 'Change 4', 'Change 3', 'Change 2', 'Change 1', 'Change 0'];
    expect(await names()).toEqual(last);

    await save(2, { name: 'Saved' });
    await db.insert(mocAreas).values({ ...AREA, mocId: ids[2]!, points: [] });
    await aMoc({ name: 'Newest' });
    const { columns } = await read('list');
    expect(columns.name).toEqual(['Newest', 'Change 5', 'Change 4', 'Change 3', 'Saved', 'Change 1', 'Change 0']);
    expect(columns.areaCount).toEqual([0, 0, 0, 0, 1, 0, 0]);
    expect(columns.version).toEqual([1, 1, 1, 1, 2, 1, 1]);
    expect(columns.x.slice(1)).toEqual(Array.from({ length: 6 }, () => PLACE.x));

    await save(5, { archivedAt: GONE });
    expect(await names()).toEqual(['Newest', 'Change 4', 'Change 3', 'Saved', 'Change 1', 'Change 0']);
    await save(5, { archivedAt: null });
    // By a clock that is slow.
    await save(0, { name: 'Slow clock' }, GONE);
    expect(await names()).toEqual(['Newest', 'Change 5', 'Change 4', 'Change 3', 'Saved', 'Change 1', 'Slow clock']);
  });

  it('has the corners of areas in the order of the ring, for areas that are not archived and can be read', async () => {
    const { db } = server.database;
    const id = await aMoc();
    const archived = await aMoc({ archivedAt: GONE });
    const points = [pointAt(1, 20), pointAt(0, 10), pointAt(2, 30)];
    const [area] = await db
      .insert(mocAreas)
      .values({ ...AREA, mocId: id, points, colour: '#00ff00', createdAt: new Date('2026-03-14T23:59:00Z') })
      .returning();
    await db.insert(mocAreas).values([
      { ...AREA, mocId: id, points, archivedAt: GONE },
      { ...AREA, mocId: id, points: 'none' as never },
      { ...AREA, mocId: archived, points },
    ]);
    await db.insert(mocAreas).values([
      { ...AREA, mocId: id, points: [] },
      { ...AREA, mocId: id, points: [...points, { ...pointAt(3, 40), y: '5' as never }] },
      { ...AREA, mocId: id, points: [...points, { position: 3, x: 1, y: 2 } as never] },
      { ...AREA, mocId: id, points: [1, null] as never },
      { ...AREA, mocId: id, points, topHeight: Number.NaN },
      { ...AREA, mocId: id, points, createdAt: sql`'infinity'` },
    ]);
    const { bottomHeight, topHeight } = AREA;
    const corners = [10, 20, 30].map((x) => [x, 2, 3]);
    const colour = '#00ff00';
    const drawn = {
      mocId: id,
      uuid: area!.uuid,
      bottomHeight,
      topHeight,
      capped: true,
      colour,
      createdOn: '2026-03-14',
      cornerCount: 3,
      corners,
    };
    expect(await readAreas()).toEqual([drawn]);
    await db.delete(mocs).where(eq(mocs.id, id));
    expect(await readAreas()).toEqual([]);
  });

  it('is sent once to a caller who knows its edition, until something is saved', async () => {
    const { db } = server.database;
    const empty = await read('list');
    expect(await read('list', empty.edition)).toEqual({ ...empty, columns: null });
    const [id] = [await aMoc(), await aMoc(), await aMoc({ siteId: server.siteIds.farm })];
    let { edition } = empty;
    const assertNew = async () => {
      for (const name of ['list', 'areas'] as const) {
        const answer = await read(name, edition);
        expect(answer.columns).not.toBeNull();
        const again = await read(name, answer.edition);
        expect([again.edition, again.columns]).toEqual([answer.edition, null]);
      }
      ({ edition } = await read('list'));
    };
    await assertNew();
    const editor = await aPerson(server, {
      entries: { [siteId]: { 'VIEW:TEXTURED': true, 'MOC:VIEW': true, 'MOC:UPDATE': true, 'MOC:DELETE': true } },
    });
    const place = `/sites/${siteId}/mocs`;
    await editor.ask('POST', `${place}/${id}`, { moc: { name: 'Flare stack' } });
    await assertNew();
    const frame = enuFrame({ longitude: 138.5, latitude: -35, height: 30 });
    const ring = [0, 20, 40].map((east, position) => {
      const [x, y, z] = transformPoint(frame.ecefFromEnu, [east, position === 1 ? 20 : 0, 0]);
      return { ...pointAt(position, x), y, z };
    });
    const area = await editor.ask('POST', `${place}/${id}/area`, { ...AREA, points: ring });
    expect(area.status).toBe(200);
    await assertNew();
    await editor.ask('GET', `${place}/${id}/area/delete/${area.body['area'].uuid}`);
    await assertNew();
    await editor.ask('GET', `${place}/delete/${id}`);
    await assertNew();
    await db.insert(mocs).values({ siteId: server.siteIds.farm, name: 'Elsewhere', documentNumber: 'x' });
    expect((await read('list', edition)).columns).toBeNull();
  });

  it('is read once for all callers, until something is saved', async () => {
    const { db } = server.database;
    const id = await aMoc();
    const before = await read('list');
    // Without a save nothing is read again.
    await db.update(mocs).set({ name: 'Changed without a save' }).where(eq(mocs.id, id));
    expect((await read('list')).columns).toEqual(before.columns);
    await db.update(mocs).set({ name: 'Saved', version: 2 }).where(eq(mocs.id, id));
    expect((await read('list')).columns.name).toEqual(['Saved']);
  });
});
