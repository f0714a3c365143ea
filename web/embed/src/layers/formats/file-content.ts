/** Drawable content of a file, as plain data for workers: metres east, north and up of the site's origin. */

/** What the user is told of the file. */
interface FileNotes {
  /** Number of parts that are not drawn. */
  readonly leftOutCount: number;
  /** Sentences: which parts are left out and why, and other remarks. */
  readonly notes: readonly string[];
}

/** A point, line or area of a file with its properties. */
export interface FileFeature {
  readonly kind: 'point' | 'line' | 'area';
  /** Flat xyz; the rings of an area one after the other, outer ring first. */
  readonly positionsEnu: Float64Array;
  /** Start indices of an area's holes in `positionsEnu`; empty if there are none. */
  readonly holes: readonly number[];
  readonly properties: Readonly<Record<string, unknown>>;
}

/** Features whose areas are not split into triangles yet. */
export interface UnfilledFeatures extends FileNotes {
  readonly kind: 'features';
  readonly features: readonly FileFeature[];
  /** Name of the coordinate system with which the file was read. */
  readonly crsName: string;
}

export interface FeatureContent extends UnfilledFeatures {
  /** Corners of the triangles of all areas, counted through the positions of the areas in their order. */
  readonly areaTriangles: Uint32Array;
}

/** A mesh or a point cloud. */
export interface MeshContent extends FileNotes {
  readonly kind: 'mesh' | 'points';
  /** Flat xyz. */
  readonly positionsEnu: Float32Array;
  /** Unit normals as flat xyz; null if the file has none. */
  readonly normals: Float32Array | null;
  /** Flat RGB, 0 to 255; null if the file has none. */
  readonly colors: Uint8Array | null;
  /** Vertex indices of the triangles; null if each three positions are a triangle. */
  readonly indices: Uint32Array | null;
  readonly crsName: string;
}

export type FileContent = FeatureContent | MeshContent;

/** Maximum content of one file. */
export const FEATURES_AT_MOST = 100_000;
export const VERTICES_AT_MOST = 2_000_000;
