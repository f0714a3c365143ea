/**
 * The stage's camera in MapLibre's terms: a centre on the view axis, the zoom that puts the camera at the right
 * distance from it, and three angles.
 *
 * - On the plane (mercator) the centre may float: its height is given. MapLibre's near plane is a fixed part of the distance to the centre, so the centre must not be far away when
 *   the ground is near.
 * - On the sphere the centre lies on the ground, and the angles are those of the centre's horizon. The middle of the
 * image is then exact, although the sphere is not an ellipsoid.
 */
import {
  DEG_PER_RAD,
  type EnuFrame,
  type Lla,
  type Orientation,
  type ReadonlyVec3,
  type Vec3,
  type ViewAngles,
  WGS84,
  anglesOf,
  distance,
  dot,
  llaFromEcef,
  enuFrame,
  rayToEllipsoid,
  transformDirection,
  transformPoint,
} from '@overlook/shared/maths';
import type { EnuPose } from '../view/enu-pose.ts';

/** The argument of MapLibre's `jumpTo`. Degrees and metres; zoom for tiles of 512 pixels. */
export interface MapCamera {
  center: [longitude: number, latitude: number];
  zoom: number;
  /** Height of the centre above the painted ground. */
  elevation: number;
  bearing: number;
  /** 0 straight down, 90 at the horizon, 180 straight up. */
  pitch: number;
  roll: number;
}

/** A stage's camera over the earth. */
export interface EarthCamera {
  positionEcef: Vec3;
  orientationEcef: Orientation;
  lla: Lla;
  /** Height of the painted ground above the ellipsoid, metres: that of the site, so that the two meet without parallax. */
  groundHeight: number;
  /** Pixels in front of the lens at which one metre is one pixel: half the height over the tangent of half the angle. */
  focalPx: number;
}

/** The earth of MapLibre, a sphere: metres. */
const MAP_RADIUS = 6371008.8;
const TILE_PX = 512;
const MAX_ZOOM = 22;
/** MapLibre knows the scale of a map up to the edge of web maps: the centre comes no nearer to a pole, degrees. */
const CENTRE_LATITUDE_MOST = 85;
/** Centre at most this many camera heights away: MapLibre's near plane is then at half the height of the camera. */
const FARTHEST_CENTRE_IN_HEIGHTS = 20;
/** And where map and earth agree, at most this many. */
const FARTHEST_ANCHOR_IN_HEIGHTS = 3;
/**
 * In a pit the map is seen from here, metres over it: sand below the horizon and sky above, not the map's underside.
 * MapLibre would lift the camera too, but tilt it.
 */
const LOWEST_ALTITUDE = 0.5;
const ENU_AXES = { east: [1, 0, 0], north: [0, 1, 0], vertical: [0, 0, 1] } satisfies Record<string, Vec3>;

export function earthCamera(
  pose: EnuPose,
  frame: EnuFrame,
  groundHeight: number,
  viewport: { height: number; fovYRad: number },
): EarthCamera {
  const positionEcef = transformPoint(frame.ecefFromEnu, pose.positionEnu);
  return {
    positionEcef,
    orientationEcef: {
      direction: transformDirection(frame.ecefFromEnu, pose.direction),
      up: transformDirection(frame.ecefFromEnu, pose.up),
    },
    lla: llaFromEcef(positionEcef),
    groundHeight,
    focalPx: viewport.height / 2 / Math.tan(viewport.fovYRad / 2),
  };
}

/** Height over the painted ground, metres. */
export const heightOverMap = (camera: EarthCamera): number => camera.lla.height - camera.groundHeight;

/** True when the view axis meets the ground clearly below the horizon. */
export function looksAtGround(camera: EarthCamera): boolean {
  const reach = rayToEllipsoid(camera.positionEcef, camera.orientationEcef.direction, camera.groundHeight);
  return reach !== null && reach < FARTHEST_CENTRE_IN_HEIGHTS * heightOverMap(camera);
}

/** For the mercator projection. */
export function planeCamera(camera: EarthCamera): MapCamera {
  const anchor = anchorOnGround(camera);
  const angles = anglesAt(camera, anchor);
  const scale = mapScaleAt(anchor.latitude);
  const [east, north, height] = transformPoint(enuFrame(anchor).enuFromEcef, camera.positionEcef);
  const altitude = Math.max(height, LOWEST_ALTITUDE);
  const sink = -Math.sin(angles.pitchRad);
  const onGround = sink > 0 ? altitude / sink : Number.POSITIVE_INFINITY;
  const reach = Math.max(
    Math.min(onGround, FARTHEST_CENTRE_IN_HEIGHTS * altitude),
    reachOf(MAX_ZOOM, anchor.latitude, camera.focalPx),
  );
  const level = reach * Math.cos(angles.pitchRad);
  const center = along(
    anchor,
    (east + level * Math.sin(angles.headingRad)) * scale,
    (north + level * Math.cos(angles.headingRad)) * scale,
  );
  return {
    center,
    zoom: Math.log2(reachOf(0, center[1], camera.focalPx) / (reach * scale)),
    elevation: (altitude - reach * sink) * scale,
    ...degrees(angles),
  };
}

/**
 * The point at which map and earth agree exactly: the ground in the middle of the image, or in front of the camera
 * when it looks farther. The map's degrees are a sphere's, up to a third of a percent longer or shorter than the
 * ellipsoid's; that error grows from here.
 */
