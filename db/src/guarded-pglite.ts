import type { QueryOptions, Results, Transaction } from '@electric-sql/pglite';
import type { DiskGuard } from './disk-space.ts';
import { DiskFullError } from './errors.ts';
import { TurningPGlite } from './turning-pglite.ts';

/** SQLSTATE of a change in a transaction that may only read. */
const READ_ONLY = '25006';

const isReadOnlyRefusal = (error: unknown) => error instanceof Error && 'code' in error && error.code === READ_ONLY;

/** PGlite that only reads while its disk is nearly full: then changes throw `DiskFullError`. */
export class GuardedPGlite extends TurningPGlite {
  #guard: DiskGuard | null = null;
  #isReadOnly = false;

  /** Begins to watch. Until then, while the database is opened and migrated, everything passes. */
  watchDisk(guard: DiskGuard): void {
    this.#guard = guard;
  }

  async #adapt(): Promise<void> {
    const isLow = this.#guard?.isLow() ?? false;
    if (isLow === this.#isReadOnly) return;
    this.#isReadOnly = isLow;
    await super.exec(`set default_transaction_read_only = ${isLow ? 'on' : 'off'}`);
  }

  override async query<T>(text: string, params?: unknown[], options?: QueryOptions): Promise<Results<T>> {
    await this.#adapt();
    try {
      return await super.query<T>(text, params, options);
    } catch (error) {
      throw isReadOnlyRefusal(error) ? new DiskFullError() : error;
    }
  }

  override async transaction<T>(run: (tx: Transaction) => Promise<T>): Promise<T> {
    await this.#adapt();
    return super.transaction((tx) => {
      const query = tx.query.bind(tx);
      const guarded: Transaction['query'] = async (text, params, options) => {
        // A long import may fill the disk itself: its transaction ends here, and its changes are undone.
        if (this.#guard?.isLow() && !this.#isReadOnly) throw new DiskFullError();
        try {
          return await query(text, params, options);
        } catch (error) {
          throw isReadOnlyRefusal(error) ? new DiskFullError() : error;
        }
      };
      return run(Object.assign(Object.create(tx) as Transaction, { query: guarded }));
    });
  }
}
