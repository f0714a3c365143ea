import type { FileBytes } from '../file-bytes.ts';
import type { LasHeader } from '../las/las-header.ts';
import type { PointFile } from '../point-file.ts';
import { ArithmeticDecoder } from './arithmetic-decoder.ts';
import { IntegerDecoder } from './integer-decoder.ts';
import type { ChunkPoints } from './laszip-vlr.ts';

/** Where the chunks of a LAZ file are and how many points each has; all arrays have one entry for each chunk. */
export interface ChunkTable {
  readonly at: Float64Array;
  readonly bytes: Uint32Array;
  readonly points: Uint32Array;
}

const PLACE = 'chunk table';
const TABLE_HEAD_BYTES = 8;
/** A number of 32 bits takes at most its bits and two symbols: less than this. */
const LARGEST_ENTRY_BYTES = 16;
/** A chunk is decoded from memory. */
const LONGEST_CHUNK_BYTES = 256 * 1024 * 1024;
/**
 * The adaptive models give each symbol at least 0.0014 bits, and a point has five or more: a byte holds fewer points than
 * this even where all are equal. A table that states more is wrong, and decoding it would take hours.
 */
const MOST_POINTS_A_BYTE = 8192;

const EMPTY: ChunkTable = { at: new Float64Array(), bytes: new Uint32Array(), points: new Uint32Array() };

/**
 * Reads the chunk table, which is itself compressed. The chunks follow one another from the start of the points up to the
 * table and hold exactly the points of the header; a table that says otherwise is refused. Throws `ImportRefusedError`.
 */
export async function readChunkTable(
  file: PointFile,
  header: LasHeader,
  chunkPoints: ChunkPoints,
): Promise<ChunkTable> {
  if (header.points === 0) return EMPTY;
  const chunksAt = header.pointsAt + 8;
  const tableAt = await findTable(file, header.pointsAt, chunksAt);
  const head = await file.read(tableAt, TABLE_HEAD_BYTES, PLACE);
  const chunks = head.readUInt32LE(4);
  if (head.readUInt32LE(0) !== 0) throw file.refusal(PLACE, `Its version ${head.readUInt32LE(0)} is unknown.`);
  const most = (tableAt - chunksAt) / header.recordBytes;
  if (chunks > most || (chunkPoints !== null && chunks !== Math.ceil(header.points / chunkPoints)))
    throw file.refusal(PLACE, `It has ${chunks} chunks, which does not fit ${header.points} points in this file.`);
  const codedAt = tableAt + TABLE_HEAD_BYTES;
  const coded = await file.read(codedAt, Math.min(file.sizeBytes - codedAt, (chunks + 1) * LARGEST_ENTRY_BYTES), PLACE);
  const table = decodeTable(coded, chunks, chunksAt, chunkPoints, header.points);
  checkTable(table, file, header, tableAt);
  return table;
}

/** A writer that cannot go back in its output puts the place of the table at the end of the file. */
async function findTable(file: PointFile, pointsAt: number, chunksAt: number): Promise<number> {
  let at = (await file.read(pointsAt, 8, PLACE)).readBigInt64LE(0);
  if (at === -1n) at = (await file.read(file.sizeBytes - 8, 8, PLACE)).readBigInt64LE(0);
  if (at <= BigInt(chunksAt))
    throw file.refusal(PLACE, 'It is missing: the program that wrote the file was interrupted.');
  if (at + BigInt(TABLE_HEAD_BYTES) > BigInt(file.sizeBytes))
    throw file.refusal(PLACE, `It is at byte ${at}, but the file ends at ${file.sizeBytes}: it is cut off.`);
  return Number(at);
}

function decodeTable(
  coded: FileBytes,
  chunks: number,
  chunksAt: number,
  chunkPoints: ChunkPoints,
  allPoints: number,
): ChunkTable {
  const [at, bytes, points] = [new Float64Array(chunks), new Uint32Array(chunks), new Uint32Array(chunks)];
  const integers = new IntegerDecoder(new ArithmeticDecoder(coded), 2);
  let place = chunksAt;
  for (let i = 0; i < chunks; i++) {
    points[i] =
      chunkPoints === null ? integers.next(points[i - 1] ?? 0, 0) : Math.min(chunkPoints, allPoints - i * chunkPoints);
    bytes[i] = integers.next(bytes[i - 1] ?? 0, 1);
    at[i] = place;
    place += bytes[i]!;
  }
  return { at, bytes, points };
}

function checkTable({ at, bytes, points }: ChunkTable, file: PointFile, header: LasHeader, tableAt: number): void {
  let sum = 0;
  for (let i = 0; i < at.length; i++) {
    const place = `${PLACE}, chunk ${i + 1}`;
    if (at[i]! + bytes[i]! > tableAt) throw file.refusal(place, 'It reaches beyond the points: the table is damaged.');
    if (points[i]! > 0 && bytes[i]! < header.recordBytes)
      throw file.refusal(place, `It has ${points[i]} points in ${bytes[i]} bytes: the table is damaged.`);
    if (bytes[i]! > LONGEST_CHUNK_BYTES)
      throw file.refusal(place, `It is ${bytes[i]} bytes long; chunks up to ${LONGEST_CHUNK_BYTES} can be read.`);
    if (points[i]! > bytes[i]! * MOST_POINTS_A_BYTE)
      throw file.refusal(place, `It claims ${points[i]} points in ${bytes[i]} bytes.`);
    sum += points[i]!;
  }
  const end = at.length === 0 ? header.pointsAt + 8 : at.at(-1)! + bytes.at(-1)!;
  if (end !== tableAt) throw file.refusal(PLACE, `Its chunks end at byte ${end} instead of ${tableAt}: it is damaged.`);
  if (sum !== header.points)
    throw file.refusal(PLACE, `Its chunks have ${sum} points; the header says ${header.points}.`);
}
