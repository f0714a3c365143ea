import { PGlite } from '@electric-sql/pglite';
import { letOthersRun } from './event-loop.ts';

type ExecOptions = Parameters<PGlite['execProtocolRaw']>[1];

/**
 * PGlite that lets the event loop turn between messages to the database. It answers without leaving the thread, so a loop of
 * awaited statements would otherwise hold every other request until its end. All statements pass here, those of transactions
 * included, and while it waits the others keep their order: each holds PGlite's own lock.
 */
export class TurningPGlite extends PGlite {
  override async execProtocolRaw(message: Uint8Array, options?: ExecOptions): Promise<Uint8Array> {
    await letOthersRun();
    return super.execProtocolRaw(message, options);
  }
}
