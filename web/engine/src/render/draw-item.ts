import type { Cutouts } from './cutouts.ts';
import type { Dither } from './dither.ts';
import type { GpuContent } from './gpu-content.ts';
import { Variant } from './tile-shader.ts';
import type { FinerPoints } from './point-shader.ts';

/** The part of a tile that the renderer reads. */
export interface DrawnTile {
  readonly gpu: readonly GpuContent[];
}

export interface DrawItem<T extends DrawnTile = DrawnTile> {
  tile: T;
  /** The boxes in which finer tiles are drawn instead; usually null. */
  cutouts: Cutouts | null;
  /** Set if points of finer tiles are drawn everywhere in this tile; null if not. */
  finer: FinerPoints | null;
  /** The section volume intersects the tile: its fragments are tested against the section. */
  isCut: boolean;
  /** Distance from the camera to the tile's box, metres. Transparent parts are sorted by it, far to near. */
  distance: number;
  /** Null or absent: the tile is drawn at all pixels. */
  dither?: Dither | null;
}

/** True if screen-space passes over surfaces apply. Point clouds of local files are drawn in any layer and have no surfaces. */
export const hasSurfaces = ({ tile }: DrawItem): boolean =>
  tile.gpu.some(({ primitives }) => primitives.some(({ variant }) => !(variant & Variant.Points)));

/** True if the tile has blended primitives. */
export const isSeenThrough = ({ tile }: DrawItem): boolean => tile.gpu.some(({ hasBlended }) => hasBlended);