function anchorOnGround(camera: EarthCamera): Lla {
  const { headingRad, pitchRad } = anglesAt(camera, camera.lla);
  const altitude = Math.max(heightOverMap(camera), LOWEST_ALTITUDE);
  const cotangent = pitchRad < 0 ? -1 / Math.tan(pitchRad) : Number.POSITIVE_INFINITY;
  const level = altitude * Math.min(cotangent, FARTHEST_ANCHOR_IN_HEIGHTS);
  const nadir = enuFrame({ ...camera.lla, height: camera.groundHeight });
  const ahead = transformPoint(nadir.ecefFromEnu, [level * Math.sin(headingRad), level * Math.cos(headingRad), 0]);
  return { ...llaFromEcef(ahead), height: camera.groundHeight };
}

/** Metres of the map's sphere for a metre of the ellipsoid: the mean of the two directions. */
function mapScaleAt(latitude: number): number {
  const sine = Math.sin(latitude / DEG_PER_RAD);
  const w = 1 - WGS84.e2 * sine * sine;
  const acrossMeridian = WGS84.a / Math.sqrt(w);
  const alongMeridian = (WGS84.a * (1 - WGS84.e2)) / w ** 1.5;
  return (MAP_RADIUS / acrossMeridian + MAP_RADIUS / alongMeridian) / 2;
}

/**
 * For the vertical perspective. Its centre must lie on the sphere, so a camera that looks past the limb is turned to the
 * limb: the map is then lower than the true horizon, but no site is in the middle of the image.
 */
export function globeCamera(camera: EarthCamera): MapCamera {
  const { targetEcef, place: target } = globeTarget(camera);
  const reach = distance(camera.positionEcef, targetEcef);
  return {
    center: [target.longitude, target.latitude],
    zoom: Math.log2(reachOf(0, target.latitude, camera.focalPx) / (reach * mapScaleAt(target.latitude))),
    elevation: 0,
    ...degrees(anglesAt(camera, target)),
  };
}

/** The sphere that the map paints of a {@link globeCamera}: it touches the earth in the middle of the image. ECEF, metres. */
export function globeSphere(camera: EarthCamera): { centreEcef: Vec3; radiusM: number } {
  const { targetEcef, place } = globeTarget(camera);
  const radiusM = MAP_RADIUS / mapScaleAt(place.latitude);
  const { ecefFromEnu } = enuFrame(place);
  const centre = (axis: 0 | 1 | 2): number => targetEcef[axis] - radiusM * ecefFromEnu[8 + axis]!;
  return { centreEcef: [centre(0), centre(1), centre(2)], radiusM };
}

/** The middle of the image on the ground, and where the map has it. */
function globeTarget(camera: EarthCamera): { targetEcef: Vec3; place: Lla } {
  const targetEcef = groundOnAxis(camera);
  const place = llaFromEcef(targetEcef);
  const latitude = Math.max(-CENTRE_LATITUDE_MOST, Math.min(CENTRE_LATITUDE_MOST, place.latitude));
  return { targetEcef, place: { ...place, latitude } };
}

/** Metres of the map from camera to centre at a zoom. */
function reachOf(zoom: number, latitude: number, focalPx: number): number {
  return (focalPx * 2 * Math.PI * MAP_RADIUS * Math.cos(latitude / DEG_PER_RAD)) / (TILE_PX * 2 ** zoom);
}

/** The place at this many metres (of the mercator scale there) east and north. */
function along({ longitude, latitude }: Lla, east: number, north: number): [number, number] {
  const fromY = Math.asinh(Math.tan(latitude / DEG_PER_RAD));
  let centre = latitude;
  // MapLibre measures with the scale at the centre, which is the unknown: a few iterations converge.
  for (let round = 0; round < 6; round++) {
    const y = fromY + north / (MAP_RADIUS * Math.cos(centre / DEG_PER_RAD));
    centre = Math.atan(Math.sinh(y)) * DEG_PER_RAD;
  }
  return [longitude + (east / (MAP_RADIUS * Math.cos(centre / DEG_PER_RAD))) * DEG_PER_RAD, centre];
}

function groundOnAxis({ positionEcef, orientationEcef, groundHeight }: EarthCamera): Vec3 {
  const { direction } = orientationEcef;
  const reach = rayToEllipsoid(positionEcef, direction, groundHeight);
  const at = (d: ReadonlyVec3, t: number): Vec3 => [
    positionEcef[0] + d[0] * t,
    positionEcef[1] + d[1] * t,
    positionEcef[2] + d[2] * t,
  ];
  if (reach !== null) return at(direction, reach);
  const nearest = at(direction, Math.max(0, -dot(positionEcef, direction)));
  const { longitude, latitude } = llaFromEcef(nearest);
  const limb = enuFrame({ longitude, latitude, height: groundHeight }).ecefFromEnu;
  return [limb[12]!, limb[13]!, limb[14]!];
}

/** The camera's angles against the horizon of a place. */
function anglesAt({ orientationEcef }: EarthCamera, place: Lla): ViewAngles {
  const local = enuFrame({ ...place, height: 0 });
  const turn = (v: Vec3): Vec3 => transformDirection(local.enuFromEcef, v);
  return anglesOf({ direction: turn(orientationEcef.direction), up: turn(orientationEcef.up) }, ENU_AXES);
}

const degrees = ({ headingRad, pitchRad, rollRad }: ViewAngles): Pick<MapCamera, 'bearing' | 'pitch' | 'roll'> => ({
  bearing: headingRad * DEG_PER_RAD,
  pitch: 90 + pitchRad * DEG_PER_RAD,
  roll: rollRad * DEG_PER_RAD,
});
