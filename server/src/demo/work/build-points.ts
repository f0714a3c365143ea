import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { boundsOf } from '../../publish/bounds.ts';
import type { Square } from '../tiles/point-sampling.ts';
import { writePnts } from '../tiles/tables.ts';
import type { MadeTile } from '../tiles/tileset.ts';
import { type PointsReport, type Task, pointError, pointUri } from './site-work.ts';

/** Side of the squares that workers sample on their own, metres. */
const WORK_SIDE = 64;

/** The squares of a scanned area, and the sides of the tiles above them from the root down. */
export function pointTasks(halfExtent: number): { squares: Square[]; coarserSides: number[]; tasks: Task[] } {
  const across = (2 * halfExtent) / WORK_SIDE;
  const squares = Array.from({ length: across * across }, (_, i) => ({
    west: -halfExtent + (i % across) * WORK_SIDE,
    south: -halfExtent + Math.floor(i / across) * WORK_SIDE,
    side: WORK_SIDE,
  }));
  const coarserSides: number[] = [];
  for (let side = 2 * halfExtent; side > WORK_SIDE; side /= 2) coarserSides.push(side);
  return { squares, coarserSides, tasks: squares.map((square) => ({ kind: 'points', square, coarserSides })) };
}

/** Writes the tiles above the squares and returns the whole tree. */
export async function joinPoints(
  outDir: string,
  halfExtent: number,
  squares: readonly Square[],
  reports: readonly PointsReport[],
  coarserSides: readonly number[],
): Promise<MadeTile> {
  const build = async (square: Square, depth: number): Promise<MadeTile | null> => {
    const inside = squares.flatMap((s, i) => (holds(square, s) ? [i] : []));
    if (depth === coarserSides.length) return reports[inside[0]!]!.tree;
    const half = square.side / 2;
    const children: MadeTile[] = [];
    for (const [dx, dy] of [
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ] as const) {
      const child = await build(
        { west: square.west + dx * half, south: square.south + dy * half, side: half },
        depth + 1,
      );
      if (child) children.push(child);
    }
    const own = inside.map((i) => reports[i]!.coarser[depth]!);
    const positions = join64(own.map((p) => p.positions));
    if (positions.length === 0) return null;
    const uri = pointUri(square);
    const file = join(outDir, 'points', uri);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, writePnts(positions, join8(own.map((p) => p.colours))));
    return {
      uri,
      bounds: boundsOf(positions),
      geometricError: pointError(square.side, children.length === 0),
      children,
    };
  };
  const root = await build({ west: -halfExtent, south: -halfExtent, side: 2 * halfExtent }, 0);
  if (!root) throw new Error('The scanned area holds no points.');
  return root;
}

const holds = (outer: Square, inner: Square): boolean =>
  inner.west >= outer.west &&
  inner.west < outer.west + outer.side &&
  inner.south >= outer.south &&
  inner.south < outer.south + outer.side;

function join64(parts: readonly Float64Array[]): Float64Array {
  const out = new Float64Array(parts.reduce((sum, part) => sum + part.length, 0));
  parts.reduce((offset, part) => (out.set(part, offset), offset + part.length), 0);
  return out;
}

function join8(parts: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  parts.reduce((offset, part) => (out.set(part, offset), offset + part.length), 0);
  return out;
}
