import type { Cutouts } from './cutouts.ts';
import type { GpuContent } from './gpu-content.ts';

/** What the renderer reads of a tile. */
export interface DrawnTile {
  readonly gpu: readonly GpuContent[];
}

export interface DrawItem<T extends DrawnTile = DrawnTile> {
  tile: T;
  /** Where finer tiles draw in its place; null in the common case. */
  cutouts: Cutouts | null;
  /** The section volume cuts through the tile: its fragments are to be tested. */
  isCut: boolean;
  /** From the camera to the tile's box, metres: transparent parts are drawn from far to near. */
  distance: number;
}
