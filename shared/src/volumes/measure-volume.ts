import { RIM_CORNERS } from '../config/index.ts';
import type { Vec3 } from '../maths/index.ts';
import { crossingEdges, isFlatRing, isInRing, type RingCorner } from '../mocs/index.ts';
import { baseUnder, type FlatBase } from './base.ts';
import { type Cells, layOutCells } from './cells.ts';
import { type Contour, contoursOf } from './contours.ts';
import { fillHoles } from './fill-holes.ts';
import { type HeightPoints, type Heights, heightsOver } from './heights.ts';
import { type Difference, type MeasuredVolume, type Volumes, volumesOver } from './volume-over.ts';

export interface VolumeQuestion {
  /**
   * The corners in order, without crossings, metres east and north and above the level surface through the frame's origin, which is their
   * middle.
   */
  readonly rim: readonly Vec3[];
  readonly points: HeightPoints;
  /** A flat one, or the surface of another capture. */
  readonly base: FlatBase | { readonly kind: 'points'; readonly points: HeightPoints };
  /** Side of the cells; null chooses it by the spacing of the points. */
  readonly stepM: number | null;
  /** Standard error of the heights that all points share: of levels, or of one capture against the other. */
  readonly heightErrorM: number;
}

export interface VolumeOfRim extends Volumes {
  readonly stepM: number;
  /** Mean spacing of the points in the rim; of two captures the wider one. */
  readonly spacingM: number;
  readonly areaM2: number;
  /** Points in the rim, of both captures. */
  readonly points: number;
  /** Without points, filled from around. */
  readonly filledM2: number;
  /** Too far from any points: in none of the figures. */
  readonly unseenM2: number;
  /** Where points lie at several heights, as at walls and under pipes; their median was taken. */
  readonly steepM2: number;
  /** Of the surface above the base. */
  readonly highestM: number;
  readonly lowestM: number;
  /** The same figures with cells twice as wide: their difference is the effect of the step. */
  readonly coarser: { readonly stepM: number; readonly fillM3: number; readonly cutM3: number; readonly netM3: number };
  readonly contours: readonly Contour[];
}

/** Which rule of rims is broken. */
export type RimProblem =
  | { readonly rule: 'corners' | 'flat' }
  /** Edge i runs from corner i to the next. */
  | { readonly rule: 'crossing'; readonly edges: readonly [number, number] };

/** Side of the cells in spacings of the points. */
const STEP_SPACINGS = 2.5;
/** Narrower cells have too few points to tell their noise. */
const STEP_SPACINGS_LEAST = 2;
/** Cells over a ring at most. */
const CELLS_MOST = 40_000;
/** A surface needs more cells than this along the side of a square of its area. */
const CELLS_ACROSS = 3;

/** Why nothing can be measured in a rim; null where it can. */
export function rimProblem(ring: readonly RingCorner[]): RimProblem | null {
  if (ring.length < RIM_CORNERS.least || ring.length > RIM_CORNERS.most) return { rule: 'corners' };
  if (isFlatRing(ring)) return { rule: 'flat' };
  const edges = crossingEdges(ring);
  return edges && { rule: 'crossing', edges };
}

/**
 * The volume between the points in a rim and a base, over square cells: see `heightsOver`. Null where there are too few points.
 * Overhangs cannot be told: a cell has one height.
 */
export function measureVolume({ rim, base, stepM, heightErrorM, ...question }: VolumeQuestion): VolumeOfRim | null {
  const ring = rim.map(([east, north]): RingCorner => [east, north]);
  const points = pointsIn(ring, question.points);
  const below = base.kind === 'points' ? pointsIn(ring, base.points) : null;
  const areaM2 = areaOf(ring);
  const spacingM = Math.sqrt(areaM2 / Math.min(points.count, below?.count ?? Infinity));
  const least = Math.max(STEP_SPACINGS_LEAST * spacingM, Math.sqrt(areaM2 / CELLS_MOST));
  const chosenM = Math.max(least, stepM ?? STEP_SPACINGS * spacingM);
  if (!(CELLS_ACROSS * chosenM < Math.sqrt(areaM2))) return null;
  const over = (step: number) => {
    const cells = layOutCells(ring, step);
    const top = surfaceOver(cells, points);
    const under = base.kind === 'points' ? surfaceOver(cells, below!) : flatUnder(base, rim, cells);
    return { top, difference: differenceOf(cells, top, under, heightErrorM) };
  };
  const { top, difference } = over(chosenM);
  const fine = volumesOver(difference);
  const coarser = volumesOver(over(2 * chosenM).difference);
  return {
    ...fine,
    fill: withStep(fine.fill, coarser.fill),
    cut: withStep(fine.cut, coarser.cut),
    net: withStep(fine.net, coarser.net),
    ...areasOf(difference, top.heights),
    stepM: chosenM,
    spacingM,
    areaM2,
    points: points.count + (below?.count ?? 0),
    coarser: { stepM: 2 * chosenM, fillM3: coarser.fill.m3, cutM3: coarser.cut.m3, netM3: coarser.net.m3 },
    contours: contoursOf(difference.cells, {
      aboveM: difference.aboveM,
      upM: top.upM,
      leastM: 2 * fine.detectionM,
    }),
  };
}

