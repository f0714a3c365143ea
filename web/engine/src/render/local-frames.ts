/** Camera-relative transforms of contents for the vertex shader (tile-shader.ts), computed in double. */
import type { RenderCamera } from '../view/camera-frame.ts';
import type { GpuPrimitive } from './gpu-content.ts';
import type { TileProgram } from './tile-program.ts';

export class LocalFrames {
  private readonly clipFromLocalAxes = new Float32Array(16);
  /** Axes that the current program has. */
  private axes: Float64Array | null = null;
  /** Origin of the content drawn last, ENU metres. */
  private x = NaN;
  private y = NaN;
  private z = NaN;

  constructor(private readonly gl: WebGL2RenderingContext) {}

  /** Forgets the axes, because the program or the camera has changed. */
  begin(): void {
    this.axes = null;
    this.x = NaN;
  }

  /** Sets the transform of the next draw in the current program. */
  set({ axes, matrixEnu: m }: GpuPrimitive, camera: RenderCamera, program: TileProgram): void {
    const { gl } = this;
    if (axes !== this.axes) this.turn(axes, camera, program);
    if (m[12] === this.x && m[13] === this.y && m[14] === this.z) return;
    this.x = m[12];
    this.y = m[13];
    this.z = m[14];
    const v = camera.clipFromEnuAxes;
    const x = this.x - camera.x;
    const y = this.y - camera.y;
    const z = this.z - camera.z;
    gl.uniform4f(
      program.clipOffset,
      v[0]! * x + v[4]! * y + v[8]! * z + v[12]!,
      v[1]! * x + v[5]! * y + v[9]! * z + v[13]!,
      v[2]! * x + v[6]! * y + v[10]! * z + v[14]!,
      v[3]! * x + v[7]! * y + v[11]! * z + v[15]!,
    );
    if (program.enuOffset) gl.uniform3f(program.enuOffset, x, y, z);
  }

  /** Sets the matrices that depend on rotation and scale: multiplied in double, rounded once. */
  private turn(axes: Float64Array, camera: RenderCamera, program: TileProgram): void {
    const { gl, clipFromLocalAxes: out } = this;
    const v = camera.clipFromEnuAxes;
    this.axes = axes;
    for (let column = 0; column < 3; column++) {
      for (let row = 0; row < 4; row++) {
        let sum = 0;
        for (let k = 0; k < 3; k++) sum += v[4 * k + row]! * axes[3 * column + k]!;
        out[4 * column + row] = sum;
      }
    }
    gl.uniformMatrix4fv(program.clipFromLocalAxes, false, out);
    if (program.enuFromLocalAxes) gl.uniformMatrix3fv(program.enuFromLocalAxes, false, Float32Array.from(axes));
  }
}
