import type { CadGeometry } from '../formats/triangle-corners.ts';
import type { Mat4, Vec3 } from '@overlook/shared/maths';
import type { GridFolders } from '../../pointclouds/crs/grids/grid-folders.ts';
import type { SiteSystem } from '../../pointclouds/crs/site-system.ts';
import type { CrsOptions } from '../../pointclouds/crs/index.ts';

/**
 * A CAD model as a reader delivers it to the tiler: a tree of items, unique meshes, and the positions of the meshes.
 * The model's frame is metres with z up.
 */
export interface CadModel {
  /** The name of the file, without its ending. */
  readonly name: string;
  /** From the model's frame to ECEF; null where the file has no position on the earth. */
  readonly toEcef: Mat4 | null;
  /** Why it has none although the file states one; whole sentences. */
  readonly unplaced?: string;
  readonly tree: CadTree;
  readonly geometries: readonly CadGeometry[];
  readonly parts: readonly CadPart[];
  /**
   * Parts that could not be converted, one sentence each: shapes that could not be read, kinds that are not supported.
   */
  readonly warnings: readonly string[];
}

/** Items in tree order: each parent directly before its descendants. Its place in that order is an item's index. */
export interface CadTree {
  readonly names: readonly string[];
  /** Index of each item's parent; −1 for a root. */
  readonly parents: Int32Array;
  /**
   * Everything else about an item, read on demand, so that the properties of a large model are never in memory
   * together.
   */
  details(index: number): CadItemDetails;
}

export interface CadItemDetails {
  readonly guid?: string | undefined;
  /** Other names by which people search for it. */
  readonly tags?: readonly string[] | undefined;
  /** Of a storey: a point on its floor, in the model's frame. */
  readonly floor?: Vec3 | undefined;
  /** Tab → property → value. */
  readonly properties: Readonly<Record<string, Readonly<Record<string, CadValue>>>>;
}

export type CadValue = string | number | boolean | null;

/** A mesh in its place. */
export interface CadPart {
  /** Index of the mesh. */
  readonly geometry: number;
  /** Index of the item that it belongs to. */
  readonly item: number;
  /** Column-major, from the mesh's frame to the model's. */
  readonly matrix: Mat4;
  /** sRGB red, green, blue and alpha, 0 to 255. */
  readonly colour: CadColour;
}

export type CadColour = readonly [number, number, number, number];

/** The progress of a reader. `total` is null where it is not known. */
export interface ReadProgress {
  readonly done: number;
  readonly total: number | null;
}

/** What an operator says of a model's place, and the folders of the grids of heights and datums. */
export interface CadReaderOptions extends CrsOptions {
  readonly gridFolders?: GridFolders | undefined;
  /** That of the site, for a map whose system a file does not name. */
  readonly siteSystem?: SiteSystem | null | undefined;
}

/**
 * Reads a model file. Runs in a process of its own, which is killed when the result is no longer wanted. Throws
 * `ContentError` (place in the file, reason).
 */
export type CadReader = (
  filePath: string,
  onProgress: (progress: ReadProgress) => void,
  options?: CadReaderOptions,
) => Promise<CadModel>;
