import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { captures, snapshots } from '@overlook/db/schema';
import { databaseKinds } from '../../testing/database-kinds.ts';
import { aPerson, type TestPerson } from '../../testing/people.ts';
import { aPicture, readSitePicture, savePlace, uploadPicture } from '../../testing/places.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const { kinds, drop } = await databaseKinds();
afterAll(drop);

const TEXTURED = 3;
const VERSION = 'abcdefgh-0123456789ab';
const MADE_AT = '2026-03-14T08:00:00.000Z';

describe.each(kinds)('the picture of a site from its home view on $name', ({ open }) => {
  let server: TestServer;
  /** Sees the layer that has the picture. */
  let member: TestPerson;
  /** Sees another layer of the site. */
  let guest: TestPerson;
  let picture: Buffer;
  beforeAll(async () => {
    server = await startTestServer({}, undefined, open);
    const { plant } = server.siteIds;
    const sees = (entries: object) => aPerson(server, { entries: { [plant]: entries } });
    member = await sees({ 'VIEW:TEXTURED': true, 'VIEW:POINTCLOUD': true });
    guest = await sees({ 'VIEW:POINTCLOUD': true });
    const folder = join(server.filesDir, 'models/plant/textured', VERSION, 'site-plan');
    await mkdir(folder, { recursive: true });
    picture = await aPicture(96, 60, 'webp');
    await writeFile(join(folder, 'home.webp'), picture);
    const { db } = server.database;
    const changed = await db
      .update(captures)
      .set({
        plan: {
          tilesUrl: `/api/files/models/plant/textured/${VERSION}/site-plan/{z}/{x}/{y}.webp`,
          bounds: [138, -36, 139, -35],
          minZoom: 12,
          maxZoom: 19,
          madeAt: MADE_AT,
          homePictureUrl: `/api/files/models/plant/textured/${VERSION}/site-plan/home.webp`,
        },
      })
      .where(and(eq(captures.siteId, plant), eq(captures.modeltypeId, TEXTURED)))
      .returning();
    expect(changed).toHaveLength(1);
  });
  afterAll(() => server.close());

  it('is that of the best layer that the person sees, with its date', async () => {
    const answer = await readSitePicture(server, member, server.siteIds.plant);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({ 'content-type': 'image/webp', 'x-picture-taken-at': MADE_AT });
    expect(answer.rawPayload.equals(picture)).toBe(true);
  });

  it('comes before the pictures of Places; people who do not see the layer get one of these', async () => {
    expect((await readSitePicture(server, guest, server.siteIds.plant)).statusCode).toBe(404);
    const { body } = await uploadPicture(server, member, await aPicture(40, 30));
    await savePlace(server, member, { filename: body['uuid'] });
    const types = await Promise.all(
      [member, guest].map(
        async (person) => (await readSitePicture(server, person, server.siteIds.plant)).headers['content-type'],
      ),
    );
    expect(types).toEqual(['image/webp', 'image/jpeg']);
    await server.database.db.delete(snapshots);
  });
});
