/** The stated intervals of figures on a point cloud, against the exact surfaces of the demo plant. */
import { surfacePoints } from '@overlook/server/demo/photo-truth';
import { PlantSurface } from '@overlook/server/demo/plant-surface';
import { describeSite } from '@overlook/server/demo/sites';
import { clickOnCloud } from '@overlook/engine/testing/click-on-cloud';
import type { FigureKind } from '@overlook/shared/config';
import { type Vec3, add, dot, normalize, scale } from '@overlook/shared/maths';
import { randomFrom } from '@overlook/shared/maths/testing';
import { figureResult } from '@overlook/shared/measurements';
import { describe, expect, it } from 'vitest';

/** Clicks, and figures of each kind. More of them on demand: `TRIALS=2000`. */
const TRIALS = Number(process.env['TRIALS'] ?? 180);
/** Metres between the points that a scan kept, and standard deviation of its noise, metres. The first is the demo's own cloud. */
const SCANS = [
  { spacingM: 0.115, noiseM: 0 },
  { spacingM: 0.115, noiseM: 0.003 },
  { spacingM: 0.05, noiseM: 0.002 },
  { spacingM: 0.03, noiseM: 0.002 },
  { spacingM: 0.01, noiseM: 0.002 },
  { spacingM: 0.01, noiseM: 0.004 },
];
/** From head-on to this cosine. */
const FACING_LEAST = 0.2;
const NEAREST_M = 3;
const FARTHEST_M = 45;
/** A target is seen if nothing comes this much before it, metres. */
const SEEN_M = 0.01;

const random = randomFrom(7);
const gauss = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

interface Click {
  readonly directionEnu: Vec3;
  /** Along the ray, metres: the clicked place behind the true one. */
  readonly offM: number;
  readonly errorMetres: number;
}

/** Clicks on what is seen of the plant from random places, by scan. */
function makeClicks(count: number): Click[][] {
  const plant = describeSite('ridgeway');
  const surface = new PlantSurface(plant);
  const clicks: Click[][] = SCANS.map(() => []);
  // About a third of the places is hidden.
  for (const [i, { pointEnu, normal }] of surfacePoints(plant, 2 * count, 3).entries()) {
    const scan = i % SCANS.length;
    if (clicks[scan]!.length >= count / SCANS.length) continue;
    const click = clickAt(surface, pointEnu, normal, SCANS[scan]!);
    if (click) clicks[scan]!.push(click);
  }
  return clicks;
}

/** Null where something else is before the place. */
function clickAt(surface: PlantSurface, pointEnu: Vec3, normal: Vec3, scan: (typeof SCANS)[number]): Click | null {
  let way: Vec3;
  do way = normalize([gauss(), gauss(), gauss()]);
  while (dot(way, normal) < FACING_LEAST);
  const awayM = NEAREST_M * (FARTHEST_M / NEAREST_M) ** random();
  const origin = add(pointEnu, scale(way, awayM));
  const direction = scale(way, -1);
  const trueM = surface.distanceAlong(origin, direction);
  if (Math.abs(trueM - awayM) > SEEN_M) return null;
  const radiusM = Math.max(8 * scan.spacingM, 0.3);
  const beam = {
    originEnu: origin,
    directionEnu: direction,
    from: trueM - 1 - radiusM,
    to: trueM + 1 + radiusM,
    radiusM,
  };
  const points = surface.scanned(beam, scan.spacingM, random, () => scan.noiseM * gauss());
  const hit = clickOnCloud(points, scan.spacingM, { origin, direction });
  if (!hit) return null;
  const [x, y, z] = hit.pointEcef;
  const offM = dot([x - origin[0], y - origin[1], z - origin[2]], direction) - trueM;
  return { directionEnu: direction, offM, errorMetres: hit.errorMetres };
}

/** Figures of four points fail where one of the four does. */
const LEAST_HELD = { distance: 0.94, height: 0.94, angle: 0.92, plane: 0.92, area: 0.9 };
const FIGURES = [
  { kind: 'distance', count: 2 },
  { kind: 'height', count: 2 },
  { kind: 'area', count: 4 },
  { kind: 'plane', count: 4 },
  { kind: 'angle', count: 3 },
] as const satisfies readonly { kind: FigureKind; count: number }[];

/** Corners of a field of about 10 m that is neither flat nor level, by clicks; for the truth as well. */
function corners(clicks: readonly Click[]) {
  const places: Vec3[] = [
    [0, 0, 0],
    [10, 0, 1],
    [10, 8, 2],
    [0, 9, 3],
  ];
  return clicks.map(({ directionEnu, offM, errorMetres }, i) => {
    const truth = places[i]!.map((value) => value + 4 * random()) as Vec3;
    // East, north and up of the point of the equator on the prime meridian.
    const toEcef = ([east, north, up]: Vec3): Vec3 => [6_378_137 + up, east, north];
    const point = add(truth, scale(directionEnu, offM));
    return { truth: { pointEcef: toEcef(truth), errorMetres }, point: { pointEcef: toEcef(point), errorMetres } };
  });
}

describe('figures by clicks on a cloud', { timeout: 600_000 }, () => {
  const scans = makeClicks(TRIALS);

  it('are made of enough clicks', () => {
    expect(scans.every((clicks) => clicks.length > 0.6 * (TRIALS / SCANS.length))).toBe(true);
  });

  it.each(FIGURES)('$kind: the stated interval holds the truth as often as documented', ({ kind, count }) => {
    let held = 0;
    const [errors, stated] = [[] as number[], [] as number[]];
    for (let i = 0; i < TRIALS; i++) {
      const clicks = scans[i % SCANS.length]!;
      const made = corners(Array.from({ length: count }, () => clicks[Math.trunc(random() * clicks.length)]!));
      const measured = figureResult(
        kind,
        made.map(({ point }) => point),
      );
      const truth = figureResult(
        kind,
        made.map(({ truth: point }) => point),
      );
      if (measured?.error == null || !truth) continue;
      const error = Math.abs(measured.value - truth.value);
      if (error <= measured.error) held++;
      errors.push(error);
      stated.push(measured.error);
    }
    const share = held / errors.length;
    const figures = `median error ${median(errors)}, stated ${median(stated)}`;
    // Four standard deviations of the share in so few.
    const byChance = 4 * Math.sqrt((0.95 * 0.05) / errors.length);
    expect(share, figures).toBeGreaterThan(LEAST_HELD[kind] - byChance);
    // The nearest stored point is off by more than the spacing.
    expect(median(errors)).toBeLessThan(kind === 'area' ? 0.1 : 0.02);
  });
});

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1]!;
