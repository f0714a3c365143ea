/**
 * The order in which chunks are built, and the data that they exchange. Two points of a level keep their distance over
 * the borders of chunks, too: a chunk gets the nearby picks of those chunks that are built before it. Because of the
 * colouring, most neighbours of a chunk are built at very different times, so that threads hardly ever wait.
 */
import type { Candidate, Chunk } from './build-chunk.ts';
import { cellDistance, type CloudCube, sideOf, spacingOf } from './cloud-cube.ts';
import { type EarlierPick, firstPickedLevel, type Ghosts } from './sample-levels.ts';

/** A chunk with the others that it waits for, by their places in the order. */
export interface OrderedChunk extends Chunk {
  readonly waitsFor: readonly number[];
  /** Chunks that wait for this one. */
  readonly later: readonly number[];
}

/** Alternate cells along each axis have the same colour. */
const colourOf = ({ cell: [x, y, z] }: Chunk): number => (x & 1) | ((y & 1) << 1) | ((z & 1) << 2);

/** Chunks in the order in which their results count; `chunks` in any fixed order. */
export function orderChunks(cube: CloudCube, chunks: readonly Chunk[]): OrderedChunk[] {
  const ordered = chunks
    .map((chunk) => ({ ...chunk, waitsFor: [] as number[], later: [] as number[] }))
    .sort((a, b) => colourOf(a) - colourOf(b));
  for (const [index, chunk] of ordered.entries())
    for (let before = 0; before < index; before++) {
      if (!doMeet(cube, ordered[before]!, chunk)) continue;
      chunk.waitsFor.push(before);
      ordered[before]!.later.push(index);
    }
  return ordered;
}

/** Whether two chunks may pick points of one level that are nearer than its spacing. */
function doMeet(cube: CloudCube, a: Chunk, b: Chunk): boolean {
  const level = Math.max(firstPickedLevel(a), firstPickedLevel(b));
  return cellDistance(cube, a, b) < spacingOf(cube, level);
}

/** Those of some picks that are nearer to a chunk than the spacing of their level. */
export function ghostsNear(cube: CloudCube, chunk: Chunk, picks: Ghosts): Ghosts {
  const side = sideOf(cube, chunk.level);
  const [x0, y0, z0] = chunk.cell.map((value) => value * side) as [number, number, number];
  const found: number[] = [];
  for (let at = 0; at < picks.length; at += 4) {
    const dx = outside(picks[at]! - x0, side);
    const dy = outside(picks[at + 1]! - y0, side);
    const dz = outside(picks[at + 2]! - z0, side);
    if (dx * dx + dy * dy + dz * dz <= spacingOf(cube, picks[at + 3]!) ** 2) found.push(at);
  }
  const near = new Uint32Array(4 * found.length);
  for (const [place, at] of found.entries()) near.set(picks.subarray(at, at + 4), 4 * place);
  return near;
}

/** Ghosts of several sources as one. */
export function joinGhosts(parts: readonly Ghosts[]): Ghosts {
  const joined = new Uint32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let length = 0;
  for (const part of parts) {
    joined.set(part, length);
    length += part.length;
  }
  return joined;
}

/** The distance of a coordinate from the interval 0 … side. */
const outside = (place: number, side: number): number => Math.max(0, -place, place - side);

/** Picks of levels whose cells are larger than the chunks in them, by the places of their chunks in the order. */
export interface FirstPicks {
  readonly ofChunk: ReadonlyMap<number, readonly EarlierPick[]>;
  readonly picks: readonly (Candidate & { readonly chunk: number })[];
}

/**
 * Chooses the points of levels whose cells are larger than single chunks from the candidates of these chunks, level by level: of
 * a cell without a coarser point the first candidate that is not nearer than the spacing to another. There are few of them.
 */
export function pickFirst(cube: CloudCube, candidates: ReadonlyMap<number, readonly Candidate[]>): FirstPicks {
  const all = [...candidates].flatMap(([chunk, own]) => own.map((candidate) => ({ ...candidate, chunk })));
  const picks: (Candidate & { chunk: number })[] = [];
  const deepest = all.reduce((most, { level }) => Math.max(most, level), -1);
  for (let level = 0; level <= deepest; level++) {
    const bits = cube.rootBits - level - 7;
    const cellKey = ({ x, y, z }: Candidate) => `${x >>> bits}-${y >>> bits}-${z >>> bits}`;
    const full = new Set(picks.map(cellKey));
    const limit = spacingOf(cube, level) ** 2;
    for (const candidate of all) {
      if (candidate.level !== level || full.has(cellKey(candidate))) continue;
      const isNear = picks.some((pick) => squareBetween(pick, candidate) < limit);
      if (isNear) continue;
      full.add(cellKey(candidate));
      picks.push(candidate);
    }
  }
  const ofChunk = new Map<number, EarlierPick[]>();
  for (const { chunk, level, index } of picks) {
    if (!ofChunk.has(chunk)) ofChunk.set(chunk, []);
    ofChunk.get(chunk)!.push({ level, index });
  }
  return { ofChunk, picks };
}

const squareBetween = (a: Candidate, b: Candidate): number => (a.x - b.x) ** 2 + (a.y - b.y) ** 2 + (a.z - b.z) ** 2;

/** Picks of other chunks as ghosts. */
export function ghostsOf({ picks }: FirstPicks, exceptChunk: number): Ghosts {
  const others = picks.filter(({ chunk }) => chunk !== exceptChunk);
  const ghosts = new Uint32Array(4 * others.length);
  for (const [index, { x, y, z, level }] of others.entries()) ghosts.set([x, y, z, level], 4 * index);
  return ghosts;
}
