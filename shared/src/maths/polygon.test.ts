import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hasCrossing } from './crossing.ts';
import { enuFrame } from './geodesy.ts';
import { transformPoint } from './matrix.ts';
import { isSelfIntersecting, polygonArea, polygonAreaErrors } from './polygon.ts';
import { numberBetween, starRing } from './testing/index.ts';
import { type Vec3, distance } from './vector.ts';

const SITE = enuFrame({ longitude: 138.4932, latitude: -35.0789, height: 30 });
const toEcef = (pointEnu: Vec3) => transformPoint(SITE.ecefFromEnu, pointEnu);

/** Roof deck of the demo plant's control room, 33.5 by 14.5 m, put into ECEF by PROJ 9.5.1. */
const ROOF: Vec3[] = [
  [-3913245.4817782557, 3462862.692616116, -3645085.8937929976],
  [-3913267.682527458, 3462837.6052341303, -3645085.8937929976],
  [-3913273.9230749886, 3462843.127724707, -3645074.027552466],
  [-3913251.7223257865, 3462868.2151066926, -3645074.027552466],
];

const star = starRing({ step: [0.05, 1], far: [2, 40], corners: [4, 25] });

/** m² between the outermost crossings of level lines, even-odd, by the midpoint rule: computed without vectors. */
function areaByScanning(ring: readonly (readonly [number, number])[]): number {
  const ys = ring.map(([, y]) => y);
  const [bottom, top] = [Math.min(...ys), Math.max(...ys)];
  const lines = 4000;
  const step = (top - bottom) / lines;
  let area = 0;
  for (let line = 0; line < lines; line++) {
    const y = bottom + (line + 0.5) * step;
    const crossings: number[] = [];
    ring.forEach(([x1, y1], i) => {
      const [x2, y2] = ring[(i + 1) % ring.length]!;
      if (y1 > y !== y2 > y) crossings.push(x1 + ((x2 - x1) * (y - y1)) / (y2 - y1));
    });
    crossings.sort((a, b) => a - b);
    for (let i = 0; i + 1 < crossings.length; i += 2) area += (crossings[i + 1]! - crossings[i]!) * step;
  }
  return area;
}

it('knows the roof of the control room', () => {
  const area = polygonArea(ROOF);
  expect(area.surface).toBeCloseTo(33.5 * 14.5, 5);
  // The site's vertical differs from its own by 100 m along the earth.
  expect(area.horizontal).toBeCloseTo(33.5 * 14.5, 5);
  expect(isSelfIntersecting(ROOF)).toBe(false);
});

it('level polygons have the area that scanning finds', () => {
  fc.assert(
    fc.property(star, numberBetween(-20, 80), (ring, height) => {
      const area = polygonArea(ring.map(([x, y]) => toEcef([x, y, height])));
      const scanned = areaByScanning(ring);
      expect(Math.abs(area.horizontal - scanned)).toBeLessThan(2e-3 * Math.max(1, scanned));
      expect(area.surface).toBeCloseTo(area.horizontal, 4);
    }),
    { numRuns: 40 },
  );
});

it('a sloping polygon keeps its surface area, and its plan area is smaller', () => {
  fc.assert(
    fc.property(star, numberBetween(-1.5, 1.5), (ring, slopeRad) => {
      const sloped = ring.map(([x, y]) => toEcef([x, y * Math.cos(slopeRad), y * Math.sin(slopeRad)]));
      const flat = polygonArea(ring.map(([x, y]) => toEcef([x, y, 0])));
      const area = polygonArea(sloped);
      expect(area.surface).toBeCloseTo(flat.surface, 4);
      expect(area.horizontal / flat.surface).toBeCloseTo(Math.cos(slopeRad), 4);
    }),
  );
});

it('fewer than three corners enclose nothing', () => {
  for (const count of [0, 1, 2]) expect(polygonArea(ROOF.slice(0, count))).toMatchObject({ horizontal: 0, surface: 0 });
});

