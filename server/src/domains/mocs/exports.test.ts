import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eq } from 'drizzle-orm';
import { captures, cadItems, cadTrees, mocAreas, mocPois, mocs } from '@overlook/db/schema';
import {
  enuFrame,
  polygonArea,
  ecefFromLla,
  transformDirection,
  transformPoint,
  type Vec3,
} from '@overlook/shared/maths';
import { areaPrism, touchOf } from '@overlook/shared/mocs';
import { aPerson, askAs, query, type TestPerson } from '../../testing/people.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { rowsOf } from './export-mocs.ts';
import { loadMoc } from './load-mocs.ts';

const ORIGIN = { longitude: 138.5, latitude: -35, height: 30 };
/** The model's frame differs from the site's. */
const MODEL = enuFrame({ longitude: 138.501, latitude: -34.999, height: 10 });
const UNITS: Vec3[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];
const AXES = UNITS.map((axis) => transformDirection(MODEL.ecefFromEnu, axis));

const L_SHAPE: Vec3[] = [
  [0, 0, 1],
  [60, 0, 0],
  [60, 15, 0],
  [15, 15, 0],
  [15, 60, 0],
  [0, 60, 0],
];

let server: TestServer;
let siteId: number;
let viewer: TestPerson;
let id: number;
let area: typeof mocAreas.$inferSelect;
let poi: { longitude: number; latitude: number; altitude: number };
beforeAll(async () => {
  server = await startTestServer();
  const { db } = server.database;
  siteId = server.siteIds.plant;
  const tokens = { 'VIEW:TEXTURED': true, 'VIEW:CAD': true, 'MOC:VIEW': true } as const;
  viewer = await aPerson(server, { entries: { [siteId]: tokens } });
  const columns = { siteId, name: '=HYPERLINK("x")', documentNumber: '@1', description: '<p>Why &amp; how</p>' };
  id = (await db.insert(mocs).values(columns).returning())[0]!.id;
  const [x, y, z] = ecefFromLla(ORIGIN);
  poi = { longitude: ORIGIN.longitude, latitude: ORIGIN.latitude, altitude: ORIGIN.height };
  await db.insert(mocPois).values({ mocId: id, ...poi, x, y, z });
  const points = L_SHAPE.map((corner, position) => {
    const [px, py, pz] = transformPoint(MODEL.ecefFromEnu, corner);
    return { id: `p${position}`, name: '', position, x: px, y: py, z: pz };
  });
  const heights = { bottomHeight: -1, topHeight: 6, capped: true };
  [area] = (await db
    .insert(mocAreas)
    .values({ mocId: id, name: 'Laydown', ...heights, points })
    .returning()) as [typeof area];
  await storeTree();
});
afterAll(() => server.close());

const GROUPS = 40;
const IN_GROUP = 50;
const random = (() => {
  let seed = 7;
  return () => (seed = (seed * 16807) % 2147483647) / 2147483647;
})();

