import { webcrypto } from 'node:crypto';
import { UPLOADS } from '@overlook/shared/config';
import type { UploadOptions, UploadPart } from '@overlook/shared/schemas';
import { createBlockDigest, fileListText } from '@overlook/shared/uploads';

export type SentFiles = readonly { part: UploadPart; path: string; bytes: Uint8Array }[];

/** All bytes that travel, and the input that begins the delivery. */
export async function deliveryOf(files: SentFiles, options: UploadOptions = {}) {
  const list = Buffer.from(fileListText(files.map(({ bytes, ...file }) => ({ ...file, sizeBytes: bytes.length }))));
  const body = Buffer.concat([list, ...files.map(({ bytes }) => bytes)]);
  const digest = createBlockDigest(webcrypto.subtle, body.length);
  for (let at = 0; at < body.length; at += UPLOADS.blockBytes)
    await digest.add(new Uint8Array(body.subarray(at, at + UPLOADS.blockBytes)));
  const stream = Buffer.concat([body, await digest.end()]);
  const parts = [{ part: files[0]!.part, files: files.length, bytes: body.length - list.length }];
  const input = { title: 'Delivery', fingerprint: 'f', listBytes: list.length, bytes: stream.length, parts, options };
  return { stream, input };
}
