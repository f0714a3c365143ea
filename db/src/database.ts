import type { Db } from './db.ts';
import type { NoticeWatch } from './listen.ts';
import type { NoticeHandlers } from './notices.ts';

export type DatabaseKind = 'pglite' | 'postgres';

export interface Database {
  readonly db: Db;
  readonly kind: DatabaseKind;
  /**
   * Calls the handlers for every announced change in the database, by any process, and with null when some may have
   * been missed. Resolves when it listens. The embedded database announces no change of access: its only process knows
   * them.
   */
  watch(handlers: NoticeHandlers): Promise<NoticeWatch>;
  /** Closes connections and gives the data folder back. Safe to call twice. */
  close(): Promise<void>;
}
