import { createHash } from 'node:crypto';
import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateSync, crc32 } from 'node:zlib';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditEntries, sites, snapshots, snapshotUploads } from '@overlook/db/schema';
import { PICTURES_WAITING_MOST, SESSION_COOKIE, SNAPSHOT_LARGEST_BYTES, UPLOAD_KEPT_MS } from '@overlook/shared/config';
import { picturesTooLargeText } from '@overlook/shared/messages';
import { sweepUploads } from '../domains/snapshots/sweep-pictures.ts';
import { fakeClock } from '../testing/fake-clock.ts';
import { aPerson, type TestPerson } from '../testing/people.ts';
import { aPicture, readPicture, readSitePicture, savePlace, uploadPicture } from '../testing/places.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let owner: TestPerson;
let colleague: TestPerson;
let stranger: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  const viewer = (name: string, siteId: number) =>
    aPerson(server, { name, entries: { [siteId]: { 'VIEW:POINTCLOUD': true } } });
  owner = await viewer('Olive', server.siteIds.plant);
  colleague = await viewer('Colin', server.siteIds.plant);
  stranger = await viewer('Sam', server.siteIds.farm);
});
afterAll(() => server.close());

const stored = () => readdir(join(server.filesDir, 'snapshots')).catch(() => []);
const incoming = () => readdir(join(server.filesDir, 'incoming')).catch(() => []);
const aName = async () => (await uploadPicture(server, owner, await aPicture(40, 30))).body['uuid'] as string;

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A PNG of this many black pixels, which compresses to few bytes. */
function aBomb(width: number, height: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', head),
    pngChunk('IDAT', deflateSync(Buffer.alloc(1_000_000))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('a picture for a Place', () => {
  it.each(['jpeg', 'png', 'webp'] as const)(
    'may be %s, and is kept as it was sent where it is only an image',
    async (format) => {
      const content = await aPicture(60, 40, format);
      const { status, body } = await uploadPicture(server, owner, content, { filename: 'a/../x.exe' });
      expect({ status, body }).toEqual({
        status: 200,
        body: {
          status: 'success',
          uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
          imageHash: expect.stringMatching(/^[0-9a-f]{64}$/),
        },
      });
      const native = await readPicture(server, owner, `${body['uuid']}/native`);
      expect(native.rawPayload.equals(content)).toBe(true);
      expect(native.headers['content-type']).toBe(`image/${format}`);
      expect(await incoming()).toEqual([]);
    },
  );

  it.each(['jpeg', 'png', 'webp'] as const)(
    'as %s loses owner, position and orientation of its camera',
    async (format) => {
      const IFD0 = { Artist: 'Olive Owner', Copyright: 'Olive Owner' };
      const GPS = {
        GPSLatitude: '30/1 15/1 0/1',
        GPSLatitudeRef: 'N',
        GPSLongitude: '97/1 45/1 0/1',
        GPSLongitudeRef: 'W',
      };
      const camera = await sharp(await aPicture(60, 40, format))
        .withMetadata({ orientation: 6 })
        .withExifMerge({ IFD0, IFD3: GPS })
        .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><rights>Olive Owner</rights></x:xmpmeta>')
        .toBuffer();
      expect(camera.includes('Olive Owner')).toBe(true);
      const { body } = await uploadPicture(server, owner, camera);
      const native = (await readPicture(server, owner, `${body['uuid']}/native`)).rawPayload;
      expect(native.includes('Olive Owner')).toBe(false);
      const { width, height, exif, xmp, orientation } = await sharp(native).metadata();
      expect({ width, height, exif, xmp, orientation }).toEqual({ width: 40, height: 60 });
      expect((await sharp(native).metadata()).format).toBe(format);
      expect(body['imageHash']).toBe(createHash('sha256').update(native).digest('hex'));
    },
  );

  it('as PNG loses the texts of programs', async () => {
    const plain = await aPicture(60, 40, 'png');
    const text = pngChunk('tEXt', Buffer.from('Author\0Olive Owner'));
    const told = Buffer.concat([plain.subarray(0, 33), text, plain.subarray(33)]);
    const { uuid } = (await uploadPicture(server, owner, told)).body;
    const native = (await readPicture(server, owner, `${uuid}/native`)).rawPayload;
    expect(native.includes('Olive Owner')).toBe(false);
  });

  it('is rotated by the orientation of its camera, and never enlarged', async () => {
    const turned = await sharp(await aPicture(60, 40))
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const { uuid } = (await uploadPicture(server, owner, turned)).body;
    const thumb = await sharp((await readPicture(server, owner, `${uuid}/thumb`)).rawPayload).metadata();
    expect([thumb.width, thumb.height, thumb.orientation]).toEqual([40, 60, undefined]);
  });

  const refused: [string, () => Promise<Buffer | string> | Buffer | string][] = [
    ['a script with the name of a picture', () => '<script>alert(1)</script>'],
    ['nothing', () => ''],
    ['an SVG', () => '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['a GIF', () => aPicture(10, 10, 'gif')],
    ['a TIFF', () => aPicture(10, 10, 'tiff')],
    ['a PDF', () => '%PDF-1.7\n'],
    ['the beginning of a JPEG', async () => (await aPicture(400, 400)).subarray(0, 700)],
    [
      'a JPEG that is noise behind its beginning',
      () => Buffer.concat([Buffer.from([255, 216, 255, 224]), Buffer.alloc(5000, 9)]),
    ],
    ['a PNG without its end', async () => (await aPicture(400, 400, 'png')).subarray(0, 200)],
    ['a decompression bomb', () => aBomb(60_000, 60_000)],
    ['a PNG of fewer rows than it says', () => aBomb(5000, 5000)],
  ];
  it.each(refused)('is not %s', async (_what, content) => {
    const before = await stored();
    const { status, body } = await uploadPicture(server, owner, await content());
    expect({ status, body }).toEqual({
      status: 400,
      body: {
        error: 'This file is not a picture that can be read.',
        code: 'INVALID_INPUT',
        fields: { photo: 'This file is not a picture that can be read.' },
      },
    });
    expect([await stored(), await incoming()]).toEqual([before, []]);
  });

  it('is refused if it only begins like a picture', async () => {
    const before = await stored();
    const starts = [
      Buffer.from([255, 216, 255]),
      Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
      Buffer.from('RIFF\0\0\0\0WEBPVP8 '),
    ];
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 2000 }), async (start, rest) => {
        expect((await uploadPicture(server, owner, Buffer.concat([start, rest]))).status).toBe(400);
      }),
      { numRuns: 40 },
    );
    expect(await stored()).toEqual(before);
  });

  it('is refused when it is too large, in another field or for no site', async () => {
    const large = Buffer.concat([await aPicture(40, 30), Buffer.alloc(SNAPSHOT_LARGEST_BYTES)]);
    expect(await uploadPicture(server, owner, large)).toEqual({
      status: 413,
      body: { error: 'A picture can have 20 MB at most.', code: 'TOO_LARGE' },
    });
    const picture = await aPicture(40, 30);
    expect((await uploadPicture(server, owner, picture, { field: 'file' })).status).toBe(400);
    for (const siteId of [server.siteIds.farm, 2_147_483_647, -1, NaN])
      expect((await uploadPicture(server, owner, picture, { siteId })).status).toBe(404);
    expect(await incoming()).toEqual([]);
  });

  it('needs the bearer token, and no foreign page sends it', async () => {
    const url = `/api/files/snapshots/upload/${server.siteIds.plant}/snapshot`;
    const ask = async (headers: Record<string, string>, cookies = {}) => {
      const payload = 'never read';
      const type = { 'content-type': 'multipart/form-data; boundary=x' };
      const answer = await server.app.inject({
        method: 'POST',
        url,
        payload,
        headers: { ...type, ...headers },
        cookies,
      });
      return [answer.statusCode, answer.json<{ code: string }>().code];
    };
    expect(await ask({})).toEqual([401, 'NOT_SIGNED_IN']);
    const cookies = { [SESSION_COOKIE]: owner.token };
    expect(await ask({}, cookies)).toEqual([403, 'BEARER_REQUIRED']);
    expect(await ask({ origin: 'https://evil.example' }, cookies)).toEqual([403, 'FOREIGN_ORIGIN']);
  });

  it('is audited, and so is the refusal', async () => {
    const { db } = server.database;
    await db.delete(snapshotUploads);
    await aName();
    await uploadPicture(server, stranger, await aPicture(40, 30));
    const entries = await db.select().from(auditEntries).where(eq(auditEntries.action, 'snapshots.upload'));
    expect(entries.at(-2)).toMatchObject({
      userId: owner.id,
      refusal: null,
      details: { siteId: server.siteIds.plant },
    });
    expect(entries.at(-1)).toMatchObject({ userId: stranger.id, refusal: 'NOT_FOUND' });
  });

  it('waits for its Place, with a limit for each person', async () => {
    const { db } = server.database;
    const waiting = Array.from({ length: PICTURES_WAITING_MOST }, () => ({
      uuid: crypto.randomUUID(),
      siteId: server.siteIds.plant,
      userId: owner.id,
      imageHash: 'x',
      createdAt: server.clock.now(),
    }));
    await db.insert(snapshotUploads).values(waiting);
    expect((await uploadPicture(server, owner, await aPicture(40, 30))).status).toBe(429);
    await db.delete(snapshotUploads);
  });

  it('counts with all pictures of a person, in bytes, also of archived Places', async () => {
    const { db } = server.database;
    const content = await aPicture(40, 30);
    const { body } = await uploadPicture(server, owner, content);
    const { id } = await savePlace(server, owner, { filename: body['uuid'] });
    const [row] = await db.select().from(snapshots).where(eq(snapshots.id, id));
    expect(row!.imageBytes).toBe(content.length);
    await owner.ask('GET', `/snapshots/archive/${id}`);
    const take = (imageBytes: number) => db.update(snapshots).set({ imageBytes }).where(eq(snapshots.id, id));
    const before = await stored();
    await take(5e9 - content.length + 1);
    expect(await uploadPicture(server, owner, content)).toEqual({
      status: 409,
      body: { error: picturesTooLargeText(5e9), code: 'CONFLICT' },
    });
    expect([await stored(), await incoming()]).toEqual([before, []]);
    await take(5e9 - content.length);
    expect((await uploadPicture(server, owner, content)).status).toBe(200);
    expect((await uploadPicture(server, colleague, content)).status).toBe(200);
    await db.delete(snapshots).where(eq(snapshots.id, id));
    await db.delete(snapshotUploads);
  });
});

