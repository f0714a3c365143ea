export type { ArchiveSource } from './archive-source.ts';
export { boundedBytes } from './bounded-bytes.ts';
export { type InflateRaw, ZipArchive, type ZipEntry } from './zip-archive.ts';
