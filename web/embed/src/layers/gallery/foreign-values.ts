/** Reads untrusted data of a layer's source: every value may be missing or of another type. */
import type { Vec3 } from '@overlook/shared/maths';
import type { LayerPlace } from '../layer-definition.ts';

export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the list with this name. Throws a TypeError if it does not exist or has more than `most` elements. */
export function listOf(value: unknown, name: string, most: number): readonly unknown[] {
  const list = isFields(value) ? value[name] : null;
  if (!Array.isArray(list)) throw new TypeError(`The source has no list "${name}".`);
  if (list.length > most) throw new TypeError(`The source has ${list.length} ${name}; at most ${most} are shown.`);
  return list;
}

/**
 * Converts `[longitude, latitude, height]` in degrees and metres above the ellipsoid to metres of the site; null if it is
 * invalid.
 */
export function placeEnu({ frame }: LayerPlace, position: unknown): Vec3 | null {
  if (!Array.isArray(position)) return null;
  const [longitude, latitude, height = 0] = position as unknown[];
  if (![longitude, latitude, height].every(Number.isFinite)) return null;
  return frame.enuFromLla(longitude as number, latitude as number, height as number);
}

export const textOf = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);
