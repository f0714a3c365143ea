import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { auditEntries, mocs } from '@overlook/db/schema';
import { enuFrame, transformPoint, type Vec3 } from '@overlook/shared/maths';
import { aPerson, type TestPerson } from '../../../testing/people.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

const ORIGIN = { longitude: 138.5, latitude: -35, height: 30 };
export const SITE = enuFrame(ORIGIN);

export const poiAt = (pointEnu: Vec3, place = ORIGIN) => {
  const [x, y, z] = transformPoint(SITE.ecefFromEnu, pointEnu);
  return { longitude: place.longitude, latitude: place.latitude, altitude: place.height, x, y, z };
};
export const POI = poiAt([1, 2, 3]);
export const aMoc = (fields: object = {}) => ({
  moc: { name: 'New flare tip', documentNumber: 'MOC-1', ...fields },
  poi: POI,
});

/** A server with two people at the site “plant”: one edits changes, the other sees them. Without changes before each test. Call it once, outside of tests. */
export function mocPeople() {
  let server: TestServer;
  let editor: TestPerson;
  let viewer: TestPerson;
  let siteId: number;
  beforeAll(async () => {
    server = await startTestServer();
    siteId = server.siteIds.plant;
    const seen = { 'VIEW:TEXTURED': true, 'MOC:VIEW': true } as const;
    const all = { ...seen, 'MOC:CREATE': true, 'MOC:UPDATE': true, 'MOC:DELETE': true } as const;
    editor = await aPerson(server, { name: 'Ada', entries: { [siteId]: all } });
    viewer = await aPerson(server, { name: 'Vic', entries: { [siteId]: seen } });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    await server.database.db.delete(mocs);
  });

  const create = async (fields: object = {}, more: object = {}) =>
    (await editor.ask('POST', `/sites/${siteId}/mocs`, { ...aMoc(fields), ...more })).body;
  const list = async (who = viewer) => (await who.ask('GET', `/sites/${siteId}/mocs/pois`)).body['mocs'];

  async function entriesOf(id: number) {
    const entries = await server.database.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.subject, `moc:${id}`))
      .orderBy(auditEntries.id);
    return entries.filter(({ refusal }) => refusal === null);
  }

  const actionsOf = async (id: number) => (await entriesOf(id)).map(({ action }) => action);

  return {
    get server() {
      return server;
    },
    get editor() {
      return editor;
    },
    get viewer() {
      return viewer;
    },
    get siteId() {
      return siteId;
    },
    create,
    list,
    entriesOf,
    actionsOf,
  };
}
