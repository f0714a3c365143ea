import { CAMERA, MINIMAP } from '@overlook/shared/config';
import { type Lla, type Pose, uprightAnglesOf, ecefToLla, enuAxesAt } from '@overlook/shared/maths';
import { type LonLat, footprint } from './footprint.ts';

const DEG = 180 / Math.PI;

/** The camera as the minimap shows it. */
export interface CameraView {
  /** Where the camera stands: the middle of the map, as far as its bounds allow. */
  centre: LonLat;
  zoom: number;
  /** Clockwise from true north. */
  headingDeg: number;
  /** The ground that is seen, while the camera looks down on it; else null, and a person stands for the camera. */
  footprint: LonLat[] | null;
}

/**
 * Zoom of the map for a camera this many metres above the ground. Specification §9: "at most 17, computed as 22 minus the
 * log of the height", the logarithm read as the natural one: the home view of 150 m then has the nearest zoom.
 */
export function followZoom(height: number): number {
  return Math.min(MINIMAP.followZoomMost, MINIMAP.followZoomAtOneMetre - Math.log(Math.max(1, height)));
}

/** West, south, east and north edge of a site's map, degrees; specification §9. */
export function boundsOf({
  longitude,
  latitude,
}: Pick<Lla, 'longitude' | 'latitude'>): [number, number, number, number] {
  const { reachDeg } = MINIMAP;
  return [longitude - reachDeg, latitude - reachDeg, longitude + reachDeg, latitude + reachDeg];
}

/** `aspect` is width over height of the screen, `groundHeight` the site's level in metres above the ellipsoid. */
export function cameraView(pose: Pose, aspect: number, groundHeight: number): CameraView {
  const place = ecefToLla(pose.position);
  const { east, north, up } = enuAxesAt(pose.position);
  const { headingRad, pitchRad } = uprightAnglesOf(pose, { east, north, vertical: up });
  const isLookingDown = pitchRad * DEG < MINIMAP.footprintBelowPitchDeg;
  return {
    centre: [place.longitude, place.latitude],
    zoom: followZoom(place.height - groundHeight),
    headingDeg: headingRad * DEG,
    footprint: isLookingDown ? footprint(pose, { fovYDeg: CAMERA.fovYDeg, aspect }, groundHeight) : null,
  };
}
