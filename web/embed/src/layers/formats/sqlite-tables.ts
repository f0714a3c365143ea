/**
 * Reads tables of an SQLite database from its bytes (sqlite.org/fileformat2.html), to the extent that GeoPackages need: tables
 * with row ids. Indexes, views and a separate write-ahead log are ignored. All counts are checked against the length of the file,
 * so that a damaged file ends with an Error.
 */

export type SqliteValue = null | number | string | Uint8Array;

export interface SqliteTable {
  readonly columns: readonly string[];
  /** One value for each column, in the order of the columns. */
  readonly rows: Iterable<readonly SqliteValue[]>;
}

const MAGIC = 'SQLite format 3\0';
const LEAF = 0x0d;
const INTERIOR = 0x05;
const DEPTH_AT_MOST = 20;
const ENCODINGS: Readonly<Record<number, string>> = { 1: 'utf-8', 2: 'utf-16le', 3: 'utf-16be' };

interface Cell {
  readonly rowId: number;
  readonly payload: Uint8Array;
}

/** The tables of a database. Throws an Error if the bytes are not a database. */
export class SqliteFile {
  private readonly view: DataView;
  private readonly pageSize: number;
  private readonly usable: number;
  private readonly decoder: TextDecoder;
  /** Root page and CREATE TABLE statement of each table. */
  private readonly roots = new Map<string, { readonly page: number; readonly sql: string }>();

  constructor(private readonly bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (bytes.length < 512 || new TextDecoder('latin1').decode(bytes.subarray(0, 16)) !== MAGIC)
      throw new Error('It is no SQLite database.');
    const size = this.view.getUint16(16);
    this.pageSize = size === 1 ? 65_536 : size;
    this.usable = this.pageSize - bytes[20]!;
    const encoding = ENCODINGS[this.view.getUint32(56) || 1];
    if (this.pageSize < 512 || this.usable < 480 || !encoding) throw new Error('Its header is damaged.');
    this.decoder = new TextDecoder(encoding);
    for (const [type, name, , page, sql] of this.rowsAt(1))
      if (type === 'table' && typeof name === 'string' && typeof page === 'number' && typeof sql === 'string')
        this.roots.set(name.toLowerCase(), { page, sql });
  }

  /** Returns a table by its name (case-insensitive); null if it does not exist. */
  table(name: string): SqliteTable | null {
    const root = this.roots.get(name.toLowerCase());
    if (!root) return null;
    const { columns, rowIdColumn, defaults } = columnsOf(root.sql);
    return { columns, rows: this.rowsAt(root.page, columns.length, rowIdColumn, defaults) };
  }

  private *rowsAt(
    root: number,
    width = 5,
    rowIdColumn = -1,
    defaults: readonly SqliteValue[] = [],
  ): Generator<readonly SqliteValue[]> {
    for (const { rowId, payload } of this.cells(root, new Set(), 0)) {
      const values = this.record(payload);
      // A row that is older than a column has the default of the column.
      while (values.length < width) values.push(defaults[values.length] ?? null);
      if (rowIdColumn >= 0) values[rowIdColumn] ??= rowId;
      yield values;
    }
  }

  private *cells(page: number, seen: Set<number>, depth: number): Generator<Cell> {
    const start = this.startOf(page);
    if (seen.has(page) || depth > DEPTH_AT_MOST) throw new Error('Its pages refer to each other in a circle.');
    seen.add(page);
    const header = page === 1 ? start + 100 : start;
    const type = this.bytes[header]!;
    if (type !== LEAF && type !== INTERIOR) throw new Error('One of its tables is damaged, or has no row ids.');
    const pointers = header + (type === LEAF ? 8 : 12);
    const count = this.view.getUint16(header + 3);
    for (let i = 0; i < count; i++) {
      const at = start + this.view.getUint16(pointers + 2 * i);
      if (type === LEAF) yield this.leafCell(at, start + this.usable);
      else yield* this.cells(this.view.getUint32(at), seen, depth + 1);
    }
    if (type === INTERIOR) yield* this.cells(this.view.getUint32(header + 8), seen, depth + 1);
  }

  private startOf(page: number): number {
    const start = (page - 1) * this.pageSize;
    if (page < 1 || start + this.pageSize > this.bytes.length) throw new Error('It ends too early.');
    return start;
  }

  private leafCell(at: number, pageEnd: number): Cell {
    const length = varint(this.bytes, at);
    const rowId = varint(this.bytes, length.end);
    const [size, from] = [length.value, rowId.end];
    if (size > this.bytes.length) throw new Error('A row of it is longer than the file.');
    const most = this.usable - 35;
    const least = Math.floor(((this.usable - 12) * 32) / 255) - 23;
    const kept = least + ((size - least) % (this.usable - 4));
    const local = size <= most ? size : kept <= most ? kept : least;
    if (from + local > pageEnd) throw new Error('A row of it is damaged.');
    if (local === size) return { rowId: rowId.value, payload: this.bytes.subarray(from, from + size) };
    const payload = new Uint8Array(size);
    payload.set(this.bytes.subarray(from, from + local));
    this.readOverflow(payload, local, this.view.getUint32(from + local));
    return { rowId: rowId.value, payload };
  }

