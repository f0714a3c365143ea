import type { Readable } from 'node:stream';
import {
  type ByteRange,
  type ListedObject,
  type ObjectFacts,
  ObjectMissingError,
  type ObjectSource,
  type ObjectStore,
} from './object-store.ts';

/**
 * A store, and the one that it replaces: what it does not have is read there, so that objects can be moved while people work. New objects
 * go to the new one only; both forget what is deleted. Lists have an object that both have twice.
 */
export class TwoStores implements ObjectStore {
  readonly address: string;

  constructor(
    readonly store: ObjectStore,
    readonly former: ObjectStore,
  ) {
    this.address = store.address;
  }

  put(key: string, source: ObjectSource, signal?: AbortSignal): Promise<void> {
    return this.store.put(key, source, signal);
  }

  takeFile(key: string, path: string, sha256?: string): Promise<void> {
    return this.store.takeFile(key, path, sha256);
  }

  takeFolder(prefix: string, folder: string): Promise<void> {
    return this.store.takeFolder(prefix, folder);
  }

  sync(prefix: string): Promise<void> {
    return this.store.sync(prefix);
  }

  get(key: string, range?: ByteRange): Promise<Readable> {
    return this.#inEither(key, (store) => store.get(key, range));
  }

  withFile<T>(key: string, use: (path: string) => Promise<T>): Promise<T> {
    return this.#inEither(key, (store) => store.withFile(key, use));
  }

  async head(key: string): Promise<ObjectFacts | null> {
    return (await this.store.head(key)) ?? this.former.head(key);
  }

  async delete(key: string): Promise<void> {
    await this.former.delete(key);
    await this.store.delete(key);
  }

  async *list(prefix: string): AsyncGenerator<ListedObject> {
    yield* this.store.list(prefix);
    yield* this.former.list(prefix);
  }

  async *names(prefix: string): AsyncGenerator<string> {
    yield* this.store.names(prefix);
    yield* this.former.names(prefix);
  }

  async removeUnfinished(beforeMs: number): Promise<void> {
    await this.store.removeUnfinished(beforeMs);
    await this.former.removeUnfinished(beforeMs);
  }

  close(): void {
    this.store.close();
    this.former.close();
  }

  async #inEither<T>(key: string, read: (store: ObjectStore) => Promise<T>): Promise<T> {
    try {
      return await read(this.store);
    } catch (error) {
      // What `read` misses further inside is its own affair.
      if (!(error instanceof ObjectMissingError && error.key === key)) throw error;
    }
    // It may be moved at this moment: it is complete in the new store before it leaves the former one.
    return read(this.former).catch((error: unknown) => {
      if (!(error instanceof ObjectMissingError && error.key === key)) throw error;
      return read(this.store);
    });
  }
}

/** The objects of a store that are not in the folder of files. */
export async function* listElsewhere(objects: ObjectStore): AsyncGenerator<ListedObject> {
  if (objects instanceof TwoStores) yield* objects.store.list('');
}
