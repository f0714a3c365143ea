import { readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { attachments, auditEntries, mocs } from '@overlook/db/schema';
import { SESSION_COOKIE, UPLOAD_KEPT_MS } from '@overlook/shared/config';
import { ecefFromLla } from '@overlook/shared/maths';
import { databaseKinds } from '../../testing/database-kinds.ts';
import { aMultipartBody } from '../../testing/multipart.ts';
import { aPerson, type TestPerson } from '../../testing/people.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { attachmentKey } from './attachment-key.ts';
import { sweepAttachments } from './sweep-attachments.ts';
import { WAIT } from '../../testing/wait.ts';

const PDF = `%PDF-1.7\n${'x'.repeat(100)}`;
const PLACE = { longitude: 138.5, latitude: -35, height: 30 };

const { kinds, drop } = await databaseKinds();
afterAll(drop);

describe.each(kinds)('attachments on $name', ({ open }) => {
  let server: TestServer;
  let siteId: number;
  let editor: TestPerson;
  let viewer: TestPerson;
  let elsewhere: TestPerson;
  let guest: TestPerson;
  beforeAll(async () => {
    server = await startTestServer({}, undefined, open);
    siteId = server.siteIds.plant;
    const seen = { 'VIEW:TEXTURED': true, 'MOC:VIEW': true } as const;
    const all = { ...seen, 'MOC:CREATE': true, 'MOC:UPDATE': true } as const;
    editor = await aPerson(server, { name: 'Ada', entries: { [siteId]: all } });
    viewer = await aPerson(server, { name: 'Vic', entries: { [siteId]: seen } });
    elsewhere = await aPerson(server, { name: 'Eve', entries: { [server.siteIds.farm]: all } });
    guest = await aPerson(server, { name: 'Gus', entries: { [siteId]: { 'VIEW:TEXTURED': true } } });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    await server.database.db.delete(attachments);
    await server.database.db.delete(mocs);
  });

  const stored = () => readdir(join(server.filesDir, 'attachments')).catch(() => []);
  const incoming = () => readdir(join(server.filesDir, 'incoming')).catch(() => []);

  async function upload(content: string | Buffer = PDF, filename = 'plan.pdf', who = editor, field = 'attachment') {
    const { payload, headers } = await aMultipartBody(field, content, filename);
    return server.app.inject({
      method: 'POST',
      url: '/api/files/attachments/upload',
      headers: { ...headers, authorization: `Bearer ${who.token}` },
      payload,
    });
  }
  const uploaded = async (...what: Parameters<typeof upload>) =>
    (await upload(...what)).json<{ attachment: { uuid: string; id: number; filename: string } }>().attachment;
  const download = (uuid: string, who: TestPerson | null = editor, headers: Record<string, string> = {}) =>
    server.app.inject({
      url: `/api/files/attachments/${uuid}`,
      headers: { ...(who ? { authorization: `Bearer ${who.token}` } : {}), ...headers },
    });

  const [x, y, z] = ecefFromLla(PLACE);
  const POI = { longitude: PLACE.longitude, latitude: PLACE.latitude, altitude: PLACE.height, x, y, z };
  async function createMoc(attachmentUUIDs: string[]) {
    const moc = { name: 'Flare tip', documentNumber: 'MOC-1' };
    const answer = await editor.ask('POST', `/sites/${siteId}/mocs`, { moc, poi: POI, attachmentUUIDs });
    expect(answer.status).toBe(200);
    return answer.body['moc'] as { id: number };
  }

  describe('an upload', () => {
    it('gives an attachment, which only its uploader can read until a change has it', async () => {
      const answer = await upload();
      expect([answer.statusCode, answer.json()]).toEqual([
        200,
        {
          status: 'success',
          attachment: {
            id: expect.any(Number),
            uuid: expect.any(String),
            filename: 'plan.pdf',
            mediaType: 'application/pdf',
            sizeBytes: PDF.length,
            createdAt: server.clock.now().toISOString(),
          },
        },
      ]);
      const { uuid } = answer.json<{ attachment: { uuid: string } }>().attachment;
      expect((await download(uuid)).body).toBe(PDF);
      for (const who of [viewer, elsewhere, guest]) expect((await download(uuid, who)).statusCode).toBe(404);
      expect((await download(uuid, null)).statusCode).toBe(401);
    });

    it('belongs to its change once saved: readers of the site have it, the others do not', async () => {
      const { uuid } = await uploaded();
      await createMoc([uuid]);
      for (const [who, status] of [
        [editor, 200],
        [viewer, 200],
        [elsewhere, 404],
        [guest, 404],
      ] as const)
        expect((await download(uuid, who)).statusCode).toBe(status);
    });

    it('needs MOC:CREATE or MOC:UPDATE at a site; before a byte is read', async () => {
      for (const who of [viewer, guest]) {
        const answer = await upload(PDF, 'plan.pdf', who);
        expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([403, 'FORBIDDEN']);
      }
      expect((await upload(PDF, 'plan.pdf', elsewhere)).statusCode).toBe(200);
      const { payload, headers } = await aMultipartBody('attachment', PDF);
      const url = '/api/files/attachments/upload';
      const byCookie = { cookies: { [SESSION_COOKIE]: editor.token } };
      expect((await server.app.inject({ method: 'POST', url, headers, payload })).statusCode).toBe(401);
      expect((await server.app.inject({ method: 'POST', url, headers, payload, ...byCookie })).statusCode).toBe(403);
      expect(await incoming()).toEqual([]);
    });

    it.each([
      ['no bytes', '', 'plan.pdf', 'This file is empty.'],
      [
        'a picture that is a script',
        '#!/bin/sh\n',
        'photo.png',
        'Programs, scripts, web pages and SVG are not accepted.',
      ],
      ['a page', '<html>', 'plan.pdf', 'Programs, scripts, web pages and SVG are not accepted.'],
      [
        'text with the name of a picture',
        'alert(1)',
        'photo.png',
        'The ending of the name does not fit the content of the file.',
      ],
      ['text with the name of a program', 'del *', 'run.bat', 'Programs, scripts, web pages and SVG are not accepted.'],
      ['noise', Buffer.from([1, 2, 0, 3]), 'plan.pdf', 'Files of this type are not accepted.'],
    ])('of %s is refused and leaves nothing', async (_, content, name, sentence) => {
      const before = await stored();
      const answer = await upload(content, name);
      expect([answer.statusCode, answer.json()]).toEqual([400, { error: sentence, code: 'INVALID_INPUT' }]);
      expect([await stored(), await incoming()]).toEqual([before, []]);
      expect(await server.database.db.select().from(attachments)).toEqual([]);
    });

    it('of a picture that decodes to gigabytes is kept, because the server does not decode it', async () => {
      const create = { width: 8, height: 8, channels: 3, background: '#000' } as const;
      const bomb = await sharp({ create }).png().toBuffer();
      for (const side of [16, 20]) bomb.writeUInt32BE(60_000, side);
      expect((await upload(bomb, 'bomb.png')).statusCode).toBe(200);
    });

    it('whose connection breaks leaves nothing', async () => {
      const before = await stored();
      const { payload, headers } = await aMultipartBody('attachment', Buffer.alloc(300_000, '%PDF-1.7\n'), 'plan.pdf');
      await server.app.listen({ port: 0, host: '127.0.0.1' });
      const request = httpRequest({
        port: (server.app.server.address() as AddressInfo).port,
        method: 'POST',
        path: '/api/files/attachments/upload',
        headers: { ...headers, authorization: `Bearer ${editor.token}`, 'content-length': payload.length },
      });
      request.on('error', () => {});
      request.write(payload.subarray(0, 200_000));
      await vi.waitFor(async () => expect(await incoming()).toHaveLength(1), WAIT);
      request.destroy();
      await vi.waitFor(async () => expect(await incoming()).toEqual([]), WAIT);
      expect(await stored()).toEqual(before);
      expect(await server.database.db.select().from(attachments)).toEqual([]);
    });

    it('is refused while a hundred others of the same person wait for a change', async () => {
      const row = { filename: 'a.pdf', mediaType: 'application/pdf', sizeBytes: 1, sha256: '', uploadedBy: editor.id };
      const { db } = server.database;
      await db.insert(attachments).values(Array.from({ length: 99 }, () => row));
      const { uuid } = await uploaded();
      const refused = await upload();
      expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([429, 'TOO_MANY_TRIES']);
      await createMoc([uuid]);
      expect((await upload()).statusCode).toBe(200);
    });

    it('is counted when it arrives: of many at once no more than a hundred are kept', async () => {
      const row = { filename: 'a.pdf', mediaType: 'application/pdf', sizeBytes: 1, sha256: '', uploadedBy: editor.id };
      const { db } = server.database;
      await db.insert(attachments).values(Array.from({ length: 97 }, () => row));
      const before = (await stored()).length;
      const statuses = (await Promise.all(Array.from({ length: 8 }, () => upload()))).map(
        ({ statusCode }) => statusCode,
      );
      expect(statuses.sort()).toEqual([200, 200, 200, 429, 429, 429, 429, 429]);
      expect(await db.$count(attachments)).toBe(100);
      expect((await stored()).length - before).toBe(3);
    });

    it('is refused when all files of the person are too large together, archived ones and those of MOCs included', async () => {
      const row = { filename: 'a.pdf', mediaType: 'application/pdf', sha256: '', uploadedBy: editor.id };
      const kept = { ...row, sizeBytes: 20e9 - 50, archivedAt: new Date(0) };
      await server.database.db.insert(attachments).values(kept);
      const refused = await upload();
      expect([refused.statusCode, refused.json<{ error: string }>().error]).toEqual([
        409,
        expect.stringContaining('as much as one person may upload'),
      ]);
      expect((await upload(PDF, 'plan.pdf', elsewhere)).statusCode).toBe(200);
    });

    it('in another field is refused', async () => {
      expect((await upload(PDF, 'plan.pdf', editor, 'file')).statusCode).toBe(400);
    });
  });

  describe('a download', () => {
    it('is saved by browsers and never shown, whatever it is', async () => {
      const { uuid } = await uploaded('plain <b>text</b>', 'a.txt');
      expect((await download(uuid)).headers).toMatchObject({
        'content-type': 'text/plain',
        'content-disposition': 'attachment; filename="a.txt"',
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-cache',
        'accept-ranges': 'bytes',
      });
    });

    it.each([
      ['план 漢字 مخطط.pdf', 'план 漢字 مخطط.pdf'],
      ['../../etc/passwd', 'passwd.pdf'],
      ['a\u202Efdp.exe.pdf', 'afdp.exe.pdf'],
      [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(146)}.pdf`],
      ['a\u0007;b.pdf', 'a ;b.pdf'],
    ])('of %j has the right name', async (sent, kept) => {
      const { uuid, filename } = await uploaded(PDF, sent);
      expect(filename).toBe(kept);
      const header = String((await download(uuid)).headers['content-disposition']);
      expect(header).toMatch(/^attachment; filename="[ -~]*"(; filename\*=UTF-8''[!-~]+)?$/);
      const encoded = /filename\*=UTF-8''(.*)$/.exec(header)?.[1];
      expect(encoded ? decodeURIComponent(encoded) : /filename="(.*?)"/.exec(header)![1]).toBe(kept);
    });

    it('comes in ranges, and not again when the client has it', async () => {
      const { uuid } = await uploaded();
      const part = await download(uuid, editor, { range: 'bytes=1-3' });
      expect([part.statusCode, part.body, part.headers['content-range']]).toEqual([
        206,
        'PDF',
        `bytes 1-3/${PDF.length}`,
      ]);
      const known = { 'if-none-match': String(part.headers['etag']) };
      expect((await download(uuid, editor, known)).statusCode).toBe(304);
    });

    it('is the same 404 for an unknown uuid and an invalid one, and names a lost file', async () => {
      const { uuid } = await uploaded();
      await removeFile(uuid);
      const bodies = await Promise.all(
        [crypto.randomUUID(), 'x', '%2e%2e%2fincoming', `${uuid}.br`].map(async (one) => {
          const answer = await download(one);
          expect(answer.statusCode).toBe(404);
          return answer.body;
        }),
      );
      expect(new Set(bodies).size).toBe(1);
      const lost = await download(uuid);
      expect([lost.statusCode, lost.json<{ code: string }>().code]).toEqual([404, 'FILE_LOST']);
      // For others it does not exist at all.
      const other = await aPerson(server, { name: 'Grace' });
      expect((await download(uuid, other)).body).toBe(bodies[0]);
    });
  });

  const removeFile = (uuid: string) => rm(join(server.filesDir, attachmentKey(uuid)));

  describe('archiving', () => {
    const archive = (uuid: string, who = editor) => who.ask('POST', `/files/attachments/archive/${uuid}`);
    const restore = (uuid: string, who = editor) => who.ask('POST', `/files/attachments/restore/${uuid}`);
    const acts = async () =>
      (
        await server.database.db
          .select()
          .from(auditEntries)
          .where(eq(auditEntries.userId, editor.id))
          .orderBy(auditEntries.id)
      )
        .filter(({ action, refusal }) => /^attachments\.(archive|restore)$/.test(action) && refusal === null)
        .map(({ action, subject, details }) => ({ action, subject, details }));

    it('removes a file from its change and restores it; the file is kept', async () => {
      const { uuid } = await uploaded();
      const { id } = await createMoc([uuid]);
      const files = async () =>
        (await viewer.ask('GET', `/sites/${siteId}/mocs/pois`)).body['mocs'][0].attachments.length as number;
      expect((await archive(uuid)).body).toMatchObject({ status: 'success', attachment: { uuid } });
      expect([await files(), (await download(uuid)).statusCode]).toEqual([0, 404]);
      expect(await stored()).toContain(uuid);
      expect((await restore(uuid)).status).toBe(200);
      expect([await files(), (await download(uuid, viewer)).statusCode]).toEqual([1, 200]);
      expect(await acts()).toEqual(
        [
          { action: 'attachments.archive', change: { field: 'attachments', before: 'plan.pdf', after: null } },
          { action: 'attachments.restore', change: { field: 'attachments', before: null, after: 'plan.pdf' } },
        ].map(({ action, change }) => ({
          action,
          subject: `moc:${id}`,
          details: { siteId, name: 'Flare tip', uuid, changes: [change] },
        })),
      );
    });

    it('needs MOC:UPDATE at the site; for the others there is no such file', async () => {
      const { uuid } = await uploaded();
      const isOwn = await archive(uuid, elsewhere);
      expect([isOwn.status, isOwn.body['error']]).toEqual([404, 'There is no such attachment.']);
      await createMoc([uuid]);
      for (const who of [viewer, elsewhere, guest]) {
        expect((await archive(uuid, who)).status).toBe(404);
        expect((await restore(uuid, who)).status).toBe(404);
      }
      expect((await archive('x')).status).toBe(400);
    });

    it('twice at once is done once', async () => {
      const { uuid } = await uploaded();
      await createMoc([uuid]);
      const before = (await acts()).length;
      const answers = await Promise.all([archive(uuid), archive(uuid), archive(uuid)]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(await acts()).toHaveLength(before + 1);
    });
  });

  describe('sweeping', () => {
    it('removes uploads that no change has named within a day, and files without a row, and no others', async () => {
      const { db } = server.database;
      const [orphan, young, bound, archived] = [await uploaded(), await uploaded(), await uploaded(), await uploaded()];
      await createMoc([bound.uuid, archived.uuid]);
      await editor.ask('POST', `/files/attachments/archive/${archived.uuid}`);
      const now = new Date();
      const old = new Date(now.getTime() - UPLOAD_KEPT_MS - 1000);
      await db.update(attachments).set({ createdAt: now });
      for (const { uuid } of [orphan, bound, archived]) {
        await db.update(attachments).set({ createdAt: old }).where(eq(attachments.uuid, uuid));
        await utimes(join(server.filesDir, attachmentKey(uuid)), old, old);
      }
      const [oldFile, youngFile] = [crypto.randomUUID(), crypto.randomUUID()];
      for (const uuid of [oldFile, youngFile]) await writeFile(join(server.filesDir, attachmentKey(uuid)), 'x');
      await utimes(join(server.filesDir, attachmentKey(oldFile)), old, old);

      const swept = await sweepAttachments({ db, objects: server.objects, clock: { now: () => now } });
      expect(swept.rows).toBe(1);
      const left = await stored();
      expect(left).toEqual(expect.arrayContaining([young.uuid, bound.uuid, archived.uuid, youngFile]));
      expect(left).not.toContain(orphan.uuid);
      expect(left).not.toContain(oldFile);
      expect((await download(orphan.uuid)).statusCode).toBe(404);
      expect((await download(bound.uuid)).statusCode).toBe(200);
    });
  });
});
