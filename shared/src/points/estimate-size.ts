import { EXPORT_BYTES_A_POINT, type ExportFormat } from '../config/exports.ts';

/** The approximate bytes of a file with this many points. */
export const estimateSize = (format: ExportFormat, points: number): number => EXPORT_BYTES_A_POINT[format] * points;
