import { closeSync, fsyncSync, openSync, rmSync } from 'node:fs';
import { writeFully } from '../whole-io.ts';

/** Blocks of this size are written fastest, bytes. */
const BUFFER_BYTES = 1 << 20;

/** A file that is written from its beginning to its end through a buffer; some of its bytes are replaced at the end. */
export class PartFile {
  readonly #path: string;
  readonly #buffer = Buffer.allocUnsafe(BUFFER_BYTES);
  #file: number | null;
  #buffered = 0;
  #written = 0;

  constructor(path: string) {
    this.#path = path;
    this.#file = openSync(path, 'w', 0o644);
  }

  /** Bytes that were appended. */
  get sizeBytes(): number {
    return this.#written + this.#buffered;
  }

  append(bytes: Uint8Array): void {
    for (let from = 0; from < bytes.length;) {
      const taken = Math.min(bytes.length - from, BUFFER_BYTES - this.#buffered);
      this.#buffer.set(bytes.subarray(from, from + taken), this.#buffered);
      this.#buffered += taken;
      from += taken;
      if (this.#buffered === BUFFER_BYTES) this.#flush();
    }
  }

  /** Replaces bytes that were appended before. */
  replace(bytes: Uint8Array, at: number): void {
    this.#flush();
    writeFully(this.#file!, bytes, at);
  }

  /** Makes the file safe against power loss and closes it. */
  finish(): void {
    this.#flush();
    fsyncSync(this.#file!);
    this.#close();
  }

  /** Closes and removes the file. Safe to call twice. */
  discard(): void {
    this.#close();
    rmSync(this.#path, { force: true });
  }

  #flush(): void {
    writeFully(this.#file!, this.#buffer.subarray(0, this.#buffered), this.#written);
    this.#written += this.#buffered;
    this.#buffered = 0;
  }

  #close(): void {
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
  }
}
