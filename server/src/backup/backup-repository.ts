import { createHash, type Hash, randomBytes, randomUUID } from 'node:crypto';
import { open, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { StoreFailedError } from '../errors/store-failed.ts';
import { bytesSource } from '../storage/objects/object-sources.ts';
import { ObjectMissingError, type ObjectStore } from '../storage/objects/object-store.ts';
import { type BackupCipher, keyCipher, noCipher } from './backup-cipher.ts';
import { BackupFailedError } from './backup-failed.ts';
import type { BackupTarget } from './backup-target.ts';
import { type Manifest, manifestSchema, partsOf } from './manifest.ts';
import { WriterLock } from './writer-lock.ts';

const DESCRIPTION = 'overlook-backups.json';
const OBJECTS = 'objects/';
const BACKUPS = 'backups/';

/** What an empty place may have: locks, what is on its way, and what the file system has. */
const NO_CONTENT = new Set(['locks', 'incoming', 'lost+found']);

interface Description {
  readonly format: 1;
  readonly isEncrypted: boolean;
  readonly salt: string;
  readonly check: string;
}

/**
 * Backups in a folder or bucket: `objects/<2 digits>/<name>` by their content, each once for all backups, and `backups/<time>.<hash>`, the
 * manifests. An object and a manifest are complete or absent. One process at a time writes.
 */
export class BackupRepository {
  /** What is on its way: two files may have the same content. Where storing it fails, so does the backup. */
  readonly #storing = new Set<string>();
  /** Names of objects that were read back; others may be of a backup that was killed in between. */
  readonly #readBack = new Set<string>();
  #lock: WriterLock | null = null;
  #there: Promise<Set<string>> | null = null;

  private constructor(
    private readonly target: BackupTarget,
    private readonly cipher: BackupCipher,
  ) {}

  /** Opens a place with backups; with `isNew` also an empty one. Throws `BackupFailedError`. */
  static async open(target: BackupTarget, key: Buffer | null, isNew = false): Promise<BackupRepository> {
    const { objects } = target;
    const at = objects.address;
    const description = (await readDescription(objects)) ?? (isNew ? await describe(objects, key) : null);
    if (!description) throw new BackupFailedError(`There are no backups in ${at}: it has no ${DESCRIPTION}.`);
    if (description.isEncrypted && !key)
      throw new BackupFailedError(`The backups in ${at} are encrypted. Give their key with --key-file.`);
    if (!description.isEncrypted && key)
      throw new BackupFailedError(
        `The backups in ${at} are not encrypted. Leave --key-file out, or use another place.`,
      );
    const cipher = key ? keyCipher(key, description.salt) : noCipher;
    if (cipher.check !== description.check)
      throw new BackupFailedError(`The backups in ${at} are encrypted with another key.`);
    return new BackupRepository(target, cipher);
  }

  get address(): string {
    return this.target.objects.address;
  }

  /** Calls back while no other process writes here. Throws `BackupFailedError` while one does. */
  async alone<T>(work: () => Promise<T>): Promise<T> {
    const { objects, scratch } = this.target;
    this.#lock = await WriterLock.acquire(objects);
    try {
      // What a killed process has left. Its upload to a bucket costs money, but is no reason to make no backup.
      await rm(scratch, { recursive: true, force: true });
      await objects.removeUnfinished(Date.now()).catch(() => {});
      this.#there = null;
      return await work();
    } finally {
      await rm(scratch, { recursive: true, force: true });
      await this.#lock.release();
      this.#lock = null;
    }
  }

  /** The objects of a complete backup need not be read back again. */
  trust(manifest: Manifest): void {
    for (const sha256 of partsOf(manifest)) this.#readBack.add(this.cipher.nameOf(sha256));
  }

  /** Stores bytes unless they are there, reads back what was written, and resolves to their SHA-256. Only inside `alone`. */
  async put(
    bytes: AsyncIterable<Buffer>,
    signal: AbortSignal,
  ): Promise<{ sha256: string; bytes: number; isNew: boolean }> {
    const { scratch } = this.target;
    await mkdir(scratch, { recursive: true });
    const part = join(scratch, randomUUID());
    try {
      const [hash, storedHash] = [createHash('sha256'), createHash('sha256')];
      const written = { bytes: 0 };
      const stored = hashed(this.cipher.write(counted(hashed(bytes, hash), written)), storedHash);
      const file = await open(part, 'wx', 0o600);
      await pipeline(Readable.from(stored), file.createWriteStream({ flush: true }), { signal });
      const sha256 = hash.digest('hex');
      const isNew = await this.#store(part, { sha256, storedSha256: storedHash.digest('hex') });
      return { sha256, ...written, isNew };
    } finally {
      await rm(part, { force: true });
    }
  }

  /** False where the content is there already. */
  async #store(part: string, { sha256, storedSha256 }: { sha256: string; storedSha256: string }): Promise<boolean> {
    const name = this.cipher.nameOf(sha256);
    if (this.#storing.has(name)) return false;
    this.#storing.add(name);
    try {
      const there = await this.#names();
      if (there.has(name) && (this.#readBack.has(name) || (await this.#isWhole(sha256)))) return false;
      await this.target.objects.takeFile(keyOf(name), part, storedSha256);
      if (!(await this.#isWhole(sha256))) {
        await this.target.objects.delete(keyOf(name));
        throw new BackupFailedError(
          `What was read back from ${this.address} is not what was written. Check its disks.`,
        );
      }
      this.#readBack.add(name);
      there.add(name);
      return true;
    } finally {
      this.#storing.delete(name);
    }
  }

  async #isWhole(sha256: string): Promise<boolean> {
    try {
      for await (const _ of this.get(sha256));
      return true;
    } catch (error) {
      if (error instanceof BackupFailedError) return false;
      throw error;
    }
  }

  /** Whether an object is there and whole, as far as it is known. Only inside `alone`. */
  async has(sha256: string): Promise<boolean> {
    const name = this.cipher.nameOf(sha256);
    return (await this.#names()).has(name) && this.#readBack.has(name);
  }

  /** Listed once for each `alone`: asking for each of them takes a bucket long. */
  #names(): Promise<Set<string>> {
    const list = async () => {
      const names = new Set<string>();
      for await (const { key } of this.target.objects.list(OBJECTS)) names.add(key.slice(key.lastIndexOf('/') + 1));
      return names;
    };
    return (this.#there ??= list());
  }

  /** The bytes of an object. Throws `BackupFailedError` where it is missing, and at its end where it was changed. */
  async *get(sha256: string): AsyncGenerator<Buffer> {
    const key = keyOf(this.cipher.nameOf(sha256));
    const hash = createHash('sha256');
    yield* hashed(this.cipher.read(this.#stored(key), key), hash);
    if (hash.digest('hex') !== sha256)
      throw new BackupFailedError(`${key} is damaged: it was changed after it was written.`);
  }

  async *#stored(key: string): AsyncGenerator<Buffer> {
    try {
      yield* (await this.target.objects.get(key)) as AsyncIterable<Buffer>;
    } catch (error) {
      if (error instanceof ObjectMissingError) throw new BackupFailedError(`${key} is missing.`, { cause: error });
      if (error instanceof StoreFailedError) throw error;
      const { code, message } = error as NodeJS.ErrnoException;
      throw new StoreFailedError(`${key} could not be read to its end from ${this.address}: ${code ?? message}.`, {
        cause: error,
      });
    }
  }

  /** Completes a backup: writes its manifest, and reads it back. Only inside `alone`. */
  async add(manifest: Manifest): Promise<void> {
    const { objects } = this.target;
    const prefixes = new Set([...partsOf(manifest)].map((sha256) => prefixOf(this.cipher.nameOf(sha256))));
    for (const prefix of prefixes) await objects.sync(prefix);
    const plain = Readable.from([gzipSync(JSON.stringify(manifest))]);
    const bytes = await buffer(Readable.from(this.cipher.write(plain)));
    const name = `${fileTime(manifest.at)}.${sha256Of(bytes)}`;
    await this.#lock!.assertHeld();
    await objects.put(BACKUPS + name, bytesSource(bytes));
    await objects.sync(BACKUPS);
    await this.#read(name);
  }

  /** All backups, newest first. Throws `BackupFailedError` where one is damaged. */
  async backups(): Promise<Manifest[]> {
    const manifests: Manifest[] = [];
    for (const name of await this.#backupNames()) manifests.push(await this.#read(name));
    return manifests;
  }

  /** The newest backup; null where there is none. Throws `BackupFailedError` where it is damaged. */
  async newest(): Promise<Manifest | null> {
    const [name] = await this.#backupNames();
    return name === undefined ? null : this.#read(name);
  }

  /** The newest backup, or the newest of those not after a time. Throws `BackupFailedError` where there is none. */
  async find(at: Date | null): Promise<Manifest> {
    const names = await this.#backupNames();
    const name = names.find((one) => at === null || one.split('.')[0]! <= fileTime(at.toISOString()));
    if (name) return this.#read(name);
    const until = at ? ` from ${at.toISOString()} or before` : '';
    throw new BackupFailedError(`There is no complete backup${until} in ${this.address}.`);
  }

  /** Removes the manifest of a backup; its objects remain until `sweep`. Only inside `alone`. */
  async remove({ at }: Manifest): Promise<void> {
    await this.#lock!.assertHeld();
    for (const name of await this.#backupNames())
      if (name.startsWith(`${fileTime(at)}.`)) await this.target.objects.delete(BACKUPS + name);
  }

  /** Removes the objects that none of these hashes names. Only inside `alone`. */
  async sweep(needed: ReadonlySet<string>): Promise<{ objects: number; bytes: number }> {
    const kept = new Set([...needed].map((sha256) => keyOf(this.cipher.nameOf(sha256))));
    const removed = { objects: 0, bytes: 0 };
    await this.#lock!.assertHeld();
    for await (const { key, sizeBytes } of this.target.objects.list(OBJECTS)) {
      if (kept.has(key)) continue;
      await this.target.objects.delete(key);
      removed.bytes += sizeBytes;
      removed.objects++;
    }
    return removed;
  }

  close(): void {
    this.target.objects.close();
  }

  async #backupNames(): Promise<string[]> {
    const names: string[] = [];
    for await (const name of this.target.objects.names(BACKUPS)) names.push(name);
    return names
      .filter((name) => /^[0-9TZ-]+\.[0-9a-f]{64}$/.test(name))
      .toSorted()
      .toReversed();
  }

  async #read(name: string): Promise<Manifest> {
    const damaged = (cause?: unknown) =>
      new BackupFailedError(
        `The backup ${BACKUPS}${name} in ${this.address} is damaged: it was changed after it was written.`,
        { cause },
      );
    const stored = await buffer(Readable.from(this.#stored(BACKUPS + name)));
    if (!name.endsWith(`.${sha256Of(stored)}`)) throw damaged();
    const text = gunzipSync(await buffer(Readable.from(this.cipher.read(Readable.from([stored]), name)))).toString();
    const manifest = manifestSchema.safeParse(JSON.parse(text));
    if (!manifest.success || !name.startsWith(`${fileTime(manifest.data.at)}.`)) throw damaged(manifest.error);
    return manifest.data;
  }
}

const prefixOf = (name: string): string => `${OBJECTS}${name.slice(0, 2)}/`;
const keyOf = (name: string): string => prefixOf(name) + name;

/** A time as a name that sorts: `2026-11-30T11-46-00-123Z`. */
const fileTime = (at: string): string => at.replaceAll(/[:.]/g, '-');

async function* hashed(bytes: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) {
    hash.update(chunk);
    yield chunk;
  }
}

async function* counted(bytes: AsyncIterable<Buffer>, sum: { bytes: number }): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) {
    sum.bytes += chunk.length;
    yield chunk;
  }
}

const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

async function readDescription(objects: ObjectStore): Promise<Description | null> {
  try {
    return JSON.parse((await buffer(await objects.get(DESCRIPTION))).toString()) as Description;
  } catch (error) {
    if (error instanceof ObjectMissingError) return null;
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new BackupFailedError(`${objects.address} cannot be read (${code}).`, { cause: error });
  }
}

async function describe(objects: ObjectStore, key: Buffer | null): Promise<Description> {
  const lock = await WriterLock.acquire(objects);
  try {
    const there = await readDescription(objects);
    if (there) return there;
    for await (const name of objects.names(''))
      if (!NO_CONTENT.has(name))
        throw new BackupFailedError(
          `There are other files in ${objects.address}, such as ${name}. Give an empty place, or one with backups.`,
        );
    const salt = randomBytes(16).toString('hex');
    const { check } = key ? keyCipher(key, salt) : noCipher;
    const description: Description = { format: 1, isEncrypted: key !== null, salt, check };
    await objects.put(DESCRIPTION, bytesSource(Buffer.from(JSON.stringify(description))));
    return description;
  } finally {
    await lock.release();
  }
}
