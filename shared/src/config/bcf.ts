/** Versions of the BIM Collaboration Format that are written; the first unless asked otherwise. Versions 2.0 and 2.1 and 3.0 are read. */
export const BCF_VERSIONS = ['3.0', '2.1'] as const;

export type BcfVersion = (typeof BCF_VERSIONS)[number];

/** An uploaded BCF file, bytes. Most of it are pictures, which are not read. */
export const BCF_LARGEST_BYTES = 100 * 1024 * 1024;

/**
 * Limits for reading a BCF file: entries of the archive, topics, comments of one, unpacked bytes, the size of one XML
 * document, and memory and time of its reader.
 */
export const BCF_READ = {
  entries: 50_000,
  topics: 2000,
  comments: 500,
  /** Labels, selected objects and section planes of a topic that are kept. */
  labels: 50,
  selected: 2000,
  planes: 100,
  totalBytes: 64 * 1024 * 1024,
  xmlBytes: 2 * 1024 * 1024,
  xmlElements: 50_000,
  xmlDepth: 40,
  /** Bytes of one picture, and of all pictures. */
  pictureBytes: 16 * 1024 * 1024,
  picturesBytes: 512 * 1024 * 1024,
  memoryMb: 768,
  milliseconds: 60_000,
} as const;

/** Longest side of a picture in a BCF file, pixels: what the standard asks for. */
export const BCF_PICTURE_PX = 1500;
