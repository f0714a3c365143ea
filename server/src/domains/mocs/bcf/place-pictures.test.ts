import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { attachmentKey } from '../../attachments/attachment-key.ts';
import { FolderStore } from '../../../storage/objects/folder-store.ts';
import { attachedPicture } from './place-pictures.ts';

let filesDir: string;
beforeAll(async () => {
  filesDir = await mkdtemp(join(tmpdir(), 'overlook-pictures-'));
});
afterAll(() => rm(filesDir, { recursive: true }));

const PHOTO = '8b7d5c9e-28c2-4f5c-93a1-0f6f3b9c1d55';
const VIEW = '6f1b6a10-6a4e-4a53-9d8a-5a2f0d6b1c11';

/** An attached picture of one grey. */
async function attach(uuid: string, filename: string, grey: number) {
  const path = join(filesDir, attachmentKey(uuid));
  await mkdir(dirname(path), { recursive: true });
  const background = { r: grey, g: grey, b: grey };
  await sharp({ create: { width: 4, height: 4, channels: 3, background } })
    .jpeg()
    .toFile(path);
  return { id: 1, uuid, filename, mediaType: 'image/jpeg', sizeBytes: 1, createdAt: '' };
}

const greyOf = async (attached: Awaited<ReturnType<typeof attach>>[]) => {
  const picture = await attachedPicture(new FolderStore(filesDir), attached);
  return picture && (await sharp(await picture()).stats()).channels[0]!.mean;
};

it('takes the attached picture of the view before others', async () => {
  const photo = await attach(PHOTO, 'photo.jpg', 40);
  const view = await attach(VIEW, 'View.jpg', 200);
  expect(await greyOf([photo, view])).toBeCloseTo(200, -1);
  expect(await greyOf([photo])).toBeCloseTo(40, -1);
  expect(await greyOf([])).toBeNull();
});
