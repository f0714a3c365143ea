import { type Float64Mat4, toMat4 } from '../maths/matrix.ts';
/**
 * How many points a cloud has in each cell of a sparse grid, for estimates of the points in a box before points are
 * read. Axes are those of the cloud's own coordinates; `ecefToCell` converts to them.
 */
export interface CountGrid {
  /** 4 × 4, column-major: ECEF metres to cells, fitted at the middle of the cloud. */
  readonly ecefToCell: Float64Mat4;
  /** Side of a cell, metres. */
  readonly cellM: number;
  /** Metres, in the order of `counts`. */
  readonly densities: readonly number[];
  /** Cells with points: their numbers on the axes, flat arrays of the same length. Sorted by z, then y, then x. */
  readonly x: Uint16Array;
  readonly y: Uint16Array;
  readonly z: Uint16Array;
  /** For each density, the points of each cell that an export at it has. */
  readonly counts: readonly Uint32Array[];
}

/**
 * The file of a grid (docs/point-store.md), little-endian: a head, the densities, then one number per cell for the
 * places, one per cell for the counts at the first density, and so on. Numbers are LEB128: seven bits per byte, the
 * lowest first, bit 7 set where more follow. A place is x + 2^axisBits · y + 4^axisBits · z minus that of the cell
 * before, minus 1; that of the first cell is whole.
 */
const HEAD = { magic: 0, version: 4, axisBits: 8, densities: 12, cells: 16, cellM: 24, ecefToCell: 32 } as const;
const HEAD_BYTES = 160;
const MAGIC = 0x4750564f; // "OVPG"
const VERSION = 1;
const DENSITIES_MOST = 32;
const AXIS_BITS_MOST = 16;
/** Most bytes of one number: places have up to 48 bits. */
const NUMBER_BYTES_MOST = 7;

/** The bytes of the file. Throws `RangeError` where cells are not sorted. */
export function encodeCountGrid(grid: CountGrid): Uint8Array<ArrayBuffer> {
  const { x, y, z, densities, counts } = grid;
  const axisBits = axisBitsOf(grid);
  const headBytes = HEAD_BYTES + 8 * densities.length;
  const bytes = new Uint8Array(headBytes + x.length * (NUMBER_BYTES_MOST + 5 * densities.length));
  const view = new DataView(bytes.buffer);
  view.setUint32(HEAD.magic, MAGIC, true);
  view.setUint32(HEAD.version, VERSION, true);
  view.setUint32(HEAD.axisBits, axisBits, true);
  view.setUint32(HEAD.densities, densities.length, true);
  view.setUint32(HEAD.cells, x.length, true);
  view.setFloat64(HEAD.cellM, grid.cellM, true);
  for (let at = 0; at < 16; at++) view.setFloat64(HEAD.ecefToCell + 8 * at, grid.ecefToCell[at]!, true);
  for (const [at, density] of densities.entries()) view.setFloat64(HEAD_BYTES + 8 * at, density, true);
  let end = headBytes;
  let before = -1;
  for (let cell = 0; cell < x.length; cell++) {
    const place = x[cell]! + 2 ** axisBits * (y[cell]! + 2 ** axisBits * z[cell]!);
    if (place <= before) throw new RangeError('The cells of a count grid must be sorted.');
    end = writeNumber(bytes, end, place - before - 1);
    before = place;
  }
  for (const column of counts) for (let cell = 0; cell < x.length; cell++) end = writeNumber(bytes, end, column[cell]!);
  return bytes.slice(0, end);
}

/**
 * The grid of a file. Throws `RangeError` with a sentence for bytes that are no grid, are cut off or continue after the
 * end.
 */
