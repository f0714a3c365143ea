import { hash01 } from '../plant/random.ts';
import { type GroundMap, HEIGHT_STEP } from './ground-light.ts';
import { SUN, SUN_RADIUS } from './sun.ts';

/** A block has 16 cells each way: a shift of a cell's number gives that of its block. */
const BLOCK_SHIFT = 4;
const BLOCK = 1 << BLOCK_SHIFT;
/** What the blocks of a map are called: all cells in and next to the block are lit, all are in shade, or neither. */
const LIT = 0;
const MIXED = 1;
const DARK = 2;

/** The state of each block of 16 × 16 cells of a finished map. */
interface Blocks {
  readonly map: GroundMap;
  readonly states: Uint8Array;
  readonly columns: number;
  readonly cellsPerMetre: number;
}

/**
 * Summarises a finished map: most of the ground is in the open or under large things, and one look-up here saves many in
 * the large map.
 */
function summarise(map: GroundMap): Blocks {
  const { cells, data, half } = map;
  const columns = Math.ceil(cells / BLOCK);
  const own = new Uint8Array(columns * columns);
  for (let row = 0; row < columns; row++)
    for (let column = 0; column < columns; column++) own[row * columns + column] = stateOf(map, column, row);
  const states = new Uint8Array(own.length);
  for (let row = 0; row < columns; row++)
    for (let column = 0; column < columns; column++) {
      const at = row * columns + column;
      let [hasLit, hasDark] = [false, false];
      for (let j = row - 1; j <= row + 1; j++)
        for (let i = column - 1; i <= column + 1; i++) {
          const isOutside = i < 0 || j < 0 || i >= columns || j >= columns;
          const state = isOutside ? LIT : own[j * columns + i]!;
          if (state !== DARK) hasLit = true;
          if (state !== LIT) hasDark = true;
        }
      states[at] = !hasDark ? LIT : hasLit ? MIXED : DARK;
    }
  return { map: { cells, data, half }, states, columns, cellsPerMetre: cells / (2 * half) };
}

/** The state of the cells of one block alone. */
function stateOf({ cells, data }: GroundMap, column: number, row: number): number {
  let [hasLit, hasDark] = [false, false];
  for (let y = row * BLOCK; y < Math.min(cells, (row + 1) * BLOCK); y++)
    for (let x = column * BLOCK; x < Math.min(cells, (column + 1) * BLOCK); x++) {
      if (data[y * cells + x] === 0) hasLit = true;
      else hasDark = true;
      if (hasLit && hasDark) return MIXED;
    }
  return hasDark ? DARK : LIT;
}

let latest: readonly GroundMap[] = [];
let latestBlocks: readonly Blocks[] = [];

/** One list of maps at a time is in use, for very many points. */
function blocksOf(maps: readonly GroundMap[]): readonly Blocks[] {
  if (maps !== latest) [latest, latestBlocks] = [maps, maps.map(summarise)];
  return latestBlocks;
}

/** Whether the sun shines on the cell of a point, given in cells from the map's corner; it does outside the map. */
function isLit({ cells, data }: GroundMap, x: number, y: number): boolean {
  const i = Math.floor(x);
  const j = Math.floor(y);
  return i < 0 || j < 0 || i >= cells || j >= cells || data[j * cells + i] === 0;
}

/** Height of the caster over the cell of a point, in steps. */
function casterAt({ cells, data }: GroundMap, x: number, y: number): number {
  const i = Math.floor(x);
  const j = Math.floor(y);
  return i < 0 || j < 0 || i >= cells || j >= cells ? 0 : data[j * cells + i]!;
}

const TAPS = 8;
const RING_X = new Float64Array(TAPS);
const RING_Y = new Float64Array(TAPS);
for (let i = 0; i < TAPS; i++) {
  const r = Math.sqrt((i + 0.5) / TAPS);
  const a = i * 2.399963;
  RING_X[i] = r * Math.cos(a);
  RING_Y[i] = r * Math.sin(a);
}

/** How far aside casters are looked for, and the widest penumbra, metres. */
const WIDE = 0.5;

/** Share of the sun seen from a ground point at height z: maps from fine to coarse, the first that holds the point. */
export function sunOnGround(maps: readonly GroundMap[], east: number, north: number, z: number): number {
  const x = east - (SUN[0] / SUN[2]) * z;
  const y = north - (SUN[1] / SUN[2]) * z;
  const all = blocksOf(maps);
  for (let m = 0; m < all.length; m++) {
    const { map, states, columns, cellsPerMetre: k } = all[m]!;
    const { half, cells } = map;
    const i = Math.floor((x + half) * k);
    const j = Math.floor((y + half) * k);
    if (i < 0 || j < 0 || i >= cells || j >= cells) continue;
    const state = states[(j >> BLOCK_SHIFT) * columns + (i >> BLOCK_SHIFT)]!;
    if (state === LIT) return 1;
    if (state === DARK) return 0;
    return penumbra(map, x, y, j * cells + i);
  }
  return 1;
}

/** @param centre the cell of the point. */
function penumbra(map: GroundMap, x: number, y: number, centre: number): number {
  const { half, cells } = map;
  const k = cells / (2 * half);
  // Penumbra of the highest caster around; looking a little aside finds the edge from the lit side too.
  let caster = map.data[centre]!;
  for (let i = 0; i < TAPS; i += 2) {
    const height = casterAt(map, (x + RING_X[i]! * WIDE + half) * k, (y + RING_Y[i]! * WIDE + half) * k);
    if (height > caster) caster = height;
  }
  if (caster === 0) return 1;
  const cell = (2 * half) / cells;
  const radius = Math.max(0.75 * cell, Math.min(WIDE, caster * HEIGHT_STEP * SUN_RADIUS * 1.3));
  const turn = hash01(centre, 3) * 6.28;
  const c = Math.cos(turn);
  const s = Math.sin(turn);
  let lit = 0;
  for (let i = 0; i < TAPS; i++) {
    const rx = RING_X[i]!;
    const ry = RING_Y[i]!;
    if (isLit(map, (x + (rx * c - ry * s) * radius + half) * k, (y + (rx * s + ry * c) * radius + half) * k)) lit++;
  }
  return lit / TAPS;
}
