import { EXPORT_BYTES_A_POINT, type ExportFormat } from '../config/exports.ts';

/** Bytes of a file with so many points, about. */
export const estimateSize = (format: ExportFormat, points: number): number => EXPORT_BYTES_A_POINT[format] * points;