describe('the file of a picture', () => {
  it('has the headers that let a browser keep it permanently, and runs no scripts', async () => {
    const answer = await readPicture(server, owner, `${await aName()}/thumb`);
    expect(answer.headers).toMatchObject({
      'cache-control': 'private, max-age=31536000, immutable',
      'content-type': 'image/jpeg',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      etag: expect.stringMatching(/^"[\w-]+"$/),
    });
  });

  it('is made once, also for many simultaneous requests', async () => {
    const { uuid } = (await uploadPicture(server, owner, await aPicture())).body;
    const answers = await Promise.all(Array.from({ length: 12 }, () => readPicture(server, owner, `${uuid}/large`)));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    const files = await readdir(join(server.filesDir, 'snapshots', uuid));
    expect(files.sort()).toEqual(['large.jpg', 'native.jpg', 'thumb.jpg']);
  });

  it('is for its uploader until a Place names it, then for all who may view the site', async () => {
    const name = await aName();
    const seen = async (sizes = ['thumb', 'large', 'native']) => {
      const answers = [];
      for (const person of [owner, colleague, stranger])
        for (const size of sizes) answers.push((await readPicture(server, person, `${name}/${size}`)).statusCode);
      return answers;
    };
    expect(await seen()).toEqual([200, 200, 200, 404, 404, 404, 404, 404, 404]);
    const { id } = await savePlace(server, owner, { filename: name });
    expect(await seen()).toEqual([200, 200, 200, 200, 200, 200, 404, 404, 404]);
    await owner.ask('GET', `/snapshots/archive/${id}`);
    expect(await seen(['thumb'])).toEqual([200, 404, 404]);
  });

  it('can also be read with the cookie, and not without a session', async () => {
    const url = `/api/files/snapshots/${await aName()}/thumb`;
    expect((await server.app.inject({ url, cookies: { [SESSION_COOKIE]: owner.token } })).statusCode).toBe(200);
    expect((await server.app.inject({ url })).statusCode).toBe(401);
  });

  it('is not found at any other address', async () => {
    const name = await aName();
    const paths = [`${name}/huge`, `${name}/`, `${name}.part/thumb`, '../models/secret.txt', '..%2f..%2fmodels/native'];
    for (const path of [...paths, '%00/thumb', `${'x'.repeat(3000)}/thumb`, `${name}/constructor`])
      expect([path, (await readPicture(server, owner, path)).statusCode]).toEqual([path, 404]);
  });
});