/**
 * Adds the error of the step to an interval. It grows with the square of the step, so that a third of the difference to a step twice as wide
 * is expected; half of it is taken.
 */
const withStep = ({ m3, halfWidth95M3 }: MeasuredVolume, coarser: MeasuredVolume): MeasuredVolume => ({
  m3,
  halfWidth95M3: Math.hypot(halfWidth95M3, (coarser.m3 - m3) / 2),
});

function pointsIn(ring: readonly RingCorner[], { eastM, northM, upM, count }: HeightPoints): HeightPoints {
  const kept = { eastM: new Float32Array(count), northM: new Float32Array(count), upM: new Float32Array(count) };
  let size = 0;
  for (let point = 0; point < count; point++) {
    if (!isInRing([eastM[point]!, northM[point]!], ring)) continue;
    kept.eastM[size] = eastM[point]!;
    kept.northM[size] = northM[point]!;
    kept.upM[size++] = upM[point]!;
  }
  return { ...kept, count: size };
}

/** By the shoelace formula, relative to the first corner. */
function areaOf(ring: readonly RingCorner[]): number {
  const [x0, y0] = ring[0]!;
  const twice = ring.reduce((total, [x, y], i) => {
    const [nextX, nextY] = ring[(i + 1) % ring.length]!;
    return total + (x - x0) * (nextY - y0) - (nextX - x0) * (y - y0);
  }, 0);
  return Math.abs(twice) / 2;
}

interface Surface {
  readonly upM: Float64Array;
  readonly sigmaM: Float64Array | null;
  readonly holeOf: Uint32Array | null;
  readonly holes: number;
  readonly baseErrorM: number;
}

function surfaceOver(cells: Cells, points: HeightPoints): Surface & { heights: Heights } {
  const heights = heightsOver(cells, points);
  return { ...fillHoles(cells, heights), upM: heights.upM, sigmaM: heights.sigmaM, baseErrorM: 0, heights };
}

function flatUnder(base: FlatBase, rim: readonly Vec3[], cells: Cells): Surface {
  return { ...baseUnder(base, rim, cells), sigmaM: null, holeOf: null, holes: 0 };
}

function differenceOf(cells: Cells, top: Surface, under: Surface, heightErrorM: number): Difference {
  const holeOf = top.holeOf!.slice();
  if (under.holeOf) for (const [cell, hole] of under.holeOf.entries()) if (hole > 0) holeOf[cell] ||= top.holes + hole;
  return {
    cells,
    aboveM: top.upM.map((up, cell) => up - under.upM[cell]!),
    sigmaM: top.sigmaM!.map((sigma, cell) => Math.hypot(sigma, under.sigmaM?.[cell] ?? 0)),
    holeOf,
    holes: top.holes + under.holes,
    heightErrorM,
    baseErrorM: under.baseErrorM,
  };
}

function areasOf({ cells, aboveM, holeOf }: Difference, { isSteep }: Heights) {
  let [filledM2, unseenM2, steepM2, highestM, lowestM] = [0, 0, 0, -Infinity, Infinity];
  for (const [cell, inside] of cells.insideM2.entries()) {
    if (inside === 0) continue;
    const above = aboveM[cell]!;
    if (Number.isNaN(above)) {
      unseenM2 += inside;
      continue;
    }
    if (holeOf[cell]! > 0) filledM2 += inside;
    if (isSteep[cell] === 1) steepM2 += inside;
    highestM = Math.max(highestM, above);
    lowestM = Math.min(lowestM, above);
  }
  return { filledM2, unseenM2, steepM2, highestM, lowestM };
}