/** A tree of groups with boxes around what is below them; the boxes lie along the model's axes. */
async function storeTree(): Promise<void> {
  const { db } = server.database;
  const [capture] = await db.select().from(captures).where(eq(captures.modeltypeId, 4));
  const itemCount = 1 + GROUPS * (IN_GROUP + 1);
  const axes = AXES.flat();
  const [tree] = await db
    .insert(cadTrees)
    .values({ captureId: capture!.id, firstItem: 1, itemCount, axes })
    .returning();
  const shared = {
    treeId: tree!.id,
    guid: null,
    externalTags: [],
    metadata: {},
    labels: '',
    details: '',
    siblingIndex: 0,
  };
  const boxOf = ([low, high]: readonly [Vec3, Vec3]) => {
    const middle = low.map((value, k) => (value + high[k]!) / 2) as Vec3;
    return [...transformPoint(MODEL.ecefFromEnu, middle), ...low.map((value, k) => high[k]! - value)];
  };
  const root = {
    ...shared,
    id: 1,
    lastId: itemCount,
    childCount: GROUPS,
    objectCount: 1,
    name: 'Plant',
    path: 'Plant',
    tags: [],
  };
  const rows: (typeof cadItems.$inferInsert)[] = [root];
  for (let g = 0; g < GROUPS; g++) {
    const groupId = 2 + g * (IN_GROUP + 1);
    const [east, north] = [random() * 120 - 30, random() * 120 - 30];
    const extents = Array.from({ length: IN_GROUP }, (): [Vec3, Vec3] => {
      const low: Vec3 = [east + random() * 15, north + random() * 15, random() * 20 - 6];
      return [low, low.map((value) => value + random() * 5) as Vec3];
    });
    const outer = [0, 1].map((end) =>
      [0, 1, 2].map((k) => Math[end ? 'max' : 'min'](...extents.map((one) => one[end]![k]!))),
    ) as [Vec3, Vec3];
    const path = `Plant/Unit ${g}`;
    const group = { id: groupId, parentId: 1, lastId: groupId + IN_GROUP, childCount: IN_GROUP, objectCount: IN_GROUP };
    rows.push({ ...shared, ...group, name: `Unit ${g}`, path, tags: [], box: boxOf(outer) });
    extents.forEach((extent, i) => {
      const own = { id: groupId + 1 + i, parentId: groupId, lastId: groupId + 1 + i, childCount: 0, objectCount: 1 };
      const name = `+Pipe ${i}`;
      const more = { name, path: `${path}/${name}`, batchId: groupId + i, tags: ['P-1', 'P-2'], box: boxOf(extent) };
      rows.push({ ...shared, ...own, ...more });
    });
  }
  for (let from = 0; from < rows.length; from += 500) await db.insert(cadItems).values(rows.slice(from, from + 500));
}