it('an error of one side of a rectangle changes the area by the length of that side', () => {
  const rectangle = [
    [0, 0, 0],
    [20, 0, 0],
    [20, 5, 0],
    [0, 5, 0],
  ].map((p) => toEcef(p as Vec3));
  const diagonal = Math.hypot(20, 5);
  const one = polygonAreaErrors(rectangle, [0.1, 0, 0, 0]);
  expect(one.horizontal).toBeCloseTo((0.1 * diagonal) / 2, 5);
  const all = polygonAreaErrors(rectangle, [0.1, 0.1, 0.1, 0.1]);
  expect(all.surface).toBeCloseTo(0.1 * diagonal, 5);
});

it('stars do not cross themselves, upright ones neither; two of their corners swapped often do', () => {
  fc.assert(
    fc.property(star, numberBetween(0, 3), (ring, tilt) => {
      const stood = ring.map(([x, y]) => toEcef([x, y * Math.cos(tilt), y * Math.sin(tilt)]));
      expect(isSelfIntersecting(stood)).toBe(false);
    }),
  );
  const bowTie: Vec3[] = [
    [0, 0, 0],
    [4, 3, 0],
    [4, 0, 0],
    [0, 3, 0],
  ];
  expect(isSelfIntersecting(bowTie.map(toEcef))).toBe(true);
  expect(isSelfIntersecting(bowTie.map(([x, y]) => toEcef([0, x, y])))).toBe(true);
});

it('the grid finds what comparing every pair finds', () => {
  const spot = fc.tuple(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 12 }));
  fc.assert(
    fc.property(fc.uniqueArray(spot, { minLength: 4, maxLength: 9, selector: String }), (ring) => {
      expect(hasCrossing(ring)).toBe(crossesByParameters(ring));
    }),
    { numRuns: 2000 },
  );
});

/** Whole numbers, so exact: solves for where two edges' lines meet; parallel ones by overlapping extents. */
function crossesByParameters(ring: readonly (readonly [number, number])[]): boolean {
  const edge = (i: number) => [ring[i % ring.length]!, ring[(i + 1) % ring.length]!] as const;
  for (let i = 0; i < ring.length; i++) {
    for (let j = i + 2; j < ring.length; j++) {
      if (i === 0 && j === ring.length - 1) continue;
      const [[a, b], [c, d]] = [edge(i), edge(j)];
      const [r, s, q] = [
        [b[0] - a[0], b[1] - a[1]],
        [d[0] - c[0], d[1] - c[1]],
        [c[0] - a[0], c[1] - a[1]],
      ] as [number, number][];
      const det = r![0] * s![1] - r![1] * s![0];
      const alongR = q![0] * s![1] - q![1] * s![0];
      const alongS = q![0] * r![1] - q![1] * r![0];
      if (det !== 0) {
        const [t, u] = [alongR / det, alongS / det];
        if (t >= 0 && t <= 1 && u >= 0 && u <= 1) return true;
      } else if (alongS === 0) {
        const overlaps = [0, 1].every(
          (k) =>
            Math.max(Math.min(a[k]!, b[k]!), Math.min(c[k]!, d[k]!)) <=
            Math.min(Math.max(a[k]!, b[k]!), Math.max(c[k]!, d[k]!)),
        );
        if (overlaps) return true;
      }
    }
  }
  return false;
}

/** A thin ring of corners that does not cross itself, 50 m around the origin. */
const ringOf = (count: number): [number, number][] =>
  Array.from({ length: count }, (_, i) => {
    const bearing = (i / count) * 2 * Math.PI;
    const far = 50 + 5 * Math.sin(i * 0.7);
    return [far * Math.cos(bearing), far * Math.sin(bearing)];
  });

it('corners are compared with those nearby, not with all', () => {
  const count = 10_000;
  let reads = 0;
  const counted = new Proxy(ringOf(count), {
    get: (corners, key) => {
      reads++;
      return Reflect.get(corners, key) as unknown;
    },
  });
  expect(hasCrossing(counted)).toBe(false);
  // A comparison reads two corners. Comparing every pair would read 10,000 times a corner.
  expect(reads / count).toBeLessThan(100);
});

it('fifty thousand corners are looked through', () => {
  const ring = ringOf(50_000).map(([x, y]) => toEcef([x, y, 0]));
  expect(isSelfIntersecting(ring)).toBe(false);
  expect(distance(polygonArea(ring).middleEcef, toEcef([0, 0, 0]))).toBeLessThan(0.01);
}, 60_000);
