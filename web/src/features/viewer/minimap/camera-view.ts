import { MINIMAP } from '@overlook/shared/config';
import { DEG_PER_RAD, type Lla, type Pose, anglesOf, llaFromEcef, enuAxesAt } from '@overlook/shared/maths';
import { fitTo } from './fit-view.ts';
import { type LonLat, footprint } from './footprint.ts';
import type { Size } from './fit-view.ts';

/** Of the screen, and the vertical field of view of its camera. */
interface ScreenView extends Size {
  fovYDeg: number;
}

/** The camera as the minimap shows it. */
export interface CameraView {
  /** Where the camera is. */
  place: LonLat;
  /** Middle of the map, within its bounds: the camera, or its footprint while it looks down. */
  centre: LonLat;
  /** Of tiles of 256 pixels. */
  zoom: number;
  /** Clockwise from true north. */
  headingDeg: number;
  /** The ground that is seen, while the camera looks down on it; else null, and a symbol of a person shows the camera. */
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

/**
 * The view of the map for a camera. `map` is the size of the map, `groundHeight` the site's level in metres above
 * the ellipsoid. Of a camera that looks down the zoom is no nearer than its footprint allows.
 */
export function cameraView(pose: Pose, screen: ScreenView, map: Size, groundHeight: number): CameraView {
  const { longitude, latitude, height } = llaFromEcef(pose.position);
  const { east, north, up } = enuAxesAt(pose.position);
  const { headingRad, pitchRad } = anglesOf(pose, { east, north, vertical: up });
  const lens = { fovYDeg: screen.fovYDeg, aspect: screen.width / screen.height };
  const isLookingDown = pitchRad * DEG_PER_RAD < MINIMAP.footprintBelowPitchDeg;
  const seen = isLookingDown ? footprint(pose, lens, groundHeight) : null;
  const place: LonLat = [longitude, latitude];
  const aboveGround = pose.orthoHeightM ?? height - groundHeight;
  const zoom = followZoom(aboveGround);
  const view = { place, centre: place, zoom, headingDeg: headingRad * DEG_PER_RAD, footprint: seen };
  if (!seen) return view;
  const kept = keptCorners(seen, place, MINIMAP.footprintKeptHeights * aboveGround);
  const fit = fitTo([place, ...kept], map, MINIMAP.footprintMargin);
  return { ...view, centre: fit.centre, zoom: Math.min(zoom, fit.zoom) };
}

const METRES_PER_DEGREE = 111_320;

/** The corners, those farther than `reach` metres from the camera brought to that distance. */
function keptCorners(corners: readonly LonLat[], [longitude, latitude]: LonLat, reach: number): LonLat[] {
  const shrink = Math.cos(latitude / DEG_PER_RAD);
  return corners.map(([cornerLongitude, cornerLatitude]) => {
    const [east, north] = [cornerLongitude - longitude, cornerLatitude - latitude];
    const part = Math.min(1, reach / METRES_PER_DEGREE / Math.max(1e-12, Math.hypot(east * shrink, north)));
    return [longitude + east * part, latitude + north * part];
  });
}
