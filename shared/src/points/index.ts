export { type CountGrid, decodeCountGrid, encodeCountGrid } from './count-grid.ts';
export { placedGrid } from './placed-grid.ts';
export { estimatePoints } from './estimate-points.ts';
export { estimateSize } from './estimate-size.ts';
export { type BoxTest, boxTest } from './export-box.ts';
export { LAS_SINGLE_RETURN, lasHead, type LasHeadFacts, lasRecordBytes } from './las-head.ts';
export { type PointGrid, RECORD, RECORD_BYTES } from './point-record.ts';
