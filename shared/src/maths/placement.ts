import { enuFrame, llaFromEcef } from './geodesy.ts';
import { type Mat4, multiply } from './matrix.ts';
import type { Vec3 } from './vector.ts';

/**
 * East-north-up at a position (ECEF metres), turned by heading (clockwise from north), pitch and roll in radians: the
 * placement of an entry of a models.json. The order and signs are those of the system being replaced.
 */
export function placementMatrix(positionEcef: Vec3, [headingRad, pitchRad, rollRad]: Vec3): Mat4 {
  const { ecefFromEnu } = enuFrame(llaFromEcef(positionEcef));
  const [sh, ch] = [Math.sin(-headingRad), Math.cos(-headingRad)];
  const [sp, cp] = [Math.sin(-pitchRad), Math.cos(-pitchRad)];
  const [sr, cr] = [Math.sin(rollRad), Math.cos(rollRad)];
  const heading: Mat4 = [ch, sh, 0, 0, -sh, ch, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
  const pitch: Mat4 = [cp, 0, -sp, 0, 0, 1, 0, 0, sp, 0, cp, 0, 0, 0, 0, 1];
  const roll: Mat4 = [1, 0, 0, 0, 0, cr, sr, 0, 0, -sr, cr, 0, 0, 0, 0, 1];
  return multiply(ecefFromEnu, multiply(heading, multiply(pitch, roll)));
}
