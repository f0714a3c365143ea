import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { bytesSource } from '../storage/objects/object-sources.ts';
import { ObjectMissingError, type ObjectStore } from '../storage/objects/object-store.ts';
import { isWriterActive, thisOwner, type VersionOwner } from '../storage/version-folders.ts';
import { BackupFailedError } from './backup-failed.ts';

/** Each writer has an object of its own here. */
const LOCKS = 'locks/';

const RENEW_MS = 60_000;
/** A writer that has not renewed its object for so long is gone, on whatever machine it was. By the clock of the store. */
const GONE_MS = 300_000;

/**
 * What a process has while it writes into a repository of backups. S3 has no writes under a condition that all servers know, so each
 * writer stores an object of its own and then looks for those of others: of two that begin at once, at least one sees the other.
 */
export class WriterLock {
  #isLost = false;
  #renewing: Promise<unknown> = Promise.resolve();
  readonly #timer: NodeJS.Timeout;

  private constructor(
    private readonly objects: ObjectStore,
    private readonly key: string,
  ) {
    this.#timer = setInterval(() => (this.#renewing = this.#renew().catch(() => {})), RENEW_MS).unref();
  }

  /** Throws `BackupFailedError` while another process writes. */
  static async acquire(objects: ObjectStore): Promise<WriterLock> {
    const key = `${LOCKS}${randomUUID()}`;
    await store(objects, key);
    try {
      await assertAlone(objects, key);
    } catch (error) {
      await objects.delete(key);
      throw error;
    }
    return new WriterLock(objects, key);
  }

  /** Before what others rely on. Throws `BackupFailedError` where another process took this one for gone. */
  async assertHeld(): Promise<void> {
    if (this.#isLost || !(await this.objects.head(this.key)))
      throw new BackupFailedError(
        `This process stood still for minutes, and another one has begun to work in ${this.objects.address}. Try again.`,
      );
  }

  async release(): Promise<void> {
    clearInterval(this.#timer);
    await this.#renewing;
    await this.objects.delete(this.key);
  }

  async #renew(): Promise<void> {
    if (await this.objects.head(this.key)) await store(this.objects, this.key);
    else this.#isLost = true;
  }
}

const store = (objects: ObjectStore, key: string): Promise<void> =>
  objects.put(key, bytesSource(Buffer.from(JSON.stringify(thisOwner()))));

async function assertAlone(objects: ObjectStore, own: string): Promise<void> {
  const locks = new Map<string, number>();
  for await (const { key, modifiedAt } of objects.list(LOCKS)) locks.set(key, modifiedAt.getTime());
  const nowMs = locks.get(own) ?? Date.now();
  for (const [key, renewedMs] of locks) {
    if (key === own) continue;
    const owner = await ownerOf(objects, key);
    if (nowMs - renewedMs > GONE_MS || (owner && !isWriterActive(owner))) await objects.delete(key);
    else if (owner)
      throw new BackupFailedError(
        `Process ${owner.pid} on ${owner.host} works in ${objects.address}. If it does not any more, wait five minutes or remove ${key} there.`,
      );
  }
}

/** Null where it has just ended. */
async function ownerOf(objects: ObjectStore, key: string): Promise<VersionOwner | null> {
  try {
    return JSON.parse((await buffer(await objects.get(key))).toString()) as VersionOwner;
  } catch (error) {
    if (error instanceof ObjectMissingError) return null;
    throw error;
  }
}
