import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { deflateSync } from 'node:zlib';

/** A grid for tests: degrees, and the values of a node. */
export interface MadeGrid {
  readonly west: number;
  readonly south: number;
  readonly step: readonly [longitude: number, latitude: number];
  readonly columns: number;
  readonly rows: number;
  /** Metres of a geoid; or seconds of latitude, and of longitude to the east. */
  valueAt(longitude: number, latitude: number): readonly number[];
}

/** A grid of nine nodes around a place that has these values there; `slope` per degree, so that its nodes differ. */
export function gridAround(
  [longitude, latitude]: readonly [number, number],
  values: readonly number[],
  slope = 0.5,
): MadeGrid {
  // The place is no node.
  const [west, south] = [longitude - 0.0613, latitude - 0.0371];
  return {
    west,
    south,
    step: [0.05, 0.04],
    columns: 3,
    rows: 3,
    valueAt: (x, y) => values.map((value) => value + slope * (x - longitude) - 0.3 * slope * (y - latitude)),
  };
}

function valuesOf({ west, south, step, columns, rows, valueAt }: MadeGrid, column: number, row: number) {
  if (column >= columns || row >= rows) return [0, 0];
  return valueAt(west + column * step[0], south + row * step[1]);
}

/** Writes a file and the folder that it is in. */
export function put(file: string, bytes: Buffer): string {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, bytes);
  return file;
}

export function gtx(made: MadeGrid): Buffer {
  const { west, south, step, columns, rows } = made;
  const bytes = Buffer.alloc(40 + columns * rows * 4);
  [south, west, step[1], step[0]].forEach((value, i) => bytes.writeDoubleBE(value, i * 8));
  bytes.writeInt32BE(rows, 32);
  bytes.writeInt32BE(columns, 36);
  for (let i = 0; i < columns * rows; i++)
    bytes.writeFloatBE(valuesOf(made, i % columns, Math.floor(i / columns))[0]!, 40 + i * 4);
  return bytes;
}

/** An NTv2 file of some grids, little-endian as most are. */
export function ntv2(...grids: readonly MadeGrid[]): Buffer {
  const overview = Buffer.alloc(11 * 16);
  ['NUM_OREC', 'NUM_SREC', 'NUM_FILE', 'GS_TYPE'].forEach((name, i) => overview.write(name, i * 16, 'latin1'));
  [11, 11, grids.length].forEach((value, i) => overview.writeInt32LE(value, i * 16 + 8));
  overview.write('SECONDS ', 56, 'latin1');
  return Buffer.concat([overview, ...grids.map(subgrid)]);
}

function subgrid(made: MadeGrid): Buffer {
  const { west, south, step, columns, rows } = made;
  const bytes = Buffer.alloc((11 + columns * rows) * 16);
  bytes.write('SUB_NAMEmade    PARENT  NONE    ', 0, 'latin1');
  const [east, north] = [west + (columns - 1) * step[0], south + (rows - 1) * step[1]];
  // Longitudes are positive to the west.
  [south, north, -east, -west, step[1], step[0]].forEach((value, i) => bytes.writeDoubleLE(value * 3600, 72 + i * 16));
  bytes.writeInt32LE(columns * rows, 168);
  for (let i = 0; i < columns * rows; i++) {
    const [latitude, longitude] = valuesOf(made, columns - 1 - (i % columns), Math.floor(i / columns));
    bytes.writeFloatLE(latitude!, 176 + i * 16);
    bytes.writeFloatLE(-longitude!, 180 + i * 16);
  }
  return bytes;
}

export interface TiffKind {
  /** Tiles of 16 × 16 with Deflate and the predictor of floating point, as PROJ publishes; else one strip, not packed. */
  readonly isTiled?: boolean;
  readonly isBig?: boolean;
  /** Pixels are areas with their values in the middle. */
  readonly isArea?: boolean;
  readonly metadata?: string;
  readonly noData?: number;
  readonly compression?: number;
}

const TILE = 16;

/** The tag's number, its type of TIFF, and its values. */
type Tag = readonly [tag: number, type: 2 | 3 | 4 | 12, values: readonly number[] | string];

/** A little-endian TIFF or BigTIFF with one grid of one or two bands, each in blocks of its own. */
export function geotiff(made: MadeGrid, kind: TiffKind = {}): Buffer {
  const { west, south, step, columns, rows } = made;
  const { isTiled = true, isBig = false, isArea = false, metadata, noData } = kind;
  const bands = made.valueAt(west, south).length;
  const north = south + (rows - 1) * step[1];
  const half = isArea ? 0.5 : 0;
  const blocks = Array.from({ length: bands }, (_, band) => blocksOf(made, band, isTiled)).flat();
  const header = isBig ? 16 : 8;
  const offsets = blocks.map(
    (_, i) => header + blocks.slice(0, i).reduce((sum, { byteLength }) => sum + byteLength, 0),
  );
  const lengths = blocks.map(({ byteLength }) => byteLength);
  const tags: Tag[] = [
    [256, 3, [columns]],
    [257, 3, [rows]],
    [258, 3, Array.from({ length: bands }, () => 32)],
    [259, 3, [kind.compression ?? (isTiled ? 8 : 1)]],
    ...(isTiled ? [] : ([[273, 4, offsets]] as const)),
    [277, 3, [bands]],
    ...(isTiled
      ? []
      : ([
          [278, 3, [rows]],
          [279, 4, lengths],
        ] as const)),
    [284, 3, [2]],
    ...(isTiled
      ? ([
          [317, 3, [3]],
          [322, 3, [TILE]],
          [323, 3, [TILE]],
          [324, 4, offsets],
          [325, 4, lengths],
        ] as const)
      : []),
    [339, 3, Array.from({ length: bands }, () => 3)],
    [33_550, 12, [step[0], step[1], 0]],
    [33_922, 12, [0, 0, 0, west - half * step[0], north + half * step[1], 0]],
    [34_735, 3, [1, 1, 0, 1, 1025, 0, 1, isArea ? 1 : 2]],
    ...(metadata === undefined ? [] : ([[42_112, 2, `<GDALMetadata>${metadata}</GDALMetadata>`]] as const)),
    ...(noData === undefined ? [] : ([[42_113, 2, String(noData)]] as const)),
  ];
  const at = header + lengths.reduce((sum, length) => sum + length, 0);
  return Buffer.concat([tiffHeader(at, isBig), ...blocks, directory(tags, at, isBig)]);
}

