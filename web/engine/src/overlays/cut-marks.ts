/**
 * The parts of marks that the section keeps: a point or none, an interval of a segment, a part of an outline. Site ENU
 * metres.
 */
import type { Vec3 } from '@overlook/shared/maths';
import { type EnuSection, isShown, shownAlong } from '../geometry/half-spaces.ts';
import { clipRing } from './clip-ring.ts';
import type { PlacedMarks } from './placed-marks.ts';

/** Shares of the length along a segment. */
export type Stretch = readonly [from: number, to: number];

export const WHOLE: Stretch = [0, 1];

const vertexOf = ({ verticesEnu: v }: PlacedMarks, i: number): Vec3 => [v[3 * i]!, v[3 * i + 1]!, v[3 * i + 2]!];

export const isVertexShown = (placed: PlacedMarks, vertex: number, section: EnuSection): boolean =>
  isShown(section, ...vertexOf(placed, vertex));

/** From the first vertex to the second; empty (from beyond to) when all of it is cut. */
export function shownStretch(placed: PlacedMarks, a: number, b: number, section: EnuSection): Stretch {
  const start = vertexOf(placed, a);
  const end = vertexOf(placed, b);
  const [enter, leave] = shownAlong(section, start, [end[0] - start[0], end[1] - start[1], end[2] - start[2]]);
  return [Math.max(0, enter), Math.min(1, leave)];
}

/** The outline through the vertices from `first` up to `end`: flat xyz. */
export function shownRing(placed: PlacedMarks, first: number, end: number, section: EnuSection | null): Float64Array {
  const whole = placed.verticesEnu.subarray(3 * first, 3 * end);
  if (!section) return whole;
  let ring = [...whole];
  const { planes } = section;
  for (let i = 0; i < planes.length && ring.length > 0; i += 4) {
    const [a, b, c, d] = [planes[i]!, planes[i + 1]!, planes[i + 2]!, planes[i + 3]!];
    ring = clipRing(ring, (x, y, z) => a * x + b * y + c * z + d);
  }
  return Float64Array.from(ring);
}
