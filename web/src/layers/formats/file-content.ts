/** What is drawn of a file, as plain data that workers can send: metres east, north and up of the site's origin. */

/** A point, a line or an area of a file with what is known of it. */
export interface FileFeature {
  readonly kind: 'point' | 'line' | 'area';
  /** Flat xyz; rings of an area one after the other, the outer first. */
  readonly positionsEnu: Float64Array;
  /** Where the holes of an area begin in the values of `positionsEnu`; empty for what has none. */
  readonly holes: readonly number[];
  readonly properties: Readonly<Record<string, unknown>>;
}

export interface FeatureContent {
  readonly kind: 'features';
  readonly features: readonly FileFeature[];
  /** How the file's coordinates were read. */
  readonly crsName: string;
}

/** A surface or a cloud of points. */
export interface MeshContent {
  readonly kind: 'mesh' | 'points';
  /** Flat xyz. */
  readonly positionsEnu: Float32Array;
  /** Flat xyz of unit length; null where the file has none. */
  readonly normals: Float32Array | null;
  /** Flat RGB, 0 to 255; null where the file has none. */
  readonly colors: Uint8Array | null;
  /** Corners of triangles; null where each three positions are one. */
  readonly indices: Uint32Array | null;
  readonly crsName: string;
}

export type FileContent = FeatureContent | MeshContent;

/** The most that is drawn of one file. */
export const FEATURES_AT_MOST = 100_000;
export const VERTICES_AT_MOST = 2_000_000;
