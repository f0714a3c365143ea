import sharp from 'sharp';
import { expect } from 'vitest';
import type { Bookmark, Site } from '@overlook/shared/schemas';
import { aMultipartBody } from './multipart.ts';
import { query, type TestAnswer, type TestPerson } from './people.ts';
import type { TestServer } from './test-server.ts';

/** A camera that looks east from an arbitrary point. */
export const BOOKMARK: Bookmark = {
  position: { x: -3_920_000, y: 3_480_000, z: -3_640_000 },
  direction: { x: 1, y: 0, z: 0 },
  up: { x: 0, y: 0, z: 1 },
  right: { x: 0, y: -1, z: 0 },
  transform: [0, -1, 0, 0, 0, 0, 1, 0, -1, 0, 0, 0, -3_920_000, 3_480_000, -3_640_000, 1],
  frustum: { near: 1, far: 100_000 },
};

/** A picture of one colour, as JPEG by default. */
export const aPicture = (
  width = 2400,
  height = 1200,
  format: 'jpeg' | 'png' | 'webp' | 'gif' | 'tiff' = 'jpeg',
): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#336699' } })
    .toFormat(format)
    .toBuffer();

interface PictureUpload {
  readonly siteId?: number;
  readonly filename?: string;
  readonly field?: string;
}

/** Uploads a picture for a Place at the plant, or another site. */
export async function uploadPicture(
  server: TestServer,
  { token }: Pick<TestPerson, 'token'>,
  content: Uint8Array | string,
  { siteId = server.siteIds.plant, filename, field = 'photo' }: PictureUpload = {},
): Promise<TestAnswer> {
  const { payload, headers } = await aMultipartBody(field, content, filename);
  const answer = await server.app.inject({
    method: 'POST',
    url: `/api/files/snapshots/upload/${siteId}/snapshot`,
    headers: { ...headers, authorization: `Bearer ${token}` },
    payload,
  });
  return { status: answer.statusCode, body: answer.json() };
}

/** Saves a Place at the plant and returns the answer. */
export async function savePlace(
  server: TestServer,
  person: TestPerson,
  changes: object = {},
): Promise<TestAnswer['body']> {
  const place = { siteId: server.siteIds.plant, name: 'North tank', data: { bookmark: BOOKMARK }, ...changes };
  const { status, body } = await person.ask('POST', '/snapshots', place);
  if (status !== 200) throw new Error(`The Place was not saved: ${JSON.stringify(body)}`);
  return body['snapshot'];
}

/** Requests a file below `/api/files/snapshots`. */
export const readPicture = (server: TestServer, { token }: Pick<TestPerson, 'token'>, path: string) =>
  server.app.inject({ url: `/api/files/snapshots/${path}`, headers: { authorization: `Bearer ${token}` } });

/** The picture that represents a site; the list of sites says whether there is one. */
export async function readSitePicture(server: TestServer, person: TestPerson, siteId: number) {
  const answer = await readPicture(server, person, `random/site/${siteId}`);
  const { body } = await query(server, person.token, 'sites.all', {});
  const site = (body['sites'] as Site[]).find(({ id }) => id === siteId);
  expect(site?.hasPicture ?? false).toBe(answer.statusCode < 400);
  return answer;
}
