import { readSync, writeSync } from 'node:fs';

/** Fills `bytes` from a place in an open file that this program wrote. */
export function readFully(file: number, bytes: Uint8Array, place: number): void {
  for (let done = 0; done < bytes.length;) {
    const read = readSync(file, bytes, done, bytes.length - done, place + done);
    if (read === 0) throw new Error('A temporary file of the build is shorter than what was written to it.');
    done += read;
  }
}

/**
 * Writes all of `bytes`, at the end of the file or at `place`. A disk that becomes full writes a part and refuses the
 * next call.
 */
export function writeFully(file: number, bytes: Uint8Array, place: number | null): void {
  for (let done = 0; done < bytes.length;)
    done += writeSync(file, bytes, done, bytes.length - done, place === null ? null : place + done);
}
