import { describe, expect, it } from 'vitest';
import { mocAreas } from '@overlook/db/schema';
import { transformPoint, type Vec3 } from '@overlook/shared/maths';
import { mutate } from '../../testing/people.ts';
import { mocPeople, SITE } from './testing/moc-people.ts';

const place = mocPeople();
const { create, entriesOf, actionsOf } = place;

const L_SHAPE: Vec3[] = [
  [0, 0, 1],
  [20, 0, 0],
  [20, 5, 0],
  [5, 5, 0],
  [5, 20, 0],
  [0, 20, 0],
];
const anArea = (corners: readonly Vec3[] = L_SHAPE, fields: object = {}) => ({
  name: 'Laydown',
  bottomHeight: 0,
  topHeight: 5,
  points: corners.map((corner, position) => {
    const [x, y, z] = transformPoint(SITE.ecefFromEnu, corner);
    return { id: `p${position}`, name: `Point ${position + 1}`, position, x, y, z };
  }),
  ...fields,
});

describe('an area', () => {
  const save = async (id: number, body: object, who = place.editor) =>
    who.ask('POST', `/sites/${place.siteId}/mocs/${id}/area`, body);

  it('is added, changed, archived and restored, and each action is recorded in the audit', async () => {
    const { id } = (await create())['moc'];
    const added = await save(id, anArea(L_SHAPE, { colour: '#FF0000' }));
    expect(added.status).toBe(200);
    const { area } = added.body;
    expect(area).toMatchObject({ name: 'Laydown', type: 'polygon', capped: true, colour: '#FF0000', archived: false });
    expect(area.points).toHaveLength(6);
    expect(added.body['moc']).toMatchObject({ version: 2, polygons: { [area.uuid]: area } });
    const reversed = anArea(L_SHAPE, { uuid: area.uuid, name: 'Laydown', topHeight: 7, capped: false, version: 2 });
    const changed = await save(id, { ...reversed, points: reversed.points.toReversed() });
    expect(changed.body['area']).toMatchObject({ uuid: area.uuid, topHeight: 7, capped: false, colour: null });
    expect(changed.body['area'].points).toEqual(area.points);
    expect((await save(id, { ...reversed, version: 2 })).status).toBe(409);

    const gone = await place.editor.ask('GET', `/sites/${place.siteId}/mocs/${id}/area/delete/${area.uuid}`);
    expect(gone.body['moc']).toMatchObject({ polygons: {}, version: 4 });
    expect((await save(id, anArea(L_SHAPE, { uuid: area.uuid }))).status).toBe(404);
    const input = { siteId: place.siteId, id, areaUuid: area.uuid };
    const back = await mutate(place.server, place.editor.token, 'mocs.restoreArea', input);
    expect(back.body['moc'].polygons[area.uuid]).toMatchObject({ archived: false, topHeight: 7 });
    const told = (await entriesOf(id)).slice(1).map(({ details }) => details['changes']);
    const [first, second] = ['6 corners, 0 m to 5 m, capped, #FF0000', '6 corners, 0 m to 7 m, open'];
    expect(told).toEqual([
      [{ field: 'area Laydown', before: null, after: first }],
      [{ field: 'area Laydown', before: first, after: second }],
      [{ field: 'area Laydown', before: second, after: null }],
      [{ field: 'area Laydown', before: null, after: second }],
    ]);
  });

  it('that two people archive at once is archived once', async () => {
    const { id } = (await create())['moc'];
    const { area } = (await save(id, anArea())).body;
    const path = `/sites/${place.siteId}/mocs/${id}/area/delete/${area.uuid}`;
    const both = await Promise.all([1, 2].map(() => place.editor.ask('GET', path)));
    expect(both.map(({ status, body }) => [status, body['moc'].version])).toEqual([
      [200, 3],
      [200, 3],
    ]);
    expect(await actionsOf(id)).toEqual(['mocs.create', 'mocs.saveArea', 'mocs.archiveArea']);
  });

  it.each<[string, object, Record<string, string>]>([
    ['two corners', anArea(L_SHAPE.slice(0, 2)), { points: 'An area needs at least 3 corners' }],
    [
      'edges that cross',
      anArea([L_SHAPE[0]!, L_SHAPE[2]!, L_SHAPE[1]!, L_SHAPE[4]!]),
      { points: 'The edges of an area cannot cross each other' },
    ],
    [
      'corners on one line',
      anArea([
        [0, 0, 0],
        [1, 1, 0],
        [2, 2, 5],
      ]),
      { points: 'The corners of an area cannot lie on one line' },
    ],
    [
      'its top below its bottom',
      anArea(L_SHAPE, { bottomHeight: 6 }),
      { topHeight: 'The top of an area lies above its bottom' },
    ],
    [
      'a corner far away',
      anArea([...L_SHAPE, [-200_000, 5, 0]]),
      { 'points.6': 'A corner of this area is not at this site' },
    ],
    ['a colour that is none', anArea(L_SHAPE, { colour: 'red' }), { colour: 'A colour has the form #rrggbb' }],
    ['no name', anArea(L_SHAPE, { name: ' ' }), { name: 'Enter a name for the area' }],
  ])('with %s is refused', async (_, body, fields) => {
    const { id } = (await create())['moc'];
    const answer = await save(id, body);
    expect(answer).toMatchObject({ status: 400, body: { fields } });
    expect(await place.server.database.db.select().from(mocAreas)).toEqual([]);
  });

  it('with ten thousand corners is refused', async () => {
    const { id } = (await create())['moc'];
    const many = Array.from({ length: 5000 }, (_, i): Vec3 => [50 * Math.cos(i / 800), 50 * Math.sin(i / 800), 0]);
    expect((await save(id, anArea(many))).body['fields']).toEqual({ points: 'An area has at most 1000 corners' });
  });
});
