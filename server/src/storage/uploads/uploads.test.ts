import { webcrypto } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { UPLOADS } from '@overlook/shared/config';
import { createBlockDigest, fileListText, type UploadFile } from '@overlook/shared/uploads';
import { isUndamaged } from './is-undamaged.ts';
import { makeUploadFolder, receivedBytes, removeUploadFolder, segmentsOf, uploadFolder } from './upload-folder.ts';
import { cutIsEnd, writeSegments } from './write-segments.ts';

const ID = 'one';
const FILES: UploadFile[] = [
  { part: 'points', path: 'a/first.las', sizeBytes: 5 },
  { part: 'points', path: 'a/empty.txt', sizeBytes: 0 },
  { part: 'points', path: 'a/b/second.las', sizeBytes: UPLOADS.blockBytes },
  { part: 'photos', path: 'last.jpg', sizeBytes: 3 },
  { part: 'photos', path: 'none.jpg', sizeBytes: 0 },
];

let filesDir: string;
let folder: string;
beforeEach(async () => {
  filesDir = await mkdtemp(path.join(tmpdir(), 'overlook-uploads-'));
  await makeUploadFolder(filesDir, ID);
  folder = uploadFolder(filesDir, ID);
});
afterEach(() => rm(filesDir, { recursive: true }));

/** All bytes that travel: the list, files of counted bytes, the digest. */
async function sent(files: readonly UploadFile[]): Promise<{ stream: Buffer; listBytes: number; bytes: number }> {
  const list = Buffer.from(fileListText(files));
  const body = Buffer.concat([list, ...files.map(({ sizeBytes }, n) => Buffer.alloc(sizeBytes, n + 1))]);
  const digest = createBlockDigest(webcrypto.subtle, body.length);
  for (let at = 0; at < body.length; at += UPLOADS.blockBytes)
    await digest.add(new Uint8Array(body.subarray(at, at + UPLOADS.blockBytes)));
  const stream = Buffer.concat([body, await digest.end()]);
  return { stream, listBytes: list.length, bytes: stream.length };
}

async function* inChunks(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** Writes what is there of a stream from the offset that the disk says, as a request does. */
async function receive(stream: Buffer, sizes: { listBytes: number; bytes: number }, chunk: number): Promise<number> {
  const pieces = () => segmentsOf(folder, sizes);
  const offset = await receivedBytes(folder, await pieces());
  return writeSegments(inChunks(stream.subarray(offset), chunk), { folder, pieces, offset });
}

describe('the bytes of a delivery', () => {
  it('become the files of its list, wherever requests end', async () => {
    const { stream, ...sizes } = await sent(FILES);
    const ends = [
      1,
      sizes.listBytes - 1,
      sizes.listBytes,
      sizes.listBytes + 5,
      sizes.listBytes + 6,
      stream.length - 33,
    ];
    for (const end of [...ends, stream.length - 1, stream.length])
      expect(await receive(stream.subarray(0, end), sizes, 1000), `to ${end}`).toBe(end);
    for (const [n, { part, path: name, sizeBytes }] of FILES.entries()) {
      const bytes = await readFile(path.join(folder, 'parts', part, name));
      expect(bytes.equals(Buffer.alloc(sizeBytes, n + 1)), name).toBe(true);
    }
    expect(await isUndamaged(folder, await segmentsOf(folder, sizes))).toBe(true);
  });

  it('are damaged when one of them changes', async () => {
    const { stream, ...sizes } = await sent(FILES);
    stream[sizes.listBytes + 100] = 99;
    await receive(stream, sizes, 65_536);
    expect(await isUndamaged(folder, await segmentsOf(folder, sizes))).toBe(false);
  });

  it('count as undamaged without a digest', async () => {
    const { stream, ...sizes } = await sent(FILES);
    stream.fill(0, stream.length - 32);
    await receive(stream, sizes, 65_536);
    expect(await isUndamaged(folder, await segmentsOf(folder, sizes))).toBe(true);
  });

  it('are kept as far as they came when the connection is cut', async () => {
    const { stream, ...sizes } = await sent(FILES);
    await receive(stream.subarray(0, sizes.listBytes), sizes, 1000);
    const segments = await segmentsOf(folder, sizes);
    async function* cut() {
      yield stream.subarray(sizes.listBytes, sizes.listBytes + 3);
      throw new Error('cut');
    }
    const offset = await writeSegments(cutIsEnd(cut()), {
      folder,
      pieces: () => segmentsOf(folder, sizes),
      offset: sizes.listBytes,
    });
    expect(offset).toBe(sizes.listBytes + 3);
    expect(await receivedBytes(folder, segments)).toBe(offset);
  });

  it('are refused where the list does not fit them, or a path is a file and a folder', async () => {
    const { stream, ...sizes } = await sent(FILES);
    await receive(stream.subarray(0, sizes.listBytes), sizes, 1000);
    await expect(segmentsOf(folder, { ...sizes, bytes: sizes.bytes + 1 })).rejects.toMatchObject({
      reason: 'listShort',
    });
    const both = await sent([
      { part: 'points', path: 'x', sizeBytes: 1 },
      { part: 'points', path: 'x/y', sizeBytes: 1 },
    ]);
    await rm(folder, { recursive: true });
    await makeUploadFolder(filesDir, ID);
    await expect(receive(both.stream, both, 1000)).rejects.toMatchObject({ name: 'PathRefusedError' });
  });

  it('are not written any more once the delivery is removed', async () => {
    const { stream, ...sizes } = await sent(FILES);
    await receive(stream.subarray(0, sizes.listBytes), sizes, 1000);
    const segments = await segmentsOf(folder, sizes);
    await removeUploadFolder(filesDir, ID);
    await writeFile(path.join(filesDir, 'other'), '');
    await expect(
      writeSegments(inChunks(stream.subarray(sizes.listBytes), 1000), {
        folder,
        pieces: async () => segments,
        offset: sizes.listBytes,
      }),
    ).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(stat(folder)).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
