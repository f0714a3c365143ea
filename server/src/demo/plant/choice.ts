import { createHash } from 'node:crypto';

/** 16 bytes that depend on the text only. */
const digest = (text: string): Buffer => createHash('sha1').update(text).digest().subarray(0, 16);

/** One of the options; it depends on the text only. */
export const choice = <T>(text: string, options: readonly [T, ...T[]]): T =>
  options[digest(text).readUInt32LE(0) % options.length]!;

/** A whole number from `least` to `most`, it depends on the text only. */
export const numberOf = (text: string, least: number, most: number): number =>
  least + (digest(text).readUInt32LE(4) % (most - least + 1));

/** A text's own GUID (RFC 9562, version 8). */
export function guidOf(text: string): string {
  const bytes = Buffer.from(digest(text));
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
