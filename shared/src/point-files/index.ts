export { bareColorOf, type BareColors, bareColors } from './bare-colors.ts';
export { crc32c } from './crc32c.ts';
export { readBlob } from './e57/e57-blob.ts';
export type { E57Image, E57Projection } from './e57/e57-images.ts';
export { E57Pages } from './e57/e57-pages.ts';
export type { E57Pose } from './e57/e57-pose.ts';
export { type E57Content, type E57Scan, readE57Content, scannerPose } from './e57/e57-scans.ts';
export { e57Source } from './e57/e57-source.ts';
export { e57Summary, type E57Summary } from './e57/e57-summary.ts';
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
  type ScanStation,
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
