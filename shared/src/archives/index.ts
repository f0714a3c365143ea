export type { ArchiveSource } from './archive-source.ts';
export { boundedBytes } from './bounded-bytes.ts';
export { DEFLATED, type InflateRaw, STORED, ZipArchive, type ZipEntry, type ZipRules } from './zip-archive.ts';
