/** Reads the attribute table of a Shapefile (dBASE III to 7, without memo files). */

export interface DbfRow {
  readonly isDeleted: boolean;
  readonly properties: Readonly<Record<string, unknown>>;
}

interface Field {
  readonly name: string;
  readonly type: string;
  readonly at: number;
  readonly length: number;
}

const DELETED = 0x2a;
const FIELD_BYTES = 32;
const END_OF_FIELDS = 0x0d;
/** More digits than a double keeps. */
const DIGITS_AT_MOST = 15;
/** Memo and object fields refer to another file. */
const ELSEWHERE = /[MGPB]/;

/** The byte that names the code page of the texts (language driver). */
export const languageDriverOf = (bytes: Uint8Array): number => bytes[29] ?? 0;

/** All rows, deleted ones included: a row belongs to the shape with its index. Throws an Error for a damaged header. */
export function dbfRows(bytes: Uint8Array, decode: (bytes: Uint8Array) => string): DbfRow[] {
  if (bytes.length < FIELD_BYTES + 1) throw new Error('Its table (.dbf) is damaged.');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [claimed, start, size] = [view.getUint32(4, true), view.getUint16(8, true), view.getUint16(10, true)];
  if (size < 1 || start < FIELD_BYTES) throw new Error('Its table (.dbf) is damaged.');
  const fields = fieldsOf(bytes.subarray(0, start), size, decode);
  const count = Math.max(0, Math.min(claimed, Math.floor((bytes.length - start) / size)));
  return Array.from({ length: count }, (_, i) => {
    const row = bytes.subarray(start + i * size, start + (i + 1) * size);
    const entries = fields.map((field) => [field.name, valueOf(field, row, decode)] as const);
    return { isDeleted: row[0] === DELETED, properties: Object.fromEntries(entries) };
  });
}

function fieldsOf(header: Uint8Array, rowBytes: number, decode: (bytes: Uint8Array) => string): Field[] {
  const fields: Field[] = [];
  let at = 1;
  for (let i = FIELD_BYTES; i + FIELD_BYTES <= header.length && header[i] !== END_OF_FIELDS; i += FIELD_BYTES) {
    const type = String.fromCharCode(header[i + 11]!);
    // Texts of more than 255 bytes have the upper byte of their length where numbers have their decimals.
    const length = header[i + 16]! + (type === 'C' ? 256 * header[i + 17]! : 0);
    if (at + length > rowBytes) throw new Error('Its table (.dbf) is damaged.');
    const name = textOf(header.subarray(i, i + 11), decode) || `column ${fields.length + 1}`;
    if (!ELSEWHERE.test(type) && type !== '0') fields.push({ name, type, at, length });
    at += length;
  }
  return fields;
}

/** Texts end at the first NUL: some programs leave old bytes after it. */
function textOf(bytes: Uint8Array, decode: (bytes: Uint8Array) => string): string {
  const end = bytes.indexOf(0);
  return decode(end < 0 ? bytes : bytes.subarray(0, end)).trim();
}

function valueOf({ type, at, length }: Field, row: Uint8Array, decode: (bytes: Uint8Array) => string): unknown {
  const bytes = row.subarray(at, at + length);
  if (type === 'I' && length === 4) return new DataView(bytes.buffer, bytes.byteOffset, 4).getInt32(0, true);
  if (type === 'O' && length === 8) return new DataView(bytes.buffer, bytes.byteOffset, 8).getFloat64(0, true);
  const text = textOf(bytes, decode);
  if (text === '') return null;
  if (type === 'N' || type === 'F') return numberOf(text);
  if (type === 'L') return /^[ty]$/i.test(text) ? true : /^[fn]$/i.test(text) ? false : null;
  if (type === 'D') return text.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');
  return text;
}

/** Asterisks stand for a number that did not fit. A number with more digits than a double keeps stays a text. */
function numberOf(text: string): number | string | null {
  if (/^\*+$/.test(text)) return null;
  const digits = text.replaceAll(/\D/g, '').replace(/^0+/, '');
  const value = Number(text.replace(',', '.'));
  return Number.isFinite(value) && (digits.length <= DIGITS_AT_MOST || /[.,]/.test(text)) ? value : text;
}
