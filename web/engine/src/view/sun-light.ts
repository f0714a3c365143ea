/**
 * The light of sun, sky and ground on surfaces without textures. Linear, 1 is what shows white as white.
 *
 * 1. Air takes from sunlight by the thickness that it goes through, and more of the blue: a low sun is weaker and warmer.
 * 2. The sky fades through dusk to a floor, so that a plant can be read at night.
 * 3. The ground sends back a part of both.
 * 4. All of it is exposed as an eye would: a part of what dusk takes is given back, and noon is not too bright.
 */
import { DEG_PER_RAD, type Vec3 } from '@overlook/shared/maths';
import { type SunPosition, directionOfSun } from './sun-position.ts';

export interface SunLight {
  /** Unit vector towards the sun: east, north, up. */
  readonly direction: Vec3;
  /** On a surface that faces the sun; nothing while the sun is down. */
  readonly sun: Vec3;
  /** On a surface that faces up, and one that faces down. */
  readonly sky: Vec3;
  readonly ground: Vec3;
  /** The sun is bright enough for shadows to be seen. */
  readonly hasShadows: boolean;
}

/** Above the air. */
const SUN_ABOVE = 1.72;
/** Optical depth of clear air over a plant, straight up: red, green, blue. */
const AIR_DEPTH: Vec3 = [0.13, 0.205, 0.33];
/** Of a day with a high sun, and of the night. */
const SKY_DAY: Vec3 = [0.31, 0.35, 0.43];
const SKY_NIGHT: Vec3 = [0.135, 0.155, 0.2];
/** Elevations of the sun between which the sky fades, degrees. */
const DUSK_DEG = [-9, 22] as const;
/** Parts of what reaches the ground that it sends back: dry earth and concrete. */
const GROUND_OF_SUN: Vec3 = [0.23, 0.2, 0.16];
const GROUND_OF_SKY: Vec3 = [0.36, 0.33, 0.28];
/** Green on ground that is exposed as it is, how much of a difference from it is taken back, and what exposures there are. */
const EXPOSED_FOR = 1.09;
const ADAPTED = 0.45;
const EXPOSURES = [0.75, 1.45] as const;
/** The sun counts for the exposure as if it were this high at least, sine of the elevation: walls face a low sun. */
const LEAST_HEIGHT = 0.45;
/** Green of sunlight on level ground below which a shadow is no longer visible. */
const FAINTEST = 0.01;

const each = (value: (i: 0 | 1 | 2) => number): Vec3 => [value(0), value(1), value(2)];

export function sunLight(position: SunPosition): SunLight {
  const elevationDeg = position.elevationRad * DEG_PER_RAD;
  const direction = directionOfSun(position);
  const through = airMass(elevationDeg);
  const sun = each((i) => (elevationDeg > 0 ? SUN_ABOVE * Math.exp(-AIR_DEPTH[i] * through) : 0));
  const day = smoothStep(DUSK_DEG[0], DUSK_DEG[1], elevationDeg);
  const sky = each((i) => SKY_NIGHT[i] + (SKY_DAY[i] - SKY_NIGHT[i]) * day);
  const level = Math.max(0, direction[2]);
  const ground = each((i) => GROUND_OF_SUN[i] * sun[i] * level + GROUND_OF_SKY[i] * sky[i]);
  const bright = sun[1] * Math.max(level, LEAST_HEIGHT) + sky[1];
  const exposure = clamp((EXPOSED_FOR / bright) ** ADAPTED, ...EXPOSURES);
  const exposed = (light: Vec3): Vec3 => each((i) => light[i] * exposure);
  return {
    direction,
    sun: exposed(sun),
    sky: exposed(sky),
    ground: exposed(ground),
    hasShadows: sun[1] * level > FAINTEST,
  };
}

/** As a shader takes it: four vectors, 12 numbers. */
export const lightValues = ({ direction, sun, sky, ground }: SunLight): Float32Array =>
  Float32Array.from([...direction, ...sun, ...sky, ...ground]);

/** How many times as much air as straight up (Kasten and Young, 1989). */
function airMass(elevationDeg: number): number {
  const deg = Math.max(0, elevationDeg);
  return 1 / (Math.sin(deg / DEG_PER_RAD) + 0.50572 * (deg + 6.07995) ** -1.6364);
}

function smoothStep(from: number, to: number, value: number): number {
  const share = clamp((value - from) / (to - from), 0, 1);
  return share * share * (3 - 2 * share);
}

const clamp = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value));
