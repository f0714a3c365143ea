/** Parts of the reader of LAS and LAZ, for tests that compare it with another decoder, and for files that tests make. */
export { readLasHeader } from '../las/las-header.ts';
export { type LasRecordFormat, lasRecordFormat } from '../las/las-record-format.ts';
export { readLasVlrs, vlrData } from '../las/las-vlrs.ts';
export { repackerOf } from '../las/repack-records.ts';
export { readChunkTable } from '../laz/chunk-table.ts';
export { readLaszipVlr } from '../laz/laszip-vlr.ts';
