/** Points on a small plant whose surfaces are known: a floor, buildings, vessels and pipes. Metres; z is up. */
import { randomFrom } from '../../testing/random-records.ts';
import { SceneSample } from '../scene-sample.ts';

type Point = readonly [number, number, number];
interface Surface {
  readonly areaM2: number;
  readonly at: (u: number, v: number) => Point;
  readonly isFlat: boolean;
}

const rectangle = (corner: Point, along: Point, up: Point): Surface => ({
  areaM2: Math.hypot(...along) * Math.hypot(...up),
  isFlat: true,
  at: (u, v) => [
    corner[0] + u * along[0] + v * up[0],
    corner[1] + u * along[1] + v * up[1],
    corner[2] + u * along[2] + v * up[2],
  ],
});

/** Upright, about a vertical line. */
const vessel = (x: number, y: number, radiusM: number, heightM: number): Surface => ({
  areaM2: 2 * Math.PI * radiusM * heightM,
  isFlat: false,
  at: (u, v) => [x + radiusM * Math.cos(2 * Math.PI * u), y + radiusM * Math.sin(2 * Math.PI * u), v * heightM],
});

/** Level, from a point so far along the heading, degrees anticlockwise from east. */
function pipe([x, y, z]: Point, headingDeg: number, lengthM: number, radiusM: number): Surface {
  const [c, s] = [Math.cos((headingDeg * Math.PI) / 180), Math.sin((headingDeg * Math.PI) / 180)];
  return {
    areaM2: 2 * Math.PI * radiusM * lengthM,
    isFlat: false,
    at: (u, v) => {
      const across = radiusM * Math.cos(2 * Math.PI * u);
      return [
        x + c * v * lengthM - s * across,
        y + s * v * lengthM + c * across,
        z + radiusM * Math.sin(2 * Math.PI * u),
      ];
    },
  };
}

export const FLOOR = rectangle([-20, -15, 0], [40, 0, 0], [0, 30, 0]);
/** Along north. */
export const WALL = rectangle([3, -15, 0], [0, 30, 0], [0, 0, 4]);

const building = (x: number, y: number, wide: number, deep: number, high: number): Surface[] => [
  rectangle([x, y, 0], [wide, 0, 0], [0, 0, high]),
  rectangle([x, y, 0], [0, deep, 0], [0, 0, high]),
  rectangle([x + wide, y, 0], [0, deep, 0], [0, 0, high]),
  rectangle([x, y + deep, 0], [wide, 0, 0], [0, 0, high]),
  rectangle([x, y, high], [wide, 0, 0], [0, deep, 0]),
];

export const PLANT: readonly Surface[] = [
  FLOOR,
  ...building(-15, -10, 6, 4, 3),
  ...building(8, 4, 5, 7, 5),
  vessel(-5, 6, 1.5, 6),
  vessel(0, 6.5, 0.8, 4),
  ...[0, 0.8, 1.6].map((up) => pipe([-12, 1, 2 + up], 0, 22, 0.15)),
  pipe([4, -12, 1.2], 75, 14, 0.25),
];

/** The four corners of each plane surface. */
export const sheetsOf = (surfaces: readonly Surface[]): Point[][] =>
  surfaces.filter(({ isFlat }) => isFlat).map(({ at }) => [at(0, 0), at(1, 0), at(1, 1), at(0, 1)]);

export interface Scan {
  readonly points: number;
  /** Standard deviation along each axis, metres. */
  readonly noiseM?: number;
  readonly seed: number;
  /** How each point was moved. */
  readonly moved?: (point: Point) => Point;
  readonly isScanned?: (point: Point) => boolean;
}

/** A scan of some surfaces, evenly by area. */
export function scanOf(
  surfaces: readonly Surface[],
  { points, noiseM = 0, seed, moved, isScanned }: Scan,
): SceneSample {
  const random = randomFrom(seed);
  const noise = () => noiseM * Math.sqrt(3) * (random() + random() + random() + random() - 2);
  const scene = new SceneSample(60_000);
  const whole = surfaces.reduce((sum, { areaM2 }) => sum + areaM2, 0);
  for (const { areaM2, at } of surfaces)
    for (let i = 0; i < (points * areaM2) / whole; i++) {
      const point = at(random(), random());
      if (isScanned && !isScanned(point)) continue;
      const [x, y, z] = moved ? moved(point) : point;
      scene.add(x + noise(), y + noise(), z + noise());
    }
  return scene;
}