describe('the picture of a site', () => {
  const ask = (person: TestPerson, siteId: number) => readSitePicture(server, person, siteId);

  it('is one of its snapshots, cached for a session', async () => {
    const { db } = server.database;
    await db.delete(snapshots);
    expect((await ask(owner, server.siteIds.plant)).statusCode).toBe(404);
    const names = [await aName(), await aName()];
    for (const filename of names) await savePlace(server, owner, { filename });
    const answer = await ask(colleague, server.siteIds.plant);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({ 'content-type': 'image/jpeg', 'cache-control': 'private, max-age=43200' });
    const [place] = await db.select().from(snapshots);
    expect(answer.headers['x-picture-taken-at']).toBe(place!.createdAt.toISOString());
    await db.update(snapshots).set({ archivedAt: new Date() });
    expect((await ask(owner, server.siteIds.plant)).statusCode).toBe(404);
  });

  it('is its own where it has one', async () => {
    const { db } = server.database;
    const [site] = await db.select().from(sites).where(eq(sites.id, server.siteIds.plant));
    const setAvatar = (avatar: string | null) =>
      db
        .update(sites)
        .set({ data: { ...site!.data, avatar } })
        .where(eq(sites.id, site!.id));
    await setAvatar('/pictures/plant.jpg');
    expect((await ask(owner, site!.id)).headers.location).toBe('/pictures/plant.jpg');
    await setAvatar('javascript:alert(1)');
    expect((await ask(owner, site!.id)).statusCode).toBe(404);
    await setAvatar(null);
  });

  it('exists only for people who may view the site', async () => {
    expect((await ask(stranger, server.siteIds.plant)).statusCode).toBe(404);
    expect((await ask(owner, 2_147_483_647)).statusCode).toBe(404);
  });
});

