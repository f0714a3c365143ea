import type { PlantDescription } from '../plant/types.ts';
import { NoiseField } from './noise.ts';

type Terrain = Pick<PlantDescription, 'halfExtent' | 'levelHalfWidth' | 'levelHalfDepth'>;

const dunes = new NoiseField(4711);

/** Between the level ground and the first dune, metres. */
const SHOULDER = 20;
const RISE = 70;
/** Where the rim begins and how wide it is, shares of half the terrain's side. */
const RIM_FROM = 0.66;
const RIM_WIDTH = 0.3;

/**
 * Height of the ground above the site's level, metres: exactly 0 on the level part, low dunes round it, and 0 again at
 * the rim so that the terrain meets the base map.
 */
export function terrainHeight(terrain: Terrain, east: number, north: number): number {
  const beyondEast = Math.max(0, Math.abs(east) - terrain.levelHalfWidth);
  const beyondNorth = Math.max(0, Math.abs(north) - terrain.levelHalfDepth);
  const outside = lengthOf(beyondEast, beyondNorth);
  if (outside <= SHOULDER) return 0;
  const rim = rimShare(terrain, east, north);
  const rise = smooth((outside - SHOULDER) / RISE) * (1 - smooth(rim));
  if (rise <= 0) return 0;
  const swell = dunes.fractal(east / 95 + 31, north / 60 + 7, 3);
  const ripple = dunes.at(east / 14, north / 9) * 0.25;
  return rise * (swell * 4.2 + ripple);
}

/** 0 inside, 1 where there is only plain sand; it grows over the outer third of the terrain. */
export const rimShare = (terrain: Pick<Terrain, 'halfExtent'>, east: number, north: number): number =>
  (lengthOf(east, north) / terrain.halfExtent - RIM_FROM) / RIM_WIDTH;

/** Length of a vector, at least 0: with the results of Math.hypot in Node, which takes several times as long. */
function lengthOf(x: number, y: number): number {
  const [wide, high] = [Math.abs(x), Math.abs(y)];
  const most = wide > high ? wide : high;
  if (most === 0) return 0;
  const across = wide / most;
  const up = high / most;
  return Math.sqrt(across * across + up * up) * most;
}

export function smooth(t: number): number {
  const c = Math.min(1, Math.max(0, t));
  return c * c * (3 - 2 * c);
}
