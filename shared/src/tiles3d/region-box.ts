import { DEG_PER_RAD } from '../maths/angles.ts';
import { ecefFromLla, enuFrame, WGS84 } from '../maths/geodesy.ts';
import { transformDirection, transformPoint } from '../maths/matrix.ts';
import { type Vec3, vec3Of } from '../maths/vector.ts';
import { type BoundingRegion, type BoundingVolume, regionWidthRad } from './bounding-volume.ts';

/** Most between two samples of a region, radians. */
const STEP_RAD = Math.PI / 16;

/** A box around all samples of a region, which may be all of the Earth: centre and half axes, ECEF metres. */
export function regionBox(region: BoundingRegion): Pick<Extract<BoundingVolume, { kind: 'box' }>, 'center' | 'axes'> {
  const { west, south, north, minHeight: low, maxHeight: high } = region;
  const [width, height] = [regionWidthRad(region), north - south];
  const [columns, rows] = [width, height].map((angle) => Math.max(2, Math.ceil(angle / STEP_RAD))) as [number, number];
  const frame = enuFrame({
    longitude: (west + width / 2) * DEG_PER_RAD,
    latitude: ((south + north) / 2) * DEG_PER_RAD,
    height: (low + high) / 2,
  });
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  for (let u = 0; u <= columns; u++) {
    for (let v = 0; v <= rows; v++) {
      for (const at of [low, high]) {
        const ecef = ecefFromLla({
          longitude: (west + (width * u) / columns) * DEG_PER_RAD,
          latitude: (south + (height * v) / rows) * DEG_PER_RAD,
          height: at,
        });
        const p = transformPoint(frame.enuFromEcef, ecef);
        for (let k = 0; k < 3; k++) {
          min[k] = Math.min(min[k]!, p[k]!);
          max[k] = Math.max(max[k]!, p[k]!);
        }
      }
    }
  }
  const center = vec3Of((k) => (min[k]! + max[k]!) / 2);
  // Between two samples the ground may lie outside of both by the height of their arc.
  const arc = Math.max(width / columns, height / rows);
  const margin = (WGS84.a + high) * (1 - Math.cos(arc / 2));
  const half = vec3Of((k) => (max[k]! - min[k]!) / 2 + margin);
  const axis = (k: 0 | 1 | 2): Vec3 =>
    transformDirection(
      frame.ecefFromEnu,
      vec3Of((i) => (i === k ? half[k] : 0)),
    );
  return { center: transformPoint(frame.ecefFromEnu, center), axes: [axis(0), axis(1), axis(2)] };
}
