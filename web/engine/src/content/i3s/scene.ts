import type { Vec3 } from '@overlook/shared/maths';
import type { JsonNode } from '@overlook/shared/tiles3d';
import type { ParseContext } from '../content-platform.ts';

/** Longitude and latitude in degrees, height of the layer in metres. */
export type LayerPlace = Vec3;

export interface SceneLayer {
  /** Of the package and the layer in it, for messages. */
  readonly name: string;
  /** Of its files in the package; empty, or with a slash at the end. */
  readonly folder: string;
  /** `3dSceneLayer.json`. */
  readonly json: JsonNode;
  readonly source: NodeSource;
  /** Metres above the ellipsoid of a height of the layer at a place, degrees. */
  readonly ellipsoidal: (latitude: number, longitude: number, heightM: number) => number;
  /** The file, unpacked to `mostBytes` at most; null where it is not there. */
  file(path: string, mostBytes?: number): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Whether it is there, not packed a second time. */
  has(path: string): boolean;
}

export interface NodeBox {
  readonly center: LayerPlace;
  /** Metres. */
  readonly halfSize: Vec3;
  /** x, y, z, w; turns the box into ECEF axes. */
  readonly quaternion: readonly number[];
}

export interface SceneNode {
  /** Origin of the positions of its mesh. */
  readonly center: LayerPlace;
  /** Of the sphere about its centre, metres. */
  readonly radiusM: number;
  /** Null where only its sphere is known. */
  readonly box: NodeBox | null;
  /** The diameter of its sphere on the screen, pixels, above which its children are wanted; 0 where none is stated. */
  readonly acrossPx: number;
  /** Keys. */
  readonly children: readonly string[];
  /** What its source reads the mesh by; null for a node that only groups. */
  readonly mesh: JsonNode | null;
}

/** The nodes of a layer as its version stores them. Keys are paths in its folder, such as `nodes/5`. All throw ContentError. */
export interface NodeSource {
  readonly root: string;
  node(key: string, file: SceneLayer['file']): Promise<SceneNode | null>;
  /** The root and all nodes below it. */
  tree(): Promise<ReadonlyMap<string, SceneNode | null>>;
  /** Of the node `key`; `origin`: where the files of the layer have their addresses. */
  mesh(
    key: string,
    mesh: JsonNode,
    layer: SceneLayer,
    context: ParseContext,
    origin: string,
  ): Promise<{ readonly geometry: NodeGeometry; readonly material: NodeMaterial }>;
}

export interface NodeMaterial {
  /** Of glTF; its colour uses texture 0 where there is an image. */
  readonly material: object;
  readonly image: { readonly uri: string; readonly mimeType: string } | null;
  readonly warnings: readonly string[];
}
/** As it is stored: positions are degrees and metres from the centre of the node. */
export interface NodeGeometry {
  readonly vertexCount: number;
  /** Flat xyz. */
  readonly offsets: Float32Array;
  /** Factors of x and y; 1 but for Draco. */
  readonly scale: readonly [number, number];
  readonly normals: Float32Array | null;
  /** Flat uv. */
  readonly uvs: Float32Array | null;
  /** Flat RGBA, values as on a screen. */
  readonly colors: Uint8Array | null;
  /** Parts of an atlas that the uvs are in: flat u0 v0 u1 v1, in 65,535ths. */
  readonly uvRegions: Uint16Array | null;
  /** Corners of triangles; null where each three vertices are one. */
  readonly indices: Uint32Array | null;
}
