/** The outline of the painted globe in the image: an ellipse, as of any sphere off the middle of a lens. */
import { cross, dot } from '@overlook/shared/maths';
import { type EarthCamera, globeSphere } from './map-camera.ts';

/** Beyond this angle to the axis of the lens nothing is in the image; its tangent would grow without end. */
const WIDEST_RAD = (80 * Math.PI) / 180;

/** CSS pixels from the middle of the image, x to the right and y down. */
export interface GlobeOutline {
  /** Direction of its middle from that of the image, radians clockwise from x. */
  readonly turnRad: number;
  readonly centrePx: number;
  /** Half axes, in that direction and across it. */
  readonly alongPx: number;
  readonly acrossPx: number;
}

/** The outline; 'outside' and 'inside' where the image shows only space, or only the globe. */
export function globeOutline(camera: EarthCamera): GlobeOutline | 'outside' | 'inside' {
  const { centreEcef, radiusM } = globeSphere(camera);
  const { positionEcef: eye, orientationEcef, focalPx } = camera;
  const to = [centreEcef[0] - eye[0], centreEcef[1] - eye[1], centreEcef[2] - eye[2]] as const;
  const away = Math.hypot(...to);
  const { direction, up } = orientationEcef;
  const ahead = dot(to, direction);
  const [right, above] = [dot(to, cross(direction, up)), dot(to, up)];
  const off = Math.atan2(Math.hypot(right, above), ahead);
  const half = Math.asin(Math.min(1, radiusM / away));
  if (off - half > WIDEST_RAD) return 'outside';
  if (off - half < -WIDEST_RAD) return 'inside';
  const turnRad = Math.atan2(-above, right);
  const near = focalPx * Math.tan(off - half);
  if (off + half < WIDEST_RAD) {
    const far = focalPx * Math.tan(off + half);
    const acrossPx = (focalPx * Math.sin(half)) / Math.sqrt(Math.cos(off + half) * Math.cos(off - half));
    return { turnRad, centrePx: (near + far) / 2, alongPx: (far - near) / 2, acrossPx };
  }
  // The far end is behind the lens. The part in the image is about the circle that touches the near end.
  const radiusPx = focalPx * Math.tan(Math.min(half, WIDEST_RAD));
  return { turnRad, centrePx: near + radiusPx, alongPx: radiusPx, acrossPx: radiusPx };
}
