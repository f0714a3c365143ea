import {
  type EnuFrame,
  type Lla,
  type Vec3,
  llaFromEcef,
  enuFrame,
  ecefFromLla,
  transformPoint,
} from '@overlook/shared/maths';

/** From the positions that people have to those that layers on a stage take: east, north, up of the site's origin, metres. */
export interface SiteFrame {
  /** Of degrees (WGS84) and metres above the ellipsoid. */
  enuFromLla(longitude: number, latitude: number, height: number): Vec3;
  /** Of earth-centred, earth-fixed metres. */
  enuFromEcef(pointEcef: Vec3): Vec3;
  /** Back to earth-centred, earth-fixed metres. */
  ecefFromEnu(pointEnu: Vec3): Vec3;
  /** Back to degrees (WGS84) and metres above the ellipsoid. */
  llaFromEnu(pointEnu: Vec3): Lla;
}

/** The frame of a site by its origin, or by the frame that its stage has made of that. */
export function siteFrame(origin: Lla | EnuFrame): SiteFrame {
  const { ecefFromEnu, enuFromEcef } = 'ecefFromEnu' in origin ? origin : enuFrame(origin);
  return {
    enuFromLla: (longitude, latitude, height) =>
      transformPoint(enuFromEcef, ecefFromLla({ longitude, latitude, height })),
    enuFromEcef: (pointEcef) => transformPoint(enuFromEcef, pointEcef),
    ecefFromEnu: (pointEnu) => transformPoint(ecefFromEnu, pointEnu),
    llaFromEnu: (pointEnu) => llaFromEcef(transformPoint(ecefFromEnu, pointEnu)),
  };
}
