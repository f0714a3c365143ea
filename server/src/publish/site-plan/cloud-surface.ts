import type { Mat4 } from '@overlook/shared/maths';
import type { Pnts } from '../formats/tile-content.ts';
import { type TileTable, binaryBody } from '../formats/tile-tables.ts';
import { tablePositions } from '../table-positions.ts';
import type { PointSurface } from './surfaces.ts';

/** Of points without colours. */
const GREY = 170;

/**
 * The points of a tile (3D Tiles 1.0 §9.5). Throws `BadContent`, also where they are compressed: the decoder of glTF's
 * Draco reads meshes only.
 */
export function cloudSurface(tile: Pnts, toEcef: Mat4): PointSurface {
  const draco = tile.featureTable.json.optional('extensions')?.optional('3DTILES_draco_point_compression');
  if (draco) return draco.fail('compresses the points, which cannot be drawn as a plan.');
  return { kind: 'points', positions: tablePositions(tile, tile.points), toEcef, colours: tableColours(tile) };
}

function tableColours({ featureTable: table, points }: Pnts): Uint8Array {
  const [rgb, rgba, rgb565] = ['RGB', 'RGBA', 'RGB565'].map((name) => table.json.optional(name));
  const out = new Uint8Array(points * 3);
  if (rgb565) {
    const body = binaryBody(table, rgb565, 2 * points);
    for (let i = 0; i < points; i++) {
      const packed = body[2 * i]! | (body[2 * i + 1]! << 8);
      out.set([(packed >> 11) * 8.226, ((packed >> 5) & 63) * 4.048, (packed & 31) * 8.226], 3 * i);
    }
    return out;
  }
  const size = rgba ? 4 : 3;
  const entry = rgba ?? rgb;
  if (entry) return firstThree(binaryBody(table, entry, size * points), size, out);
  return fill(out, constantColour(table));
}

function constantColour(table: TileTable): ArrayLike<number> {
  const entry = table.json.optional('CONSTANT_RGBA');
  if (!entry) return [GREY, GREY, GREY];
  return entry.isObject ? binaryBody(table, entry, 4) : entry.numbers(4);
}

function firstThree(from: ArrayLike<number>, size: number, out: Uint8Array): Uint8Array {
  for (let i = 0; i < out.length; i++) out[i] = from[Math.floor(i / 3) * size + (i % 3)]!;
  return out;
}

function fill(out: Uint8Array, colour: ArrayLike<number>): Uint8Array {
  for (let i = 0; i < out.length; i++) out[i] = colour[i % 3]!;
  return out;
}
