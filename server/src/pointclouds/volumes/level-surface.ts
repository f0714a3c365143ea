import type { Vec3 } from '@overlook/shared/maths';

/** Mean radius of Earth; its difference from place to place is 0.3 %, of a drop of 20 mm at 500 m. */
const EARTH_RADIUS_M = 6_371_000;

const dropM = ([east, north]: Vec3): number => (east ** 2 + north ** 2) / (2 * EARTH_RADIUS_M);

/** A place in a frame east, north and up, with its height above the level surface through the origin instead of the level plane. */
export const levelAbove = (enu: Vec3): Vec3 => [enu[0], enu[1], enu[2] + dropM(enu)];

/** Undoes `levelAbove`. */
export const unlevelled = (enu: Vec3): Vec3 => [enu[0], enu[1], enu[2] - dropM(enu)];