  private readOverflow(payload: Uint8Array, begin: number, first: number): void {
    // Each page fills a further part of the payload, so that a cycle ends too.
    for (let filled = begin, page = first; filled < payload.length;) {
      const start = this.startOf(page);
      const part = Math.min(this.usable - 4, payload.length - filled);
      payload.set(this.bytes.subarray(start + 4, start + 4 + part), filled);
      filled += part;
      page = this.view.getUint32(start);
    }
  }

  private record(payload: Uint8Array): SqliteValue[] {
    const { value: headerSize, end } = varint(payload, 0);
    const values: SqliteValue[] = [];
    for (let at = end, body = headerSize; at < headerSize;) {
      const type = varint(payload, at);
      const length = lengthOf(type.value);
      if (body + length > payload.length) throw new Error('A row of it is damaged.');
      values.push(this.valueOf(type.value, payload.subarray(body, body + length)));
      at = type.end;
      body += length;
    }
    return values;
  }

  private valueOf(type: number, bytes: Uint8Array): SqliteValue {
    if (type === 0) return null;
    if (type === 8 || type === 9) return type - 8;
    if (type === 7) return new DataView(bytes.buffer, bytes.byteOffset, 8).getFloat64(0);
    if (type < 7) return integer(bytes);
    return type % 2 === 0 ? bytes : this.decoder.decode(bytes);
  }
}

/** Size of a value by its serial type, bytes. */
function lengthOf(type: number): number {
  if (type >= 12) return Math.floor((type - 12) / 2);
  return [0, 1, 2, 3, 4, 6, 8, 8, 0, 0][type] ?? 0;
}

/** Signed, big-endian; above 2^53 the nearest double. */
function integer(bytes: Uint8Array): number {
  let value = (bytes[0]! << 24) >> 24;
  for (const byte of bytes.subarray(1)) value = value * 256 + byte;
  return value;
}

/** Big-endian groups of seven bits, at most nine bytes. The ninth byte has eight bits; 64-bit values are read as signed. */
function varint(bytes: Uint8Array, at: number): { value: number; end: number } {
  let value = 0n;
  for (let i = 0; i < 9; i++) {
    const byte = bytes[at + i];
    if (byte === undefined) throw new Error('It ends too early.');
    if (i === 8) return { value: Number(BigInt.asIntN(64, (value << 8n) | BigInt(byte))), end: at + 9 };
    value = (value << 7n) | BigInt(byte & 0x7f);
    if (byte < 0x80) return { value: Number(value), end: at + i + 1 };
  }
  throw new Error('It ends too early.');
}

const CONSTRAINT = /^(?:constraint|primary|unique|check|foreign)\b/i;
const QUOTED = /^(?:"((?:[^"]|"")*)"|`((?:[^`]|``)*)`|\[([^\]]*)\])/;

/**
 * Returns the column names of a CREATE TABLE statement, their defaults, and the index of the column that is an alias of the row id
 * (-1 for none).
 */
export function columnsOf(sql: string): { columns: string[]; rowIdColumn: number; defaults: SqliteValue[] } {
  const columns: string[] = [];
  const defaults: SqliteValue[] = [];
  let rowIdColumn = -1;
  for (const part of partsOf(sql)) {
    const quoted = QUOTED.exec(part);
    if (!quoted && CONSTRAINT.test(part)) continue;
    const name = quoted ? (quoted[1] ?? quoted[2] ?? quoted[3] ?? '') : part.split(/\s/, 1)[0]!;
    const rest = part.slice(quoted ? quoted[0].length : name.length);
    if (/^\s*integer\b.*\bprimary\s+key\b/is.test(rest)) rowIdColumn = columns.length;
    columns.push(name.replaceAll('""', '"'));
    defaults.push(defaultOf(rest));
  }
  return { columns, rowIdColumn, defaults };
}

const DEFAULT =
  /\bdefault\s*(?:\(\s*)*(?:'((?:[^']|'')*)'|"([^"]*)"|([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)|(true|false)\b)/i;

/** The constant that the definition of a column names as its default; null for none and for expressions. */
function defaultOf(definition: string): SqliteValue {
  const match = DEFAULT.exec(definition);
  if (!match) return null;
  const [, text, quoted, number, truth] = match;
  const isText = /^\s*\w*(?:char|clob|text)/i.test(definition);
  if (number !== undefined) return isText ? number : Number(number);
  if (truth !== undefined) return truth.toLowerCase() === 'true' ? 1 : 0;
  return text?.replaceAll("''", "'") ?? quoted ?? null;
}

/** Splits the text of the outer parentheses at its commas. */
function partsOf(sql: string): string[] {
  const parts: string[] = [''];
  let depth = 0;
  for (const [token] of sql.matchAll(/"(?:[^"]|"")*"|'(?:[^']|'')*'|`[^`]*`|\[[^\]]*\]|--[^\n]*|[\s\S]/g)) {
    if (token.startsWith('--')) continue;
    if (token === '(' && depth++ === 0) {
      parts.splice(0, parts.length, '');
      continue;
    }
    if (token === ')' && --depth === 0) break;
    if (token === ',' && depth === 1) parts.push('');
    else parts[parts.length - 1] += token;
  }
  return parts.map((part) => part.trim()).filter(Boolean);
}
