import type { Mat4 } from '@overlook/shared/maths';

/** A picture over a mesh. */
export interface SurfaceTexture {
  /** JPEG, PNG, WebP or KTX2. */
  image: Uint8Array;
  /** Flat u, v; from the north-west corner of the picture. */
  texcoords: Float32Array;
}

/** Triangles to be drawn. Colours are light (linear), 0 to 1. */
export interface MeshSurface {
  kind: 'mesh';
  /** Flat xyz before `toEcef`. */
  positions: Float32Array | Float64Array;
  toEcef: Mat4;
  /** Three vertices a triangle. */
  corners: Uint32Array;
  /** Flat RGBA of each vertex; null where there is none. */
  colours: Float32Array | null;
  /** RGBA of the whole. */
  factor: readonly number[];
  texture: SurfaceTexture | null;
  /** Whether the light is in its colours already; it always is in a picture. */
  isUnlit: boolean;
  /** Less opaque than this is not drawn. */
  leastAlpha: number;
}

/** Points to be drawn. */
export interface PointSurface {
  kind: 'points';
  positions: Float32Array | Float64Array;
  toEcef: Mat4;
  /** Flat red, green, blue as displayed, 0 to 255. */
  colours: Uint8Array;
}

export type Surface = MeshSurface | PointSurface;
