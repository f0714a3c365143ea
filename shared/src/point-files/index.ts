export { bareColorOf, type BareColors, bareColors } from './bare-colors.ts';
export { crc32c } from './crc32c.ts';
export { e57Source } from './e57/e57-source.ts';
export { type FileBytes, PlainBytes } from './file-bytes.ts';
export { readLasHeader } from './las/las-header.ts';
export { type LasRecordFormat, lasRecordFormat } from './las/las-record-format.ts';
export { lasSource } from './las/las-source.ts';
export { readLasVlrs, vlrData } from './las/las-vlrs.ts';
export { repackerOf } from './las/repack-records.ts';
export { readChunkTable } from './laz/chunk-table.ts';
export { readLaszipVlr } from './laz/laszip-vlr.ts';
export { type LazChunkDecoder, lazObjectAt, type LazPerf, type LoadLazPerf } from './laz/laz-decoder.ts';
export type { PointFile } from './point-file.ts';
export {
  GPS_TIMES,
  type GpsTimes,
  POINT_FORMATS,
  type PointFormat,
  type PointSource,
  type PointSourceFacts,
  type RecordSink,
  type StatedCrs,
  type StopSignal,
} from './point-source.ts';
export { RecordBatch } from './record-batch.ts';
export {
  areColors8Bit,
  areUncolored,
  AS_IT_IS,
  ColorRange,
  colorScale,
  IntensityRange,
  intensityScale,
  scaled,
  type ValueScale,
} from './value-scale.ts';
