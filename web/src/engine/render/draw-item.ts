import type { Cutouts } from './cutouts.ts';
import type { Dither } from './dither.ts';
import type { GpuContent } from './gpu-content.ts';
import { Variant } from './tile-shader.ts';

/** What the renderer reads of a tile. */
export interface DrawnTile {
  readonly gpu: readonly GpuContent[];
}

/** How a tile's points are drawn where finer ones lie among them. */
export interface FinerPoints {
  /** Metres between the closest of them. */
  readonly spacing: number;
  /** CSS pixels that points of the finest tiles at any place lie apart at most. */
  readonly apartPx: number;
}

export interface DrawItem<T extends DrawnTile = DrawnTile> {
  tile: T;
  /** Where finer tiles draw in its place; null in the common case. */
  cutouts: Cutouts | null;
  /** Points of finer tiles are drawn wherever this tile has some; null when not. */
  finer: FinerPoints | null;
  /** The section volume cuts through the tile: its fragments are to be tested. */
  isCut: boolean;
  /** From the camera to the tile's box, metres: transparent parts are drawn from far to near. */
  distance: number;
  /** Null and absent for all pixels. */
  dither?: Dither | null;
}

/** What passes over surfaces draw again: clouds of a person's own files are drawn with any layer, and have none. */
export const hasSurfaces = ({ tile }: DrawItem): boolean =>
  tile.gpu.some(({ primitives }) => primitives.some(({ variant }) => !(variant & Variant.Points)));

/** Something of it may be seen through. */
export const isSeenThrough = ({ tile }: DrawItem): boolean => tile.gpu.some(({ hasBlended }) => hasBlended);
