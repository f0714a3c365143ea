import type { FilePlace } from '../state/local-clouds.ts';
import { command } from '../state/commands.ts';

/** All of a file is in a view of some 45° from so many radii away. */
const RADII_AWAY = 2.5;
/** Of a file of one point, metres. */
const RADIUS_LEAST_M = 1;

/** Flies to where all of a file is seen. */
export const flyToFile = ({ centerEcef, radiusM }: Pick<FilePlace, 'centerEcef' | 'radiusM'>): void =>
  command('flyTo', { pointEcef: centerEcef, distanceMetres: RADII_AWAY * Math.max(RADIUS_LEAST_M, radiusM) });
