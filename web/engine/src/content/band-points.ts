/**
 * The points of a content that lie in a band, an upright slab along a line, in the axes of the band: along the line, up,
 * across. Made in the worker, so that contents that are not drawn never reach the page.
 */
import { multiply, type Float64Mat4 } from '@overlook/shared/maths';
import { toFloats } from './accessors.ts';
import { classOf } from './points/scan-values.ts';
import type { PointsPrimitive, Primitive, TileContent } from './content.ts';
import type { Attribute } from './points/scan-values.ts';

export interface Band {
  /** 4 × 4, column-major: the frame of the tile's content to the axes of the band (along, across, up), metres. */
  matrix: Float64Mat4;
  /** Points are in it from 0 to this along the line… */
  lengthMetres: number;
  /** …and up to this to both sides of it. */
  halfThicknessMetres: number;
}

/** Flat arrays, one element for each point unless stated otherwise. */
export interface BandPoints {
  /** (along, across, up), length 3n, metres. */
  positions: Float32Array;
  /** As displayed: red in the lowest byte, then green and blue; the highest is 255. Null where the cloud has none. */
  colors: Uint32Array | null;
  /** ASPRS classes; null where the tiles have none. */
  classes: Uint8Array | null;
}

const OPAQUE = 0xff000000;

/** The points of `content` in `band`, in the order of its primitives. Meshes have none. */
export function pointsInBand(content: TileContent, band: Band): BandPoints {
  const clouds = content.primitives.filter(isCloud).map((cloud) => ({ cloud, ...inBand(cloud, band) }));
  const count = clouds.reduce((sum, { indices }) => sum + indices.length, 0);
  const positions = new Float32Array(3 * count);
  const colors = clouds.some(({ cloud }) => cloud.colors) ? new Uint32Array(count).fill(0xffffffff) : null;
  const classes = clouds.some(({ cloud }) => cloud.scan?.has.classification) ? new Uint8Array(count) : null;
  let at = 0;
  for (const { cloud, indices, positions: own } of clouds) {
    positions.set(own, 3 * at);
    if (colors && cloud.colors) fillColors(colors, at, cloud, cloud.colors, indices);
    const packed = classes && cloud.scan?.packed;
    if (packed) for (let i = 0; i < indices.length; i++) classes[at + i] = classOf(packed[indices[i]!]!);
    at += indices.length;
  }
  return { positions, colors, classes };
}

const isCloud = (primitive: Primitive): primitive is PointsPrimitive => primitive.kind === 'points';

function inBand(cloud: PointsPrimitive, band: Band): { indices: Uint32Array; positions: Float32Array } {
  const m = multiply(band.matrix, cloud.matrix);
  const values = toFloats(cloud.positions);
  const count = values.length / 3;
  const indices = new Uint32Array(count);
  const positions = new Float32Array(values.length);
  const { lengthMetres, halfThicknessMetres: half } = band;
  let found = 0;
  for (let i = 0; i < count; i++) {
    const x = values[3 * i]!;
    const y = values[3 * i + 1]!;
    const z = values[3 * i + 2]!;
    const across = m[1] * x + m[5] * y + m[9] * z + m[13];
    if (!(Math.abs(across) <= half)) continue;
    const along = m[0] * x + m[4] * y + m[8] * z + m[12];
    if (!(along >= 0 && along <= lengthMetres)) continue;
    positions[3 * found] = along;
    positions[3 * found + 1] = across;
    positions[3 * found + 2] = m[2] * x + m[6] * y + m[10] * z + m[14];
    indices[found++] = i;
  }
  return { indices: indices.slice(0, found), positions: positions.slice(0, 3 * found) };
}

function fillColors(
  out: Uint32Array,
  at: number,
  { colorSpace }: PointsPrimitive,
  colors: Attribute,
  indices: Uint32Array,
): void {
  const values = toFloats(colors);
  const { size } = colors;
  const byte = colorSpace === 'srgb' ? byteOf : screenByteOf;
  for (let i = 0; i < indices.length; i++) {
    const from = size * indices[i]!;
    const [red, green, blue] = [byte(values[from]!), byte(values[from + 1]!), byte(values[from + 2]!)];
    out[at + i] = (OPAQUE | (blue << 16) | (green << 8) | red) >>> 0;
  }
}

const byteOf = (value: number): number => Math.round(255 * Math.min(1, Math.max(0, value)));

/** Linear light to display values: the same curve as for drawing tiles. */
const SCREEN_BYTES = Uint8Array.from({ length: 4096 }, (_, i) => Math.round(255 * (i / 4095) ** (1 / 2.2)));
const screenByteOf = (light: number): number => SCREEN_BYTES[Math.round(4095 * Math.min(1, Math.max(0, light)))]!;
