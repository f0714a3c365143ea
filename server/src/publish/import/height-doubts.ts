import type { Db } from '@overlook/db';
import { distance, type Lla, ecefFromLla } from '@overlook/shared/maths';
import { egm96ToEllipsoid } from '../../pointclouds/crs/geoid.ts';
import type { ImportRequest } from '../import-request.ts';
import type { LayerName } from '../../storage/layers.ts';
import { keptOrigin } from '../register/register-site.ts';

/** Where the sea is nearer to the ellipsoid than this, metres, a difference says nothing about what heights are above. */
const GEOID_LEAST_M = 12;
/** Grounds of two layers of one site differ by so much for other reasons, metres. */
const OTHERWISE_M = 8;
/** Layers whose grounds are farther apart than this, metres, need not have the same. */
const TOGETHER_M = 20_000;

interface Ground {
  readonly name: string;
  readonly ground: Lla;
}

/**
 * A sentence where the grounds of two layers differ by about as much as the sea and the ellipsoid: one of them has its heights above
 * the other surface. Null where they do not.
 */
export function heightDoubt(before: Ground, layer: Ground): string | null {
  const { longitude, latitude, height } = layer.ground;
  const geoidM = Math.abs(egm96ToEllipsoid(latitude, longitude, 0));
  const higherM = height - before.ground.height;
  const awayM = distance(ecefFromLla({ ...layer.ground, height: 0 }), ecefFromLla({ ...before.ground, height: 0 }));
  const isAlike = Math.abs(Math.abs(higherM) - geoidM) <= OTHERWISE_M;
  if (geoidM < GEOID_LEAST_M || !isAlike || awayM > TOGETHER_M) return null;
  return `The ground of ${layer.name} lies ${Math.round(Math.abs(higherM))} m ${higherM > 0 ? 'above' : 'below'} that of ${before.name}, about as much as the sea and the ellipsoid differ here (${Math.round(geoidM)} m): the heights of one of them may be above the other surface. State it with --altitudes.`;
}

/** Compares the layers of an import with the site that keeps others, or else with the first of them; one sentence each. */
export async function heightDoubts(
  db: Db,
  request: ImportRequest,
  checked: readonly { readonly layer: LayerName; readonly ground: Lla }[],
): Promise<string[]> {
  const layers = checked.map(({ layer, ground }): Ground => ({ name: `the layer ${layer}`, ground }));
  const origin = await keptOrigin(db, request);
  const [first, ...others] = origin ? [{ name: 'the site', ground: origin }, ...layers] : layers;
  return others.flatMap((layer) => heightDoubt(first!, layer) ?? []);
}
