import type { OrientedBox } from './bounding-volume.ts';

/** Boxes that one cut may hold in all: the shader's limit. */
export const MAX_CUT_BOXES = 24;

/**
 * Where an ancestor that stands in for missing tiles is not drawn: inside the boxes of finer tiles that are `finished`,
 * unless a `missing` tile's box covers the place too. Boxes of neighbours overlap, because objects stand across their
 * edges; there both are drawn, which shows a seam for a moment where the other choice would show a hole.
 */
export interface Cutouts {
  finished: OrientedBox[];
  missing: OrientedBox[];
}

export const isCutOut = ({ finished, missing }: Cutouts, x: number, y: number, z: number): boolean =>
  finished.some((box) => box.contains(x, y, z)) && !missing.some((box) => box.contains(x, y, z));
