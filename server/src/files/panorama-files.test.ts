import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registerPhotos, storePhoto } from '../publish/photos/register-photos.ts';
import { aPerson, type TestPerson } from '../testing/people.ts';
import { aPicture, readPicture } from '../testing/places.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

describe('the tiles of a panorama, as files', () => {
  let server: TestServer;
  let filename: string;
  let member: TestPerson;
  /** May view the site, but no photos. */
  let viewer: TestPerson;
  let stranger: TestPerson;
  let folder: string;
  beforeAll(async () => {
    server = await startTestServer();
    const { plant, farm } = server.siteIds;
    const photos = { 'VIEW:TEXTURED': true, 'FEATURE:NEARBYSNAPSHOTS': true } as const;
    member = await aPerson(server, { name: 'Mia', entries: { [plant]: photos } });
    viewer = await aPerson(server, { name: 'Vic', entries: { [plant]: { 'VIEW:TEXTURED': true } } });
    stranger = await aPerson(server, { name: 'Sam', entries: { [farm]: photos } });
    folder = await mkdtemp(join(tmpdir(), 'overlook-panorama-'));
    const file = join(folder, 'a.jpg');
    await writeFile(file, await aPicture(5000, 2500));
    const stored = await storePhoto(server, file, {
      name: 'a.jpg',
      sourceName: 'a.jpg',
      heightType: 'panosphere',
      position: { longitude: 138.5, latitude: -35, height: 30 },
      projection: 'equirectangular',
      isPoseMeasured: false,
      altitudeSource: 'ellipsoidal',
    });
    await registerPhotos(server.database.db, plant, [stored]);
    filename = stored.filename;
  });
  afterAll(async () => {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });

  const status = async (person: TestPerson, tile: string) =>
    (await readPicture(server, person, `${filename}/tiles/${tile}`)).statusCode;

  it('are JPEG, kept permanently by the browser', async () => {
    const answer = await readPicture(server, member, `${filename}/tiles/2/9/4`);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'private, max-age=31536000, immutable',
    });
    const { width, height } = await sharp(answer.rawPayload).metadata();
    expect([width, height]).toEqual([5000 - 9 * 512, 2500 - 4 * 512]);
  });

  it('are found as versions before kept them, each in a file', async () => {
    const tiles = join(server.filesDir, 'snapshots', filename, 'tiles');
    await mkdir(join(tiles, '7'), { recursive: true });
    await writeFile(join(tiles, '7', '3_2.jpeg'), 'tile');
    const index = join(server.filesDir, 'snapshots', filename, 'tiles.bin');
    await rename(index, `${index}.away`);
    server.clock.advance(60_000);
    const answer = await readPicture(server, member, `${filename}/tiles/7/3/2`);
    expect([answer.body, answer.headers['content-type']]).toEqual(['tile', 'image/jpeg']);
    await rename(`${index}.away`, index);
    server.clock.advance(60_000);
    expect(await status(member, '7/3/2')).toBe(404);
  });

  it('are found only by users who may see photos of the site', async () => {
    expect(await Promise.all([member, viewer, stranger].map((person) => status(person, '0/0/0')))).toEqual([
      200, 404, 404,
    ]);
    expect((await server.app.inject({ url: `/api/files/snapshots/${filename}/tiles/0/0/0` })).statusCode).toBe(401);
  });

  it('are not found at any other address', async () => {
    for (const tile of [
      '3/0/0',
      '0/3/0',
      '0/0/2',
      '-1/0/0',
      '0/0/..',
      '0/%2e%2e/0',
      '1e1/0/0',
      '0/0/0.jpeg',
      '99999/0/0',
    ])
      expect([tile, await status(member, tile)]).toEqual([tile, 404]);
  });
});
