import { loadCrsEngines } from '@overlook/engine/crs-engines';
import type { EpsgText } from '@overlook/shared/config';
import { crsOfEpsg, openProjection, resolveCrs } from '@overlook/shared/crs';
import { numberText, withUnit } from '@overlook/shared/format';
import type { Lla } from '@overlook/shared/maths';

/** A map projection with coordinates in metres, ready to compute. Heights stay above the ellipsoid of WGS84. */
export interface OpenSystem {
  readonly code: EpsgText;
  /** “GDA2020 / MGA zone 54” */
  readonly name: string;
  /** Easting and northing. Throws RangeError outside of the projection's area. */
  fromLla(lla: Lla): readonly [number, number];
  /** Throws RangeError outside of the projection's area. */
  toLla(easting: number, northing: number, heightM: number): Lla;
}

/** Opens a system; null for one that is not known here. Loads the libraries that compute. */
export async function openSystem(code: EpsgText): Promise<OpenSystem | null> {
  const known = crsOfEpsg(Number(code.slice('EPSG:'.length)));
  if (known?.kind !== 'projected') return null;
  await loadCrsEngines();
  const projection = openProjection(resolveCrs(null, { crs: code })!.proj4, 'ellipsoidal');
  return {
    code,
    name: known.name,
    fromLla({ longitude, latitude }) {
      const [easting, northing] = projection.fromLla({ longitude, latitude, height: 0 });
      return [easting, northing];
    },
    toLla: (easting, northing, heightM) => ({ ...projection.toLla(easting, northing, 0), height: heightM }),
  };
}

/** Coordinates in pieces as those of UTM are written: metres to 3 decimals, height to 2; null outside of the projection's area. */
export function systemTexts(system: OpenSystem, lla: Lla): [easting: string, northing: string, height: string] | null {
  try {
    const [easting, northing] = system.fromLla(lla);
    return [
      withUnit(numberText(easting, 3), 'm'),
      withUnit(numberText(northing, 3), 'm'),
      withUnit(numberText(lla.height, 2), 'm'),
    ];
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
