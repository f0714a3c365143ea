import { join } from 'node:path';
import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import sharp from 'sharp';
import { aPerson, type TestPerson } from '../../testing/people.ts';
import { aMultipartBody } from '../../testing/multipart.ts';
import { databaseKinds } from '../../testing/database-kinds.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const { kinds, drop } = await databaseKinds();
afterAll(drop);

const bookmark = {
  position: { x: 1, y: 2, z: 3 },
  direction: { x: 1, y: 0, z: 0 },
  up: { x: 0, y: 0, z: 1 },
  right: { x: 0, y: -1, z: 0 },
  transform: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
  frustum: { near: 1, far: 1000 },
};

describe.each(kinds)('Places on $name', ({ open }) => {
  let server: TestServer;
  let owner: TestPerson;
  let colleague: TestPerson;
  let picture: Buffer;
  beforeAll(async () => {
    server = await startTestServer({}, undefined, open);
    const answers = { [server.siteIds.plant]: { 'VIEW:TEXTURED': true } };
    owner = await aPerson(server, { name: 'Olive', answers });
    colleague = await aPerson(server, { name: 'Colin', answers });
    picture = await sharp({ create: { width: 2400, height: 1200, channels: 3, background: '#336699' } })
      .jpeg()
      .toBuffer();
  });
  afterAll(() => server.close());

  const aPlace = (changes: object = {}) => ({
    siteId: server.siteIds.plant,
    name: 'North tank',
    data: { bookmark },
    ...changes,
  });
  const upload = async (person: TestPerson, content: Uint8Array | string) => {
    const { payload, headers } = await aMultipartBody('photo', content);
    const answer = await server.app.inject({
      method: 'POST',
      url: `/api/files/snapshots/upload/${server.siteIds.plant}/snapshot`,
      headers: { ...headers, authorization: `Bearer ${person.token}` },
      payload,
    });
    return { status: answer.statusCode, body: answer.json<Record<string, string>>() };
  };
  const read = (person: TestPerson, path: string) =>
    server.app.inject({ url: `/api/files/snapshots/${path}`, headers: { authorization: `Bearer ${person.token}` } });

  it('are saved with a picture, listed, opened by others, and deleted with the picture', async () => {
    const { status, body } = await upload(owner, picture);
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { status: 'success', imageHash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
    const made = await owner.ask('POST', '/snapshots', aPlace({ filename: body['uuid'] }));
    expect(made).toMatchObject({ status: 200, body: { status: 'success', snapshot: { name: 'North tank' } } });
    const { id, filename } = made.body['snapshot'];
    expect((await owner.ask('GET', '/snapshots/user')).body['snapshots']).toMatchObject([{ id, isOwn: true }]);
    expect((await colleague.ask('GET', `/snapshots/${id}`)).body['snapshot']).toMatchObject({
      data: { bookmark, view: null },
      isOwn: false,
    });
    const thumb = await read(colleague, `${filename}/thumb`);
    expect(await sharp(thumb.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 320, height: 160 });
    const large = await read(colleague, `${filename}/large`);
    expect(await sharp(large.rawPayload).metadata()).toMatchObject({ width: 1920, height: 960 });
    expect((await read(colleague, `${filename}/native`)).rawPayload).toEqual(picture);
    expect((await read(colleague, `random/site/${server.siteIds.plant}`)).rawPayload).toEqual(thumb.rawPayload);
    const deleted = await Promise.all([1, 2].map(() => owner.ask('GET', `/snapshots/delete/${id}`)));
    expect(deleted.map((one) => one.status).sort()).toEqual([200, 404]);
    expect(await readdir(join(server.filesDir, 'snapshots'))).toEqual([]);
    expect((await read(colleague, `${filename}/thumb`)).statusCode).toBe(404);
  });
});