describe('what an area touches', () => {
  it('is the result of comparing every object', async () => {
    const rows = await server.database.db.select().from(cadItems);
    const prism = areaPrism(area);
    const expected = rows.flatMap(({ id: itemId, batchId, box }) => {
      if (batchId === null || !box) return [];
      const touch = touchOf(prism, {
        centerEcef: box.slice(0, 3) as Vec3,
        size: box.slice(3) as Vec3,
        axesEcef: AXES as [Vec3, Vec3, Vec3],
      });
      return touch === 'outside' ? [] : [[itemId, touch === 'inside']];
    });
    // Both kinds occur, and some but not all objects are touched.
    expect(new Set(expected.map(([, isInside]) => isInside)).size).toBe(2);
    expect(expected.length).toBeLessThan(rows.length / 2);
    for (const areaUuid of [area.uuid, undefined]) {
      const { body } = await query(server, viewer.token, 'mocs.touched', { siteId, id, areaUuid });
      expect(body['total']).toBe(expected.length);
      expect((body['items'] as { id: number; isInside: boolean }[]).map((one) => [one.id, one.isInside])).toEqual(
        expected.sort((a, b) => Number(a[0]) - Number(b[0])),
      );
      const all = (await query(server, viewer.token, 'mocs.touchedFeatures', { siteId, id, areaUuid })).body;
      const batchIdOf = new Map(rows.map((row) => [row.id, row.batchId]));
      expect(all['id']).toEqual(expected.map(([itemId]) => itemId));
      expect(all['feature']).toEqual(expected.map(([itemId]) => batchIdOf.get(Number(itemId))));
      expect(body['items'][0]).toMatchObject({ tags: ['P-1', 'P-2'], batchId: expect.any(Number) });
    }
  });

  it('is told for each area by itself', async () => {
    const { db } = server.database;
    const columns = { siteId, name: 'Two areas', documentNumber: '' };
    const [moc] = await db.insert(mocs).values(columns).returning();
    const { points, bottomHeight, topHeight } = area;
    const own = { mocId: moc!.id, name: '', points, bottomHeight, topHeight };
    const areas = [own, { ...own, bottomHeight: 500, topHeight: 510 }];
    const totals: number[] = [];
    for (const { uuid: areaUuid } of await db.insert(mocAreas).values(areas).returning())
      totals.push((await query(server, viewer.token, 'mocs.touched', { siteId, id: moc!.id, areaUuid })).body['total']);
    await db.delete(mocs).where(eq(mocs.id, moc!.id));
    expect(totals).toEqual([expect.any(Number), 0]);
    expect(totals[0]).toBeGreaterThan(0);
  });

  it('is not told to those who may not see the project layer, and not found for an area of another change', async () => {
    const seen = { 'VIEW:TEXTURED': true, 'MOC:VIEW': true } as const;
    const other = await aPerson(server, { entries: { [siteId]: seen } });
    for (const name of ['mocs.touched', 'mocs.touchedFeatures', 'mocs.touchedCsv'])
      expect((await query(server, other.token, name, { siteId, id })).status).toBe(404);
    const areaUuid = '8b7d5c9e-28c2-4f5c-93a1-0f6f3b9c1d55';
    expect((await query(server, viewer.token, 'mocs.touched', { siteId, id, areaUuid })).status).toBe(404);
  });

  it('is a file whose cells no spreadsheet runs', async () => {
    const lines = (await download(`/sites/${siteId}/mocs/${id}/touched.csv`)).trimEnd().split('\r\n');
    expect(lines[0]).toBe('\u{FEFF}name,tags,path,extent');
    expect(lines[1]).toMatch(/^'\+Pipe \d+,P-1; P-2,Plant\/Unit \d+\/\+Pipe \d+,(inside|crossing)$/);
  });
});

describe('the changes of a site as files', () => {
  it('are GeoJSON with positions, areas and their heights', async () => {
    const { features } = JSON.parse(await download(`/sites/${siteId}/mocs/export.geojson`)) as {
      features: { geometry: { type: string; coordinates: never }; properties: Record<string, unknown> }[];
    };
    const own = {
      mocId: id,
      name: '=HYPERLINK("x")',
      documentNumber: '@1',
      state: 'proposed',
      description: 'Why & how',
    };
    expect(features.map(({ geometry, properties }) => [geometry.type, properties])).toMatchObject([
      ['Point', { kind: 'position', ...own }],
      [
        'Polygon',
        { kind: 'area', area: 'Laydown', bottomHeight: -1, topHeight: 6, capped: true, colour: null, ...own },
      ],
    ]);
    expect(features[0]!.geometry.coordinates).toEqual([poi.longitude, poi.latitude, poi.altitude]);
    const { topAltitude, baseAltitude } = features[1]!.properties as Record<string, number>;
    expect(topAltitude! - baseAltitude!).toBeCloseTo(6, 9);
    // The lowest corner lies on the ground of the model's frame.
    expect(baseAltitude).toBeCloseTo(10, 2);
    const [ring] = features[1]!.geometry.coordinates as [longitude: number, latitude: number, height: number][][];
    expect(ring![0]).toEqual(ring!.at(-1));
    const corners = ring!.slice(1).map(([longitude, latitude, height]) => ecefFromLla({ longitude, latitude, height }));
    expect(polygonArea(corners).horizontal).toBeCloseTo(60 * 15 + 45 * 15, 1);
  });

  it('are CSV with a row for each area, and no cell that a spreadsheet runs', async () => {
    const [heading, row] = (await download(`/sites/${siteId}/mocs/export.csv`)).split('\r\n');
    expect(heading).toContain('name,documentNumber,state');
    expect(row).toMatch(new RegExp(`^${id},"'=HYPERLINK\\(""x""\\)",'@1,proposed,Why & how,,`));
    expect(row).toMatch(/,138\.5,-35,30,,Laydown,6,-1,6,true$/);
  });

  it('are CSV with the same number of cells in every row, with and without areas', async () => {
    const moc = await loadMoc({ db: server.database.db, log: server.app.log }, { siteId, id });
    const lengths = [moc, { ...moc, polygons: {} }].flatMap((one) => rowsOf(one).map((row) => row.length));
    expect(lengths).toEqual([17, 17]);
  });

  it('do not exist for people who may not see the changes', async () => {
    const guest = askAs(server, await server.token(server.people.guest));
    for (const file of ['export.geojson', 'export.csv', `${id}/touched.csv`])
      expect((await guest('GET', `/sites/${siteId}/mocs/${file}`)).status).toBe(404);
  });
});

async function download(path: string): Promise<string> {
  const headers = { authorization: `Bearer ${viewer.token}` };
  const answer = await server.app.inject({ url: `/api${path}`, headers });
  expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="/);
  return answer.body;
}
