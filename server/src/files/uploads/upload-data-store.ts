import type { Readable } from 'node:stream';
import { DataStore, Upload } from '@tus/server';
import { eq } from 'drizzle-orm';
import { type Db, isDiskLow } from '@overlook/db';
import { uploads } from '@overlook/db/schema';
import { UPLOADS } from '@overlook/shared/config';
import { UPLOADS_MESSAGES } from '@overlook/shared/messages';
import { WrongFileListError } from '@overlook/shared/uploads';
import { noteReceived } from '../../domains/uploads/receive-bytes.ts';
import { diskFull, invalid, notFound } from '../../errors/app-error.ts';
import { diskTrouble } from '../../errors/publish-fs.ts';
import { said } from '../../errors/said.ts';
import { receivedBytes, segmentsOf, uploadFolder } from '../../storage/uploads/upload-folder.ts';
import { PathRefusedError, writeSegments } from '../../storage/uploads/write-segments.ts';

interface Stores {
  readonly db: Db;
  /** `<DATA_DIR>/files` */
  readonly filesDir: string;
}

/**
 * Where tus keeps the bytes of deliveries: each file of the list in a file of its own, so that nothing is unpacked or copied
 * afterwards. Deliveries are made by `uploads.create`. Its methods throw `AppError`.
 */
export class UploadDataStore extends DataStore {
  readonly #stores: Stores;

  constructor(stores: Stores) {
    super();
    this.#stores = stores;
  }

  override async getUpload(id: string): Promise<Upload> {
    const { db, filesDir } = this.#stores;
    const row = await this.#row(id);
    if (row.state !== 'receiving') return new Upload({ id, size: row.bytes, offset: row.bytes });
    const folder = uploadFolder(filesDir, id);
    const offset = await receivedBytes(folder, await inWords(() => segmentsOf(folder, row)));
    // The process may have ended between the last byte and the note of it.
    if (offset === row.bytes) await noteReceived(db, id, offset);
    return new Upload({ id, size: row.bytes, offset });
  }

  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    const { db, filesDir } = this.#stores;
    const row = await this.#row(id);
    if (row.state !== 'receiving') return row.bytes;
    if (isDiskLow(filesDir)) throw diskFull();
    const folder = uploadFolder(filesDir, id);
    const pieces = () => segmentsOf(folder, row);
    const reached = await inWords(() => writeSegments(stream, { folder, pieces, offset }));
    await noteReceived(db, id, reached);
    return reached;
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
    if (error instanceof WrongFileListError) throw wrongList(error);
    if (error instanceof PathRefusedError)
      throw invalid(said(UPLOADS_MESSAGES, 'uploads.pathWrong', { path: error.file }));
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw notFound(UPLOADS_MESSAGES['uploads.unknown']);
    throw diskTrouble(error) === null ? error : diskFull(error);
  }
}

function wrongList({ line, reason, text }: WrongFileListError) {
  const reasons = {
    lineWrong: UPLOADS_MESSAGES['uploads.lineWrong'],
    listShort: UPLOADS_MESSAGES['uploads.listShort'],
    pathWrong: said(UPLOADS_MESSAGES, 'uploads.pathWrong', { path: text }).text,
    pathTwice: said(UPLOADS_MESSAGES, 'uploads.pathTwice', { path: text }).text,
    sizeWrong: said(UPLOADS_MESSAGES, 'uploads.sizeWrong', { path: text }).text,
    partWrong: said(UPLOADS_MESSAGES, 'uploads.partWrong', { part: text }).text,
    tooMany: said(UPLOADS_MESSAGES, 'uploads.tooManyFiles', { count: UPLOADS.filesMost }).text,
  };
  return invalid(said(UPLOADS_MESSAGES, 'uploads.listWrong', { line, reason: reasons[reason] }));
}
