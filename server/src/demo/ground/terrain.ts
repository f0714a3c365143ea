import type { PlantDescription } from '../plant/types.ts';
import { NoiseField } from './noise.ts';

type Terrain = Pick<PlantDescription, 'halfExtent' | 'levelHalfWidth' | 'levelHalfDepth'>;

const dunes = new NoiseField(4711);

/** Between the level ground and the first dune, metres. */
const SHOULDER = 20;
const RISE = 70;

/**
 * Height of the ground above the site's level, metres: exactly 0 on the level part, low dunes round it, and 0 again at
 * the rim so that the terrain meets the base map.
 */
export function terrainHeight(terrain: Terrain, east: number, north: number): number {
  const outside = Math.hypot(
    Math.max(0, Math.abs(east) - terrain.levelHalfWidth),
    Math.max(0, Math.abs(north) - terrain.levelHalfDepth),
  );
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
  (Math.hypot(east, north) / terrain.halfExtent - 0.66) / 0.3;

export function smooth(t: number): number {
  const c = Math.min(1, Math.max(0, t));
  return c * c * (3 - 2 * c);
}
