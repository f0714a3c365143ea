import { readSync } from 'node:fs';

/** Reads this many bytes of a file from an offset; fewer at its end. */
export type ReadStep = (offset: number, size: number) => Uint8Array;

const [STAR, DOLLAR] = [0x2a, 0x24];

/**
 * Reads a STEP file with `$` for each attribute without a value and `*` for each that its class derives. Some programs
 * write `*` for both, and web-ifc skips a `*`: all later attributes of the line would be read as their neighbours.
 * `misplaced` are the bytes to exchange, ascending.
 */
export function withUnsetAttributes(fd: number, misplaced: readonly number[]): ReadStep {
  return (offset, size) => {
    const buffer = new Uint8Array(size);
    const bytes = buffer.subarray(0, readSync(fd, buffer, 0, size, offset));
    for (let i = firstFrom(misplaced, offset); i < misplaced.length && misplaced[i]! < offset + bytes.length; i++) {
      const at = misplaced[i]! - offset;
      bytes[at] = bytes[at] === STAR ? DOLLAR : STAR;
    }
    return bytes;
  };
}

/** Index of the first number that is not below `least`; the list's length where there is none. */
function firstFrom(ascending: readonly number[], least: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ascending[middle]! < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
