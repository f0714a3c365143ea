import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { mocs, sites } from '@overlook/db/schema';
import { enuFrame, storedCameraOf, transformDirection, transformPoint, type Vec3 } from '@overlook/shared/maths';
import type { BcfImport, Moc } from '@overlook/shared/schemas';
import { aMultipartBody } from '../../../../testing/multipart.ts';
import { aPerson, type TestPerson } from '../../../../testing/people.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { readBcf } from '../read-bcf.ts';

const ORIGIN = { longitude: 138.4932, latitude: -35.0789, height: 30 };
export const OTHER_ORIGIN = { longitude: 138.5, latitude: -35.08, height: 25 };
export const FRAME = enuFrame(ORIGIN);

/** Of a change, metres in the frame of the site. */
export const POSITION: Vec3 = [12.5, -7.25, 2];
export const CAMERA = { position: [40, -60, 30] as Vec3, direction: [-0.6, 0.8, 0] as Vec3, up: [0, 0, 1] as Vec3 };
/** ECEF. */
export const POSE = {
  position: transformPoint(FRAME.ecefFromEnu, CAMERA.position),
  direction: transformDirection(FRAME.ecefFromEnu, CAMERA.direction),
  up: transformDirection(FRAME.ecefFromEnu, CAMERA.up),
};
/** {@link POSITION}. */
export const POINT_ECEF = transformPoint(FRAME.ecefFromEnu, POSITION);
const [x, y, z] = POINT_ECEF;
const POI = { longitude: ORIGIN.longitude, latitude: ORIGIN.latitude, altitude: ORIGIN.height, x, y, z };

export function expectClose(actual: Vec3, expected: Vec3) {
  for (const axis of [0, 1, 2] as const) expect(actual[axis]).toBeCloseTo(expected[axis], 5);
}

const A_MOC = {
  name: 'Replace <pump> & motor',
  documentNumber: 'DOC-7',
  description: '<p>First &amp; last</p><ul><li>one</li></ul>',
  state: 'approved',
  data: { bookmark: storedCameraOf(POSE, { near: 1, far: 1000 }) },
};

async function setOrigins({ database, siteIds: { plant, farm } }: TestServer): Promise<void> {
  for (const [siteId, origin] of [
    [plant, ORIGIN],
    [farm, OTHER_ORIGIN],
  ] as const)
    await database.db
      .update(sites)
      .set({ data: { avatar: null, minimapMaxNativeZoom: null, meta: { homeBookmark: null, origin } } })
      .where(eq(sites.id, siteId));
}

const bearer = (who: TestPerson) => ({ authorization: `Bearer ${who.token}` });

async function importFile({ app }: TestServer, siteId: number, file: Buffer, who: TestPerson) {
  const { payload, headers } = await aMultipartBody('bcf', file, 'topics.bcfzip');
  const url = `/api/sites/${siteId}/mocs/import.bcfzip`;
  return app.inject({ method: 'POST', url, headers: { ...headers, ...bearer(who) }, payload });
}

/** The topics of a file, or why one cannot be read. */
async function topicsOf({ filesDir }: TestServer, file: Buffer) {
  const path = join(filesDir, 'exported.bcfzip');
  await writeFile(path, file);
  return (await readBcf(path)).map((one) => ('topic' in one ? one.topic : one.reason));
}

/** A server with two sites, a person who edits changes at both and one who sees them at the first; without changes before each test. */
export function bcfSites(open: Parameters<typeof startTestServer>[2]) {
  let server: TestServer;
  let plant: number;
  let farm: number;
  let editor: TestPerson;
  let viewer: TestPerson;
  beforeAll(async () => {
    server = await startTestServer({}, undefined, open);
    ({ plant, farm } = server.siteIds);
    await setOrigins(server);
    const seen = { 'VIEW:TEXTURED': true, 'MOC:VIEW': true } as const;
    const all = { ...seen, 'MOC:CREATE': true, 'MOC:UPDATE': true } as const;
    editor = await aPerson(server, { name: 'Ada', entries: { [plant]: all, [farm]: all } });
    viewer = await aPerson(server, { name: 'Vic', entries: { [plant]: seen } });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    await server.database.db.delete(mocs);
  });

  const exported = (siteId: number, version?: string, who = viewer) =>
    server.app.inject({
      url: `/api/sites/${siteId}/mocs/export.bcfzip${version === undefined ? '' : `?version=${version}`}`,
      headers: bearer(who),
    });
  const imported = (siteId: number, file: Buffer, who = editor) => importFile(server, siteId, file, who);
  const outcomeOf = async (siteId: number, file: Buffer) => (await imported(siteId, file)).json<BcfImport>();
  async function createMoc(fields: object = {}): Promise<Moc> {
    const moc = { ...A_MOC, ...fields };
    const answer = await editor.ask('POST', `/sites/${plant}/mocs`, { moc, poi: POI });
    expect(answer.body).toMatchObject({ status: 'success' });
    return answer.body['moc'] as Moc;
  }

  return {
    get server() {
      return server;
    },
    get plant() {
      return plant;
    },
    get farm() {
      return farm;
    },
    get editor() {
      return editor;
    },
    get viewer() {
      return viewer;
    },
    exported,
    imported,
    outcomeOf,
    listed: async (siteId: number) => (await editor.ask('GET', `/sites/${siteId}/mocs/pois`)).body['mocs'] as Moc[],
    topicsOf: (file: Buffer) => topicsOf(server, file),
    createMoc,
  };
}
