import { createHash } from 'node:crypto';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { checkedPieces } from './object-sources.ts';
import type { ObjectSource } from './object-store.ts';
import { called, SEND_WITHIN_MS } from './s3-connection.ts';

/** The field of an object's own metadata with the hash of its bytes: servers differ in the checksums that they keep. */
export const SHA256_FIELD = 'sha256';

/** Smaller objects are sent in one request. */
const PART_BYTES = 16 * 1024 * 1024;
/** S3 takes 10,000 parts at most. */
const PARTS_MOST = 9_999;
/** Parts on their way at once, each in memory. */
const AT_ONCE = 3;

interface Connection {
  readonly client: S3Client;
  readonly address: string;
}

interface Place {
  readonly Bucket: string;
  readonly Key: string;
}

const md5Of = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('base64');

/**
 * Sends an object. Bodies are buffers with their Content-MD5, which every server checks and which can be sent again; no stream of a
 * source is ever a body, because its error would end the process. Nothing is stored unless all bytes are as announced.
 */
export async function sendObject(
  { client, address }: Connection,
  place: Place,
  source: ObjectSource,
  signal?: AbortSignal,
): Promise<void> {
  const Metadata = { [SHA256_FIELD]: source.sha256 };
  if (source.sizeBytes > PART_BYTES) return sendParts({ client, address }, { ...place, Metadata }, source, signal);
  for await (const Body of checkedPieces(source, PART_BYTES)) {
    const input = { ...place, Body, Metadata, ContentLength: Body.length, ContentMD5: md5Of(Body) };
    await called(address, (abortSignal) => client.send(new PutObjectCommand(input), { abortSignal }), {
      signal,
      withinMs: SEND_WITHIN_MS,
    });
  }
}

/** The parts of one upload; nothing of it remains where it fails, as far as the server answers. */
async function sendParts(
  { client, address }: Connection,
  input: Place & { readonly Metadata: Record<string, string> },
  source: ObjectSource,
  signal?: AbortSignal,
): Promise<void> {
  const { Bucket, Key } = input;
  const { UploadId } = await called(
    address,
    (abortSignal) => client.send(new CreateMultipartUploadCommand(input), { abortSignal }),
    { signal },
  );
  const upload = { Bucket, Key, UploadId };
  const failed = new AbortController();
  const limits = {
    signal: signal ? AbortSignal.any([signal, failed.signal]) : failed.signal,
    withinMs: SEND_WITHIN_MS,
  };
  const sent = new Map<number, string>();
  const sending = new Set<Promise<void>>();
  const send = async (PartNumber: number, Body: Buffer) => {
    const part = { ...upload, PartNumber, Body, ContentLength: Body.length, ContentMD5: md5Of(Body) };
    const { ETag } = await called(
      address,
      (abortSignal) => client.send(new UploadPartCommand(part), { abortSignal }),
      limits,
    );
    sent.set(PartNumber, ETag!);
  };
  try {
    let number = 0;
    for await (const piece of checkedPieces(source, Math.max(PART_BYTES, Math.ceil(source.sizeBytes / PARTS_MOST)))) {
      const one = send(++number, piece).finally(() => sending.delete(one));
      // Its failure is thrown where it is awaited below.
      one.catch(() => {});
      sending.add(one);
      if (sending.size >= AT_ONCE) await Promise.race(sending);
    }
    await Promise.all(sending);
    const Parts = [...sent].sort(([a], [b]) => a - b).map(([PartNumber, ETag]) => ({ PartNumber, ETag }));
    const whole = { ...upload, MultipartUpload: { Parts } };
    await called(
      address,
      (abortSignal) => client.send(new CompleteMultipartUploadCommand(whole), { abortSignal }),
      limits,
    );
  } catch (error) {
    failed.abort();
    await Promise.allSettled(sending);
    // What is left of it is removed after a day.
    await called(address, (abortSignal) => client.send(new AbortMultipartUploadCommand(upload), { abortSignal })).catch(
      () => {},
    );
    throw error;
  }
}
