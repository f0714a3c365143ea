import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandOutput,
  type S3Client,
} from '@aws-sdk/client-s3';
import { isDiskLow } from '@overlook/db';
import type { S3Location } from '../../env.ts';
import { diskFull } from '../../errors/app-error.ts';
import { fileSource } from './object-sources.ts';
import {
  type ByteRange,
  type ListedObject,
  type ObjectFacts,
  ObjectMissingError,
  type ObjectSource,
  type ObjectStore,
  safeKey,
} from './object-store.ts';
import { called, isMissing, openClient } from './s3-connection.ts';
import { sendObject, SHA256_FIELD } from './s3-upload.ts';

const addressOf = ({ bucket, prefix, endpoint }: S3Location): string =>
  `s3://${bucket}/${prefix}${endpoint === null ? '' : ` at ${endpoint}`}`;

/**
 * Objects in a bucket of S3, below the prefix of its location. Files that `withFile` gives lie in a scratch folder meanwhile, which is
 * swept. Only what every server of this kind does is used: no conditional writes, tags, checksums or deletions of many.
 */
export class S3Store implements ObjectStore {
  readonly address: string;
  readonly #client: S3Client;

  constructor(
    private readonly location: S3Location,
    private readonly scratchFolder: string,
  ) {
    this.address = addressOf(location);
    this.#client = openClient(location);
  }

  put(key: string, source: ObjectSource, signal?: AbortSignal): Promise<void> {
    return sendObject({ client: this.#client, address: this.address }, this.#at(key), source, signal);
  }

  async takeFile(key: string, path: string, sha256?: string): Promise<void> {
    await this.put(key, await fileSource(path, sha256));
    await rm(path, { force: true });
  }

  async takeFolder(prefix: string, folder: string): Promise<void> {
    for (const name of await readdir(folder)) await this.takeFile(prefix + name, join(folder, name));
    await rm(folder, { recursive: true });
  }

  /** Nothing: what is stored is safe. */
  async sync(): Promise<void> {}

  async get(key: string, range?: ByteRange): Promise<Readable> {
    const input = { ...this.#at(key), Range: range && `bytes=${range.first}-${range.last}` };
    try {
      const { Body } = await this.#called((abortSignal) =>
        this.#client.send(new GetObjectCommand(input), { abortSignal }),
      );
      return Body as Readable;
    } catch (error) {
      throw isMissing(error) ? new ObjectMissingError(key, error) : error;
    }
  }

  async withFile<T>(key: string, use: (path: string) => Promise<T>): Promise<T> {
    await mkdir(this.scratchFolder, { recursive: true });
    if (isDiskLow(this.scratchFolder)) throw diskFull();
    const path = join(this.scratchFolder, randomUUID());
    try {
      await pipeline(await this.get(key), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
      return await use(path);
    } finally {
      await rm(path, { force: true });
    }
  }

  async head(key: string): Promise<ObjectFacts | null> {
    const input = this.#at(key);
    try {
      const { ContentLength, LastModified, ETag, Metadata } = await this.#called((abortSignal) =>
        this.#client.send(new HeadObjectCommand(input), { abortSignal }),
      );
      const sha256 = Metadata?.[SHA256_FIELD] ?? null;
      const tag = sha256?.slice(0, 32) ?? ETag!.replaceAll(/^W\/|"/g, '');
      return { sizeBytes: ContentLength!, modifiedAt: LastModified!, tag, sha256 };
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  async delete(key: string): Promise<void> {
    const input = this.#at(key);
    await this.#called((abortSignal) => this.#client.send(new DeleteObjectCommand(input), { abortSignal }));
  }

  async *list(prefix: string): AsyncGenerator<ListedObject> {
    const { length } = this.location.prefix;
    for await (const { Contents = [] } of this.#pages(prefix))
      for (const { Key, Size, LastModified } of Contents)
        yield { key: Key!.slice(length), sizeBytes: Size!, modifiedAt: LastModified! };
  }

  async *names(prefix: string): AsyncGenerator<string> {
    const start = this.location.prefix.length + prefix.length;
    for await (const { Contents = [], CommonPrefixes = [] } of this.#pages(prefix, '/')) {
      for (const { Key } of Contents) yield Key!.slice(start);
      for (const { Prefix } of CommonPrefixes) yield Prefix!.slice(start, -1);
    }
  }

  async removeUnfinished(beforeMs: number): Promise<void> {
    const { bucket: Bucket, prefix: Prefix } = this.location;
    const { Uploads = [] } = await this.#called((abortSignal) =>
      this.#client.send(new ListMultipartUploadsCommand({ Bucket, Prefix }), { abortSignal }),
    );
    for (const { Key, UploadId, Initiated } of Uploads)
      if (Initiated!.getTime() < beforeMs)
        await this.#called((abortSignal) =>
          this.#client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }), { abortSignal }),
        );
  }

  close(): void {
    this.#client.destroy();
  }

  #at(key: string) {
    const { bucket, prefix } = this.location;
    return { Bucket: bucket, Key: prefix + safeKey(key) };
  }

  #called<T>(call: (signal: AbortSignal) => Promise<T>): Promise<T> {
    return called(this.address, call);
  }

  async *#pages(prefix: string, Delimiter?: '/') {
    const { bucket: Bucket, prefix: root } = this.location;
    for (let ContinuationToken: string | undefined, isLast = false; !isLast;) {
      const input = { Bucket, Prefix: root + prefix, Delimiter, ContinuationToken };
      const page: ListObjectsV2CommandOutput = await this.#called((abortSignal) =>
        this.#client.send(new ListObjectsV2Command(input), { abortSignal }),
      );
      yield page;
      ContinuationToken = page.NextContinuationToken;
      isLast = ContinuationToken === undefined;
    }
  }
}