describe('the daily sweep', () => {
  it('removes uploads without a Place after a day, and unused pictures', async () => {
    const { db } = server.database;
    await db.delete(snapshots);
    const [waiting, named, ofDeletedSite] = [await aName(), await aName(), await aName()];
    await savePlace(server, owner, { filename: named });
    const lost = await savePlace(server, owner, { filename: ofDeletedSite });
    await db.delete(snapshots).where(eq(snapshots.id, lost['id']));
    const clock = fakeClock(new Date());
    await db.update(snapshotUploads).set({ createdAt: clock.now() });
    const sweep = () => sweepUploads({ db, objects: server.objects, clock });
    await sweep();
    expect(await stored()).toEqual(expect.arrayContaining([waiting, named, ofDeletedSite]));
    clock.advance(UPLOAD_KEPT_MS + 60_000);
    const young = await aName();
    const soon = clock.now().getTime() / 1000;
    await utimes(join(server.filesDir, 'snapshots', young), soon, soon);
    await db.update(snapshotUploads).set({ createdAt: clock.now() }).where(eq(snapshotUploads.uuid, young));
    await sweep();
    expect((await stored()).sort()).toEqual([named, young].sort());
    expect((await db.select().from(snapshotUploads)).map(({ uuid }) => uuid)).toEqual([young]);
  });
});
