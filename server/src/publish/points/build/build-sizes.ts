/** How a cloud is divided. These sizes decide which points are picked for a level, so they never depend on the machine. */
export interface BuildSizes {
  /** Most points of a chunk. Each thread needs about 130 bytes of memory for each of them. */
  readonly chunkPoints: number;
  /** A node with at most this many points is not divided; no more than `chunkPoints`. */
  readonly leafPoints: number;
  /**
   * If a level leaves at most this many points, they are kept in its node, because children with them would be too
   * small.
   */
  readonly absorbedPoints: number;
  /** A leaf with more is written as several: the encoder copies nodes into memory that never shrinks. */
  readonly nodePoints: number;
}

export const BUILD_SIZES: BuildSizes = {
  chunkPoints: 1_000_000,
  leafPoints: 24_576,
  absorbedPoints: 6000,
  nodePoints: 200_000,
};
