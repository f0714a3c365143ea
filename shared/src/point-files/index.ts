export { bareColorOf, type BareColors, bareColors } from './bare-colors.ts';
export { crc32c } from './crc32c.ts';
export { e57Source } from './e57/e57-source.ts';
export { type FileBytes, PlainBytes } from './file-bytes.ts';
export { lasSource } from './las/las-source.ts';
export { lasSummary, type LasSummary } from './las/las-summary.ts';
export { type LazChunkDecoder, lazObjectAt, type LazPerf, type LoadLazPerf } from './laz/laz-decoder.ts';
export type { PointFile } from './point-file.ts';
export {
  GPS_TIMES,
  type GpsTimes,
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
