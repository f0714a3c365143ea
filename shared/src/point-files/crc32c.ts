/**
 * CRC-32C (Castagnoli), as in iSCSI (RFC 3720 §12.1), in the pages of E57 (ASTM E2807) and in the rows of our store.
 * Eight bytes per step ("slicing by 8", Kounavis and Berry, 2008): `TABLES[256 k + b]` is the remainder of byte b
 * followed by k zero bytes.
 */

/** The polynomial 0x1EDC6F41, bits reversed. */
const POLYNOMIAL = 0x82f63b78;

const TABLES = crcTables();

function crcTables(): Int32Array {
  const tables = new Int32Array(8 * 256);
  for (let byte = 0; byte < 256; byte++) {
    let remainder = byte;
    for (let bit = 0; bit < 8; bit++) remainder = (remainder >>> 1) ^ (remainder & 1 ? POLYNOMIAL : 0);
    tables[byte] = remainder;
  }
  for (let at = 256; at < tables.length; at++) {
    const shorter = tables[at - 256]!;
    tables[at] = (shorter >>> 8) ^ tables[shorter & 255]!;
  }
  return tables;
}

/** An unsigned number of 32 bits. `previous` is the sum of the bytes before these, for data that comes in parts. */
export function crc32c(bytes: Uint8Array, previous = 0): number {
  let crc = ~previous;
  let at = 0;
  for (const last = bytes.length - 8; at <= last; at += 8) {
    const low = crc ^ (bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24));
    crc =
      TABLES[1792 + (low & 255)]! ^
      TABLES[1536 + ((low >>> 8) & 255)]! ^
      TABLES[1280 + ((low >>> 16) & 255)]! ^
      TABLES[1024 + (low >>> 24)]! ^
      TABLES[768 + bytes[at + 4]!]! ^
      TABLES[512 + bytes[at + 5]!]! ^
      TABLES[256 + bytes[at + 6]!]! ^
      TABLES[bytes[at + 7]!]!;
  }
  for (; at < bytes.length; at++) crc = (crc >>> 8) ^ TABLES[(crc ^ bytes[at]!) & 255]!;
  return ~crc >>> 0;
}
