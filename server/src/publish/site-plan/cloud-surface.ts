import type { Mat4 } from '@overlook/shared/maths';
import { readPointColors } from '@overlook/shared/tiles3d';
import type { Pnts } from '../formats/tile-content.ts';
import { tablePositions } from '../check/table-positions.ts';
import type { PointSurface } from './surfaces.ts';

/** Of points without colours. */
const GREY = 170;

/**
 * The points of a tile (3D Tiles 1.0 §9.5). Throws `ContentError`, also where they are compressed: the decoder of glTF's
 * Draco reads meshes only.
 */
export function cloudSurface(tile: Pnts, toEcef: Mat4): PointSurface {
  const draco = tile.featureTable.json.optional('extensions')?.optional('3DTILES_draco_point_compression');
  if (draco) return draco.fail('compresses the points, which cannot be drawn as a plan.');
  return { kind: 'points', positions: tablePositions(tile, tile.points), toEcef, colours: tableColours(tile) };
}

/** Flat RGB. */
function tableColours({ featureTable, points }: Pnts): Uint8Array {
  const colours = readPointColors(featureTable, points);
  if (!colours) return new Uint8Array(points * 3).fill(GREY);
  const { value, size } = colours;
  return size === 3
    ? value
    : Uint8Array.from({ length: points * 3 }, (_, i) => value[Math.floor(i / 3) * 4 + (i % 3)]!);
}
