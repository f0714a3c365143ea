import type { Float64Mat4 } from '../maths/matrix.ts';
import { RAD_PER_DEG } from '../maths/angles.ts';
import { boxAxes } from '../maths/box.ts';
import { type Vec3, AXES } from '../maths/vector.ts';
import { enuAxesAt } from '../maths/vertical.ts';
import type { ExportBox } from '../schemas/export.ts';

/** A box of an export, prepared for testing points. */
export interface BoxTest {
  /** 4 × 4, column-major: ECEF metres to metres along the box's own axes (east, north, up before it is turned), from its centre. */
  readonly ecefToBox: Float64Mat4;
  /** Half of each side, metres. A point is inside where no own coordinate is farther from 0 than this. */
  readonly half: Vec3;
}

/** The test of a box; points on a face count as inside, as in `isInsideBox`. */
export function boxTest(box: ExportBox): BoxTest {
  const center: Vec3 = [box.centerX, box.centerY, box.centerZ];
  const { east, north, up } = enuAxesAt(center);
  const ecefToBox = new Float64Array(16);
  for (const [row, axis] of boxAxes({ headingRad: box.degrees * RAD_PER_DEG }).entries()) {
    for (const column of AXES) {
      const value = axis[0] * east[column] + axis[1] * north[column] + axis[2] * up[column];
      ecefToBox[4 * column + row] = value;
      ecefToBox[12 + row]! -= value * center[column];
    }
  }
  ecefToBox[15] = 1;
  return { ecefToBox: ecefToBox as Float64Mat4, half: [box.sizeX / 2, box.sizeY / 2, box.sizeZ / 2] };
}
