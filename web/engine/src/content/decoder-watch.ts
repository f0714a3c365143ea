import type { DecodingReply } from './content-protocol.ts';

/**
 * The longest that a compiled decoder may take. Tiles take milliseconds; damaged Draco data has held a decoder for
 * tens of seconds on a busy machine, and some might never return.
 */
const DECODING_LONGEST_MS = 30_000;

/** Watches the decoders of one worker: `onHung` is called with the load whose decoder does not return. */
export class DecoderWatch {
  readonly #running = new Map<number, { decoders: number; timer: ReturnType<typeof setTimeout> }>();

  constructor(readonly onHung: (id: number) => void) {}

  report({ id, decoding }: DecodingReply): void {
    const decoders = (this.#running.get(id)?.decoders ?? 0) + (decoding ? 1 : -1);
    this.forget(id);
    if (decoders <= 0) return;
    const timer = setTimeout(() => this.onHung(id), DECODING_LONGEST_MS);
    this.#running.set(id, { decoders, timer });
  }

  forget(id: number): void {
    clearTimeout(this.#running.get(id)?.timer);
    this.#running.delete(id);
  }

  /** Watches nothing any more. */
  clear(): void {
    for (const id of this.#running.keys()) this.forget(id);
  }
}
