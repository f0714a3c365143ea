import { createHash } from 'node:crypto';

/** A GUID that is the same for the same names (RFC 9562 §5.5, version 5, within the GUID `namespace`). */
export function nameGuid(namespace: string, ...names: readonly (string | number)[]): string {
  const hash = createHash('sha1')
    .update(Buffer.from(namespace.replaceAll('-', ''), 'hex'))
    .update(names.join('\n'))
    .digest();
  hash[6] = (hash[6]! & 0x0f) | 0x50;
  hash[8] = (hash[8]! & 0x3f) | 0x80;
  return hash.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
