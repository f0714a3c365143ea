import type { Mat4 } from '@overlook/shared/maths';
import type { JsonNode } from '../formats/json-node.ts';
import type { Pnts } from '../formats/tile-content.ts';
import { type TileTable, binaryBody, globalVector } from '../formats/tile-tables.ts';
import { tablePositions } from '../table-positions.ts';
import { decodeCloud } from './draco.ts';
import type { PointSurface } from './surfaces.ts';

/** Of points without colours. */
const GREY = 170;

/** The points of a tile (3D Tiles 1.0 §9.5). Throws `BadContent`. */
export async function cloudSurface(tile: Pnts, toEcef: Mat4): Promise<PointSurface> {
  const draco = tile.featureTable.json.optional('extensions')?.optional('3DTILES_draco_point_compression');
  if (draco) return dracoSurface(tile, draco, toEcef);
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

async function dracoSurface(tile: Pnts, draco: JsonNode, toEcef: Mat4): Promise<PointSurface> {
  const { featureTable: table } = tile;
  const properties = draco.get('properties');
  const colour = properties.optional('RGB') ?? properties.optional('RGBA');
  const ids = [properties.get('POSITION').integer(), ...(colour ? [colour.integer()] : [])];
  const bytes = binaryBody(table, draco, draco.get('byteLength').integer(1));
  const [positions, colours] = await decodeCloud(bytes, ids);
  const rtc = globalVector(table, 'RTC_CENTER', 3) ?? [0, 0, 0];
  const out = new Uint8Array(positions!.length);
  return {
    kind: 'points',
    positions: Float64Array.from(positions!, (value, i) => value + rtc[i % 3]!),
    toEcef,
    colours: colours ? firstThree(colours, properties.optional('RGB') ? 3 : 4, out) : fill(out, constantColour(table)),
  };
}

function firstThree(from: ArrayLike<number>, size: number, out: Uint8Array): Uint8Array {
  for (let i = 0; i < out.length; i++) out[i] = from[Math.floor(i / 3) * size + (i % 3)]!;
  return out;
}

function fill(out: Uint8Array, colour: ArrayLike<number>): Uint8Array {
  for (let i = 0; i < out.length; i++) out[i] = colour[i % 3]!;
  return out;
}
