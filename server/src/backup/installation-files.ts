import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { FolderStore } from '../storage/objects/folder-store.ts';
import { OWNER_KEY } from '../storage/objects/open-objects.ts';
import type { ByteRange, ObjectStore } from '../storage/objects/object-store.ts';

/** Folders of `DATA_DIR` that operators fill, besides `files`. */
const OPERATORS = ['layers', 'geoids', 'datum-grids'];

/** Not of the installation's data: what is being received, builds of the web app, and marks of the store itself. */
const LEFT_OUT = /^(?:incoming|builds|probes)\/|\.part$/;

export interface InstallationFile {
  /** Below `DATA_DIR`. */
  readonly path: string;
  readonly sizeBytes: number;
  readonly modifiedMs: number;
}

/** All files of an installation that a backup has, wherever they are stored. */
export class InstallationFiles {
  readonly #stores: ReadonlyMap<string, ObjectStore>;

  constructor(dataDir: string, objects: ObjectStore) {
    this.#stores = new Map([
      ['files', objects],
      ...OPERATORS.map((name) => [name, new FolderStore(join(resolve(dataDir), name))] as const),
    ]);
  }

  async list(): Promise<InstallationFile[]> {
    const files = new Map<string, InstallationFile>();
    for (const [root, store] of this.#stores)
      for await (const { key, sizeBytes, modifiedAt } of store.list('')) {
        const path = `${root}/${key}`;
        // Two stores list what both have twice; the first is read.
        if (LEFT_OUT.test(key) || key === OWNER_KEY || files.has(path)) continue;
        files.set(path, { path, sizeBytes, modifiedMs: modifiedAt.getTime() });
      }
    return [...files.values()];
  }

  /** Throws `ObjectMissingError`. */
  get(path: string, range?: ByteRange): Promise<Readable> {
    const slash = path.indexOf('/');
    return this.#stores.get(path.slice(0, slash))!.get(path.slice(slash + 1), range);
  }
}
