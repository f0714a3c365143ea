import {
  llaFromEcef,
  enuAxesAt,
  type Lla,
  type Mat4,
  multiply,
  RAD_PER_DEG,
  type Vec3,
  Y_UP_TO_Z_UP,
  type Float64Mat4,
} from '@overlook/shared/maths';
import { boxTest } from '@overlook/shared/points';
import type { ExportBox } from '@overlook/shared/schemas';

/** The frame of a GLB's coordinates: metres east, up and south of the middle of the box. */
export interface ExportFrame {
  readonly ecefToBox: Float64Mat4;
  /** Half of each side of the box, metres. */
  readonly half: Vec3;
  /** From the box's own axes to those of the file; a rotation. */
  readonly boxToFile: Mat4;
  /** From the file to ECEF. */
  readonly toEcef: Mat4;
  readonly origin: Lla;
}

export function exportFrame(box: ExportBox): ExportFrame {
  const center: Vec3 = [box.centerX, box.centerY, box.centerZ];
  const { east, north, up } = enuAxesAt(center);
  const ecefFromEnu: Mat4 = [...east, 0, ...north, 0, ...up, 0, ...center, 1];
  const [sin, cos] = [Math.sin(box.degrees * RAD_PER_DEG), Math.cos(box.degrees * RAD_PER_DEG)];
  // Columns are the box's axes: clockwise from north, then z up as y up.
  const boxToFile: Mat4 = [cos, 0, sin, 0, sin, 0, -cos, 0, 0, 1, 0, 0, 0, 0, 0, 1];
  return {
    ...boxTest(box),
    boxToFile,
    toEcef: multiply(ecefFromEnu, Y_UP_TO_Z_UP),
    origin: llaFromEcef(center),
  };
}

/** The description of the frame in the file, under `asset.extras`. */
export const frameFacts = ({ origin, toEcef }: ExportFrame) => ({
  frame: {
    axes: 'x east, y up, z south of the origin, metres',
    origin: { ...origin, crs: 'EPSG:4979' },
    toEcef: { crs: 'EPSG:4978', columnMajor: Array.from(toEcef) },
  },
});
