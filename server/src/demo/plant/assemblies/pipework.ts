import { type ReadonlyVec3, normalize, subtract } from '@overlook/shared/maths';
import { pipeRun } from '../../geometry/pipe-run.ts';
import type { Look, PlantBuilder } from '../builder.ts';
import { flange } from './nozzle.ts';

export interface PipeLine {
  /** Line number as on the drawing, e.g. `P-1103-8"`. */
  readonly number: string;
  readonly look: Look;
  readonly radius: number;
  readonly points: readonly ReadonlyVec3[];
  readonly service?: string;
  readonly longestStraight?: number;
}

/** A line as spools and elbows, flanged at both ends; one object per piece, under a group named after the line. */
export function pipeLine(builder: PlantBuilder, parentId: number, line: PipeLine): void {
  const { number, look, radius, points, service = 'Process', longestStraight = 6 } = line;
  const group = builder.group(parentId, number, 'Line', [number]);
  const counts = { straight: 0, elbow: 0 };
  for (const piece of pipeRun(points, radius, longestStraight)) {
    const index = ++counts[piece.kind];
    const kind = piece.kind === 'straight' ? 'Spool' : 'Elbow';
    const design = { 'Outside diameter (m)': 2 * radius, 'Length (m)': round3(piece.length), Service: service };
    builder.object(
      group,
      { name: `${number} ${kind} ${index}`, kind, discipline: 'piping', design },
      { ...look, patches: piece.patches, thickness: 2 * radius },
    );
  }
  for (const [end, at, next] of [
    ['A', points[0]!, points[1]!],
    ['B', points.at(-1)!, points.at(-2)!],
  ] as const) {
    builder.object(
      group,
      { name: `${number} Flange ${end}`, kind: 'Flange', discipline: 'piping' },
      { ...look, patches: flange(at, normalize(subtract(next, at)), radius), thickness: 0.12 },
    );
  }
}

const round3 = (value: number): number => Math.round(value * 1000) / 1000;
