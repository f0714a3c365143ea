import type { Readable } from 'node:stream';
import { DataStore, Upload } from '@tus/server';
import { eq } from 'drizzle-orm';
import { type Db, isDiskLow } from '@overlook/db';
import { uploads } from '@overlook/db/schema';
import { UPLOADS_MESSAGES } from '@overlook/shared/messages';
import { noteReceived } from '../../domains/uploads/receive-bytes.ts';
import { uploadRefusal } from '../../domains/uploads/upload-refusal.ts';
import { diskFull, notFound } from '../../errors/app-error.ts';
import { diskTrouble } from '../../errors/publish-fs.ts';
import { openUpload, type UploadStores } from '../../storage/uploads/stored-upload.ts';

type Stores = UploadStores & { readonly db: Db };

/**
 * Where tus keeps the bytes of deliveries: on the disk each file of the list in a file of its own, so that nothing is unpacked or copied
 * afterwards; in an object store in chunks. Deliveries are made by `uploads.create`. Its methods throw `AppError`.
 */
export class UploadDataStore extends DataStore {
  readonly #stores: Stores;

  constructor(stores: Stores) {
    super();
    this.#stores = stores;
  }

  override async getUpload(id: string): Promise<Upload> {
    const row = await this.#row(id);
    if (row.state !== 'receiving') return new Upload({ id, size: row.bytes, offset: row.bytes });
    const upload = await openUpload(this.#stores, row);
    const offset = await inWords(() => upload.received());
    // The process may have ended between the last byte and the note of it.
    if (offset === row.bytes) await noteReceived(this.#stores.db, id, offset);
    return new Upload({ id, size: row.bytes, offset });
  }

  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    const row = await this.#row(id);
    if (row.state !== 'receiving') return row.bytes;
    const upload = await openUpload(this.#stores, row);
    if (upload.isFolder && isDiskLow(this.#stores.filesDir)) throw diskFull();
    return inWords(() => upload.write(stream, offset, (reached) => noteReceived(this.#stores.db, id, reached)));
  }

  async #row(id: string) {
    const [row] = await this.#stores.db.select().from(uploads).where(eq(uploads.id, id));
    if (!row) throw notFound(UPLOADS_MESSAGES['uploads.unknown']);
    return row;
  }
}

/** What is wrong with the list or the disk, as a sentence for the sender. */
async function inWords<T>(step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    const refusal = uploadRefusal(error);
    if (refusal) throw refusal;
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw notFound(UPLOADS_MESSAGES['uploads.unknown']);
    throw diskTrouble(error) === null ? error : diskFull(error);
  }
}