export function decodeCountGrid(bytes: Uint8Array): CountGrid {
  const { axisBits, cells, densities, cellM, ecefToCell } = readHead(bytes);
  const reader = numberReader(bytes, HEAD_BYTES + 8 * densities.length);
  const [x, y, z] = [new Uint16Array(cells), new Uint16Array(cells), new Uint16Array(cells)];
  const side = 2 ** axisBits;
  const places = side ** 3;
  let place = -1;
  let [row, rowStart] = [-1, -side];
  for (let cell = 0; cell < cells; cell++) {
    place += reader.next() + 1;
    if (place >= places) throw new RangeError('A cell of the count grid is outside it.');
    if (place - rowStart >= side) {
      row = Math.floor(place / side);
      rowStart = row * side;
    }
    x[cell] = place - rowStart;
    y[cell] = row % side;
    z[cell] = Math.floor(row / side);
  }
  const counts = densities.map(() => {
    const column = new Uint32Array(cells);
    for (let cell = 0; cell < cells; cell++) {
      const count = reader.next();
      if (count > 0xffffffff) throw new RangeError('A number of the count grid is too large.');
      column[cell] = count;
    }
    return column;
  });
  if (reader.at() !== bytes.length) throw new RangeError('The count grid goes on after its end.');
  return { ecefToCell, cellM, densities, x, y, z, counts };
}

/** Bits that hold the number of any cell. */
function axisBitsOf({ x, y, z }: CountGrid): number {
  let all = 1;
  for (let cell = 0; cell < x.length; cell++) all |= x[cell]! | y[cell]! | z[cell]!;
  return 32 - Math.clz32(all);
}

function readHead(bytes: Uint8Array) {
  if (bytes.length < HEAD_BYTES) throw new RangeError('The count grid is cut off.');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(HEAD.magic, true) !== MAGIC) throw new RangeError('This is no count grid.');
  const version = view.getUint32(HEAD.version, true);
  if (version !== VERSION)
    throw new RangeError(`The count grid has version ${version}, this program reads ${VERSION}.`);
  const axisBits = view.getUint32(HEAD.axisBits, true);
  const cells = view.getUint32(HEAD.cells, true);
  const count = view.getUint32(HEAD.densities, true);
  if (axisBits === 0 || axisBits > AXIS_BITS_MOST || count === 0 || count > DENSITIES_MOST)
    throw new RangeError('The head of the count grid is damaged.');
  // Each number takes at least one byte, so a wrong count allocates nothing.
  if (HEAD_BYTES + 8 * count + cells * (1 + count) > bytes.length) throw new RangeError('The count grid is cut off.');
  const double = (at: number) => view.getFloat64(at, true);
  const ecefToCell = toMat4(Array.from({ length: 16 }, (_, at) => double(HEAD.ecefToCell + 8 * at)));
  const densities = Array.from({ length: count }, (_, at) => double(HEAD_BYTES + 8 * at));
  const cellM = double(HEAD.cellM);
  if (![...ecefToCell, ...densities, cellM].every(Number.isFinite) || !(cellM > 0))
    throw new RangeError('The head of the count grid is damaged.');
  return { axisBits, cells, densities, cellM, ecefToCell };
}

function writeNumber(bytes: Uint8Array, at: number, value: number): number {
  let rest = value;
  let end = at;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes[end++] = (rest % 128) | 128;
  bytes[end++] = rest;
  return end;
}

function numberReader(bytes: Uint8Array, start: number) {
  let at = start;
  const next = () => {
    // Nearly all numbers have one byte or two, and most of the time goes into reading them.
    const first = bytes[at]!;
    if (first < 128) return (at++, first);
    const second = bytes[at + 1]!;
    if (second < 128) return ((at += 2), (first & 127) + 128 * second);
    return long();
  };
  const long = () => {
    let value = 0;
    for (let shift = 0; shift < NUMBER_BYTES_MOST; shift++) {
      const byte = bytes[at++];
      if (byte === undefined) throw new RangeError('The count grid is cut off.');
      value += (byte & 127) * 128 ** shift;
      if (byte < 128) return value;
    }
    throw new RangeError('A number of the count grid is too large.');
  };
  return { next, at: () => at };
}
