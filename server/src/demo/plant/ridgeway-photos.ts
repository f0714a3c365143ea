import { type Vec3, normalize, subtract } from '@overlook/shared/maths';
import type { PhotoLens } from '@overlook/shared/maths';
import type { PlantPhoto } from './types.ts';

/** The cameras of the two captures. */
const GROUND_CAMERA = 'Northline N7';
const DRONE = 'Kestrel M2';
const SPHERE_CAMERA = 'Orbis 360';

const GROUND_LENS: PhotoLens = { projection: 'perspective', widthPx: 1280, heightPx: 960, hfovDeg: 73.7 };
const DRONE_LENS: PhotoLens = { projection: 'perspective', widthPx: 1280, heightPx: 960, hfovDeg: 69.7 };
const SPHERE_LENS: PhotoLens = { projection: 'equirectangular', widthPx: 2048, heightPx: 1024, crop: null };
/** Wide enough for tiles. */
const WIDE_SPHERE_LENS: PhotoLens = { projection: 'equirectangular', widthPx: 4608, heightPx: 2304, crop: null };

/** The first capture was in March, the second in September. */
const FIRST_CAPTURE = Date.parse('2026-03-14T11:10:00+10:30');
const SECOND_CAPTURE = Date.parse('2026-09-22T14:20:00+09:30');
const MINUTE = 60_000;

/** Heading and pitch from one point to another, to a tenth of a degree. */
function anglesTo(from: Vec3, target: Vec3): { headingDeg: number; pitchDeg: number } {
  const [east, north, up] = normalize(subtract(target, from));
  const tenth = (rad: number) => Math.round((1800 * rad) / Math.PI) / 10;
  return { headingDeg: (tenth(Math.atan2(east, north)) + 360) % 360, pitchDeg: tenth(Math.asin(up)) };
}

type Taken = Pick<PlantPhoto, 'position' | 'angles'>;

const shot = (position: Vec3, target: Vec3, rollDeg = 0): Taken => ({
  position,
  angles: { ...anglesTo(position, target), rollDeg },
});
/** At eye height. */
const standing = (east: number, north: number, target: Vec3, rollDeg = 0): Taken =>
  shot([east, north, 1.65], target, rollDeg);
const downwards = (position: Vec3, headingDeg: number): Taken => ({
  position,
  angles: { headingDeg, pitchDeg: -90, rollDeg: 0 },
});
const sphere = (position: Vec3, headingDeg: number, pitchDeg = 0, rollDeg = 0): Taken => ({
  position,
  angles: { headingDeg, pitchDeg, rollDeg },
});

/** The pipe rack, beside it and under it; the columns and their equipment; the structure. */
const PROCESS_AREA = [
  standing(-21, -24, [4, -8, 6]),
  standing(10, -22, [14, -10, 7], 1.5),
  standing(24, -20, [20, 5, 12]),
  standing(55, -22, [30, -8, 7]),
  standing(64, -10, [40, -8, 6]),
  standing(6, -10, [30, -9.5, 5]),
  standing(-10, -9, [15, 17, 14], -2),
  standing(40, -10, [14, 18, 15]),
  standing(22, 4, [14.5, 20, 16]),
  standing(33, 3, [39.5, 20, 15]),
  standing(8, 30, [14, 18, 10]),
  standing(34, 34, [28, 17, 10]),
  standing(-20, 20, [-10, 8, 3]),
  standing(45, 8, [54, 20, 8]),
  standing(66, 30, [54, 21, 7]),
];

/** Tanks, spheres and bullets. */
const STORAGE = [
  standing(-70, -2, [-54, -15, 6]),
  standing(-71, 0, [-88, 17, 7]),
  standing(-36, -20, [-54, -15, 6]),
  standing(-36, 22, [-54, 15, 6]),
  standing(84, 22, [93, 12, 9]),
  standing(103, 22, [113, 33, 9], 1),
  standing(78, 2, [95, 12, 9]),
  standing(4, -62, [14, -79, 4]),
  standing(23, -100, [23, -80, 4]),
];

const UTILITIES = [
  standing(78, -48, [95, -30, 4]),
  standing(-30, 60, [-6, 76, 6]),
  standing(-50, 72, [-62, 84, 25]),
  standing(-4, -57, [-35, -80, 5]),
];

const FROM_THE_AIR = [
  shot([-30, -52, 26], [-60, 2, 4]),
  shot([20, -60, 45], [20, 5, 8]),
  shot([60, -22, 34], [14, 16, 12]),
  shot([80, 60, 40], [100, 22, 6]),
  shot([130, -10, 35], [103, 22, 6]),
  shot([-110, 40, 40], [-75, 0, 4]),
  shot([10, 60, 50], [20, 18, 10]),
  downwards([18, -9, 60], 0),
  downwards([20, 18, 75], 90),
  downwards([-72, 0, 80], 0),
  shot([-85, 60, 62], [-62, 84, 64]),
  shot([25, -120, 40], [23, -80, 3]),
  shot([-40, 110, 50], [0, 78, 6]),
  shot([-140, -110, 90], [0, 0, 0]),
];

const SPHERES = [
  sphere([16, -10.2, 1.8], 32),
  sphere([22, 5.5, 1.8], 0, 0.4, -0.6),
  sphere([-71, 0, 1.8], 90),
  sphere([103, 22, 1.8], 45, 0, 0),
  sphere([49, 22, 11.7], 180),
  sphere([23.3, -64, 1.8], 180),
];

const numbered = (kind: string, first: number, index: number) => `${kind} ${String(first + index).padStart(4, '0')}`;

/**
 * The photos of Ridgeway Gas Plant: their positions and cameras. Each is drawn from the plant's description, so the
 * content of each pixel is known.
 */
export const RIDGEWAY_PHOTOS: readonly PlantPhoto[] = [
  ...[...PROCESS_AREA, ...STORAGE, ...UTILITIES].map((taken, i): PlantPhoto => ({
    ...taken,
    name: numbered('Photo', 101, i),
    heightType: 'ground',
    camera: GROUND_CAMERA,
    lens: GROUND_LENS,
    takenAt: new Date((i % 3 === 2 ? SECOND_CAPTURE : FIRST_CAPTURE) + i * 2 * MINUTE),
  })),
  ...FROM_THE_AIR.map((taken, i): PlantPhoto => ({
    ...taken,
    name: numbered('Aerial', 201, i),
    heightType: 'airborne',
    camera: DRONE,
    lens: DRONE_LENS,
    takenAt: new Date((i % 2 === 0 ? FIRST_CAPTURE : SECOND_CAPTURE) + (90 + i) * MINUTE),
  })),
  ...SPHERES.map((taken, i): PlantPhoto => ({
    ...taken,
    name: numbered('Panosphere', 417, i),
    heightType: 'panosphere',
    camera: SPHERE_CAMERA,
    lens: i === 0 ? WIDE_SPHERE_LENS : SPHERE_LENS,
    takenAt: new Date(FIRST_CAPTURE + (130 + 6 * i) * MINUTE),
  })),
];
