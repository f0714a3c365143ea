import type { RemoteFile } from './remote-file.ts';

/** What the page knows of archives of a person, whose readers run in workers. */

export type ArchiveKind = '3tz' | 'slpk';

/** Plain data, which workers are sent. */
export interface OwnArchive {
  /** Of this page. */
  readonly id: number;
  readonly kind: ArchiveKind;
  readonly file: File | RemoteFile;
}

/** The kind of a file by the end of its name; null for another one. */
export const archiveKindOf = (fileName: string): ArchiveKind | null =>
  (['3tz', 'slpk'] as const).find((kind) => fileName.toLowerCase().endsWith(`.${kind}`)) ?? null;

/**
 * Files of an archive have addresses on a host that does not exist (RFC 2606), so that tiles refer to each other as they do on
 * a server, and to nothing outside of the archive.
 */
export const archiveOrigin = ({ id }: Pick<OwnArchive, 'id'>): string => `https://own-${id}.invalid`;