function tiffHeader(at: number, isBig: boolean): Buffer {
  const header = Buffer.alloc(isBig ? 16 : 8);
  header.write('II', 'latin1');
  header.writeUInt16LE(isBig ? 43 : 42, 2);
  if (isBig) header.writeUInt16LE(8, 4);
  if (isBig) header.writeBigUInt64LE(BigInt(at), 8);
  else header.writeUInt32LE(at, 4);
  return header;
}

function blocksOf(made: MadeGrid, band: number, isTiled: boolean): Buffer[] {
  const { columns, rows } = made;
  const [width, height] = isTiled ? [TILE, TILE] : [columns, rows];
  const [across, down] = [Math.ceil(columns / width), Math.ceil(rows / height)];
  return Array.from({ length: across * down }, (_, block) => {
    const lines = Array.from({ length: height }, (_line, y) => {
      const line = Buffer.alloc(width * 4);
      // The first row of a picture is the north.
      const row = rows - 1 - Math.floor(block / across) * height - y;
      for (let x = 0; x < width; x++) {
        const column = (block % across) * width + x;
        line.writeFloatLE(row < 0 ? 0 : valuesOf(made, column, row)[band]!, x * 4);
      }
      return isTiled ? predicted(line) : line;
    });
    return isTiled ? deflateSync(Buffer.concat(lines)) : Buffer.concat(lines);
  });
}

/** The bytes of a row by significance, the highest first, as differences. */
function predicted(line: Buffer): Buffer {
  const count = line.byteLength / 4;
  const sorted = Buffer.from(
    Array.from({ length: count * 4 }, (_, i) => line[(i % count) * 4 + 3 - Math.floor(i / count)]!),
  );
  return Buffer.from(sorted.map((byte, i) => (i === 0 ? byte : byte - sorted[i - 1]!)));
}

const BYTES = { 2: 1, 3: 2, 4: 4, 12: 8 } as const;

function directory(tags: readonly Tag[], at: number, isBig: boolean): Buffer {
  const [countBytes, entryBytes, offsetBytes] = isBig ? [8, 20, 8] : [2, 12, 4];
  const head = Buffer.alloc(countBytes + tags.length * entryBytes + offsetBytes);
  head.writeUIntLE(tags.length, 0, 2);
  const more: Buffer[] = [];
  let end = at + head.byteLength;
  tags.forEach(([tag, type, values], i) => {
    const entry = countBytes + i * entryBytes;
    const bytes = tagBytes(type, values);
    head.writeUInt16LE(tag, entry);
    head.writeUInt16LE(type, entry + 2);
    head.writeUIntLE(bytes.byteLength / BYTES[type], entry + 4, 4);
    if (bytes.byteLength <= offsetBytes) bytes.copy(head, entry + 4 + offsetBytes);
    else {
      head.writeUIntLE(end, entry + 4 + offsetBytes, 4);
      more.push(bytes);
      end += bytes.byteLength;
    }
  });
  return Buffer.concat([head, ...more]);
}

function tagBytes(type: Tag[1], values: Tag[2]): Buffer {
  if (typeof values === 'string') return Buffer.from(`${values}\0`, 'latin1');
  const bytes = Buffer.alloc(values.length * BYTES[type]);
  values.forEach((value, i) => {
    if (type === 12) bytes.writeDoubleLE(value, i * 8);
    else bytes.writeUIntLE(value, i * BYTES[type], BYTES[type]);
  });
  return bytes;
}

const item = (name: string, sample: number, value: string, role = '') =>
  `<Item name="${name}" sample="${sample}"${role === '' ? '' : ` role="${role}"`}>${value}</Item>`;

/** What PROJ publishes with grids of heights, and of shifts in seconds. */
export const METADATA = {
  geoid: `<Item name="TYPE">VERTICAL_OFFSET_GEOGRAPHIC_TO_VERTICAL</Item>${item('DESCRIPTION', 0, 'geoid_undulation', 'description')}${item('UNITTYPE', 0, 'metre', 'unittype')}`,
  datum: `<Item name="TYPE">HORIZONTAL_OFFSET</Item>${item('DESCRIPTION', 0, 'latitude_offset', 'description')}${item('DESCRIPTION', 1, 'longitude_offset', 'description')}${item('UNITTYPE', 0, 'arc-second', 'unittype')}${item('UNITTYPE', 1, 'arc-second', 'unittype')}${item('positive_value', 1, 'east')}`,
};
