import { type Mat4, type Vec3, cross, ecefToLla, enuFrame, normalize } from '@overlook/shared/maths';
import type { I3dm } from './formats/tile-content.ts';
import { type TileTable, binaryBody } from './formats/tile-tables.ts';
import { tablePositions } from './table-positions.ts';

/** The matrix of each instance of an i3dm, from model (z up) to tile, column-major (3D Tiles 1.0 §9.6). */
export function instanceMatrices(tile: I3dm): Mat4[] {
  const count = tile.instances;
  const positions = tablePositions(tile, count);
  const scales = instanceScales(tile.featureTable, count);
  const axes = instanceAxes(tile.featureTable, count, positions);
  return Array.from({ length: count }, (_, i) => {
    const [right, forward, up] = axes(i);
    const [sx, sy, sz] = scales(i);
    return [
      ...right.map((v) => v * sx),
      0,
      ...forward.map((v) => v * sy),
      0,
      ...up.map((v) => v * sz),
      0,
      positions[3 * i]!,
      positions[3 * i + 1]!,
      positions[3 * i + 2]!,
      1,
    ];
  });
}

type Axes = [right: Vec3, forward: Vec3, up: Vec3];

function instanceScales(table: TileTable, count: number): (i: number) => Vec3 {
  const uniform = floats(table, 'SCALE', count, 1);
  const each = floats(table, 'SCALE_NON_UNIFORM', count, 3);
  return (i) => {
    const s = uniform?.getFloat32(4 * i, true) ?? 1;
    const n = each ? vector(each, i) : ([1, 1, 1] as Vec3);
    return [s * n[0], s * n[1], s * n[2]];
  };
}

function instanceAxes(table: TileTable, count: number, positions: Float64Array): (i: number) => Axes {
  const up = directions(table, 'NORMAL_UP', count);
  const right = directions(table, 'NORMAL_RIGHT', count);
  if (up && right)
    return (i) => {
      const [u, r] = [normalize(up(i)), normalize(right(i))];
      return [r, normalize(cross(u, r)), u];
    };
  if (table.json.optional('EAST_NORTH_UP')?.value === true)
    return (i) => {
      const m = enuFrame(ecefToLla([positions[3 * i]!, positions[3 * i + 1]!, positions[3 * i + 2]!])).toEcef;
      return [0, 4, 8].map((c) => [m[c]!, m[c + 1]!, m[c + 2]!]) as Axes;
    };
  return () => [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
}

function floats(table: TileTable, name: string, count: number, size: number): DataView | null {
  const entry = table.json.optional(name);
  if (!entry) return null;
  const body = binaryBody(table, entry, 4 * size * count);
  return new DataView(body.buffer, body.byteOffset, body.byteLength);
}

const vector = (view: DataView, i: number): Vec3 => [
  view.getFloat32(12 * i, true),
  view.getFloat32(12 * i + 4, true),
  view.getFloat32(12 * i + 8, true),
];

function directions(table: TileTable, name: string, count: number): ((i: number) => Vec3) | null {
  const exact = floats(table, name, count, 3);
  if (exact) return (i) => vector(exact, i);
  const entry = table.json.optional(`${name}_OCT32P`);
  if (!entry) return null;
  const body = binaryBody(table, entry, 4 * count);
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  return (i) => decodeOct(view.getUint16(4 * i, true), view.getUint16(4 * i + 2, true));
}

/** Octahedral unit vector of two 16-bit numbers (Cigolle et al. 2014, "A survey of efficient representations…"). */
function decodeOct(a: number, b: number): Vec3 {
  const [u, v] = [(a / 65535) * 2 - 1, (b / 65535) * 2 - 1];
  const z = 1 - Math.abs(u) - Math.abs(v);
  if (z >= 0) return normalize([u, v, z]);
  return normalize([(1 - Math.abs(v)) * (u < 0 ? -1 : 1), (1 - Math.abs(u)) * (v < 0 ? -1 : 1), z]);
}
