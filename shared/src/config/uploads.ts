/** The parts that a delivery may have: each is one source of an import. */
export const UPLOAD_PARTS = ['textured', 'shaded', 'points', 'cad', 'properties', 'photos', 'photoTable'] as const;
export type UploadPart = (typeof UPLOAD_PARTS)[number];

/** Limits of deliveries that people send to a site by browser. */
export const UPLOADS = {
  /** Files of one delivery at most. */
  filesMost: 100_000,
  /** The list of files at the head of a delivery, bytes at most. */
  listBytesMost: 16 * 1024 * 1024,
  /** Characters of a path below the folder that was dropped. */
  pathLongest: 1000,
  /** Bytes of one request: proxies that store request bodies first need space for one only. */
  chunkBytes: 32 * 1024 * 1024,
  /** The digest of a delivery is that of the digests of its blocks, so that both sides calculate it in parts. */
  blockBytes: 4 * 1024 * 1024,
  /** Unfinished deliveries of one person at a time. */
  openMost: 20,
  /** An unfinished or refused delivery is removed when nobody has touched it for this long. */
  keptMs: 7 * 24 * 60 * 60_000,
  /** How long a finished one is listed. */
  listedMs: 30 * 24 * 60 * 60_000,
} as const;

/** Bytes at the end of a delivery: its SHA-256 digest, or zeros from a page that cannot calculate one. */
export const UPLOAD_DIGEST_BYTES = 32;
