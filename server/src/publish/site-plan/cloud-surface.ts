import type { Mat4 } from '@overlook/shared/maths';
import { globalVector, type PointColors, readPointColors } from '@overlook/shared/tiles3d';
import { decodeDracoPoints, dracoExtension } from '../formats/draco-points.ts';
import type { Pnts } from '../formats/tile-content.ts';
import { tablePositions } from '../contents/table-positions.ts';
import type { PointSurface } from './surfaces.ts';

/** Of points without colours. */
const GREY = 170;

/** The points of a tile (3D Tiles 1.0 §9.5), compressed with Draco or not. Throws `ContentError`. */
export async function cloudSurface(tile: Pnts, toEcef: Mat4): Promise<PointSurface> {
  const extension = dracoExtension(tile);
  const packed = extension && (await decodeDracoPoints(tile, extension));
  const colors = packed?.colors ?? readPointColors(tile.featureTable, tile.points);
  const positions = packed ? aroundCenter(packed.positions, tile) : tablePositions(tile, tile.points);
  return { kind: 'points', positions, toEcef, colours: flatRgb(colors, tile.points) };
}

/** Adds RTC_CENTER. */
function aroundCenter(positions: Float32Array, { featureTable }: Pnts): Float64Array {
  const rtc = globalVector(featureTable, 'RTC_CENTER', 3) ?? [0, 0, 0];
  return Float64Array.from(positions, (value, i) => value + rtc[i % 3]!);
}

/** Flat RGB. */
function flatRgb(colors: PointColors | null, points: number): Uint8Array {
  if (!colors) return new Uint8Array(points * 3).fill(GREY);
  const { value, size } = colors;
  return size === 3
    ? value
    : Uint8Array.from({ length: points * 3 }, (_, i) => value[Math.floor(i / 3) * 4 + (i % 3)]!);
}
