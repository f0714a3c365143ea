import { type Vec3, distance } from '@overlook/shared/maths';
import { HEAD_RISE } from '../plant/assemblies/column.ts';
import { bandBottom, bandTop, roofRise } from '../plant/assemblies/storage-tank.ts';
import { lookAt } from '../plant/home-pose.ts';
import { BUILDINGS } from '../plant/ridgeway-grounds.ts';
import { BULLETS, COLUMNS, SPHERES, TANKS } from '../plant/ridgeway-layout.ts';
import type { EnuPose, Rgb } from '../plant/types.ts';

/**
 * Facts about Ridgeway Gas Plant, for tests of measuring, picking, cropping and drawing. Site ENU metres; the same
 * in every layer.
 */

/** A flat rectangle: a corner, its two edges, and the plane normal · p = offset. */
export interface FlatFace {
  readonly name: string;
  readonly corner: Vec3;
  readonly edgeU: Vec3;
  readonly edgeV: Vec3;
  readonly normal: Vec3;
  readonly offset: number;
}

/** A view whose centre pixel is known: the visible thing, its position, and the colour of its paint. */
export interface SamplePose {
  readonly name: string;
  readonly pose: EnuPose;
  readonly seesTag: string;
  readonly pointEnu: Vec3;
  readonly paint: Rgb;
}

const redTank = TANKS.find((tank) => tank.tag === 'T-103')!;
const blueTank = TANKS.find((tank) => tank.tag === 'T-101')!;
const controlRoom = BUILDINGS.find((it) => it.tag === 'B-3')!;

/** The tank with the red band: an upright cylinder. Band heights are above ground. */
export const RED_TANK = {
  tag: redTank.tag,
  centreEnu: [redTank.east, redTank.north, 0] as Vec3,
  radius: redTank.radius,
  height: redTank.height,
  bandBottom: bandBottom(redTank),
  bandTop: bandTop(redTank),
  bandPaint: redTank.band,
} as const;

/** Tops of the columns' heads above ground by tag, and their shells' radii. */
export const COLUMN_TOPS = COLUMNS.map((it) => ({
  tag: it.tag,
  topEnu: [it.east, it.north, it.height + it.radius * HEAD_RISE] as Vec3,
  radius: it.radius,
}));

const face = (name: string, corner: Vec3, edgeU: Vec3, edgeV: Vec3, normal: Vec3): FlatFace => ({
  name,
  corner,
  edgeU,
  edgeV,
  normal,
  offset: normal[0] * corner[0] + normal[1] * corner[1] + normal[2] * corner[2],
});

/** Clear flat faces that a plane can be fitted to. */
export const FLAT_FACES: readonly FlatFace[] = [
  face('Sphere pad between the spheres', [100, 18, 0], [6, 0, 0], [0, 8, 0], [0, 0, 1]),
  face('Bullet pad, west strip', [-1.5, -98, 0], [5, 0, 0], [0, 14, 0], [0, 0, 1]),
  face(
    'Control room roof deck',
    [controlRoom.west + 0.25, controlRoom.south + 0.25, controlRoom.height - 0.35],
    [controlRoom.width - 0.5, 0, 0],
    [0, controlRoom.depth - 0.5, 0],
    [0, 0, 1],
  ),
  face(
    'Control room west wall',
    [controlRoom.west, controlRoom.south + controlRoom.depth, 0.3],
    [0, -controlRoom.depth, 0],
    [0, 0, controlRoom.height - 0.3],
    [-1, 0, 0],
  ),
];

const named: Readonly<Record<string, Vec3>> = {
  'C-101 top': COLUMN_TOPS[0]!.topEnu,
  'C-102 top': COLUMN_TOPS[1]!.topEnu,
  'T-101 roof centre': [blueTank.east, blueTank.north, blueTank.height + roofRise(blueTank)],
  'T-103 roof centre': [redTank.east, redTank.north, redTank.height + roofRise(redTank)],
  'S-201 crown': [SPHERES[0]!.east, SPHERES[0]!.north, SPHERES[0]!.centreHeight + SPHERES[0]!.radius],
};

const between = (a: string, b: string) => ({ from: a, to: b, metres: distance(named[a]!, named[b]!) });

/** Points people would measure between, and how far apart they are in space. */
export const NAMED_POINTS = named;
export const DISTANCES = [
  between('C-101 top', 'C-102 top'),
  between('T-101 roof centre', 'T-103 roof centre'),
  between('C-102 top', 'S-201 crown'),
];

const bandMiddle = (RED_TANK.bandBottom + RED_TANK.bandTop) / 2;
const bullet = BULLETS[0]!;

/** Views from outside the plant with nothing in between. */
export const SAMPLE_POSES: readonly SamplePose[] = [
  {
    name: 'red band of T-103 from the south',
    pose: lookAt([redTank.east, redTank.north - 50, bandMiddle], [redTank.east, redTank.north, bandMiddle]),
    seesTag: 'T-103',
    pointEnu: [redTank.east, redTank.north - redTank.radius, bandMiddle],
    paint: redTank.band,
  },
  {
    name: 'blue band of T-101 from the south',
    pose: lookAt(
      [blueTank.east, blueTank.north - 60, (bandBottom(blueTank) + bandTop(blueTank)) / 2],
      [blueTank.east, blueTank.north, (bandBottom(blueTank) + bandTop(blueTank)) / 2],
    ),
    seesTag: 'T-101',
    pointEnu: [blueTank.east, blueTank.north - blueTank.radius, (bandBottom(blueTank) + bandTop(blueTank)) / 2],
    paint: blueTank.band,
  },
  {
    name: 'west flank of V-301',
    pose: lookAt([bullet.centre[0] - 22, -84, bullet.centre[2]], [bullet.centre[0], -84, bullet.centre[2]]),
    seesTag: 'V-301',
    pointEnu: [bullet.centre[0] - bullet.radius, -84, bullet.centre[2]],
    paint: bullet.look.colour,
  },
];
