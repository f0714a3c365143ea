/** Uploads the boxes that are cut out of a tile, in metres relative to the camera. */
import type { OrientedBox } from '../geometry/oriented-box.ts';
import { type Cutouts, FEW_CUT_BOXES, MAX_CUT_BOXES } from './cutouts.ts';
import type { TileProgram } from './tile-program.ts';
import { CUTOUTS_BINDING } from './tile-shader.ts';

/** Floats of one box: three rows of four (tile-fragment.ts). */
const FLOATS = 12;

interface Eye {
  /** ENU metres. */
  x: number;
  y: number;
  z: number;
}

export const isManyCutouts = ({ finished, missing }: Cutouts): boolean =>
  finished.length + missing.length > FEW_CUT_BOXES;

export class CutoutBoxes {
  private readonly rows = new Float32Array(FLOATS * MAX_CUT_BOXES);
  private readonly few = this.rows.subarray(0, FLOATS * FEW_CUT_BOXES);
  private buffer: WebGLBuffer | null = null;
  /** The cutouts in the buffer, relative to the camera of the current pass. */
  private held: Cutouts | null = null;
  private isPushing = false;

  constructor(private readonly gl: WebGL2RenderingContext) {}

  /** Starts a pass. The camera may have moved, so the buffer contents are no longer valid. */
  begin(): void {
    this.held = null;
  }

  /** Sets the cutouts of the next draw in the current program. `null`: the tile is drawn whole. */
  set(cutouts: Cutouts | null, eye: Eye, program: TileProgram): void {
    this.pushBack(cutouts?.isPushedBack ?? false);
    if (!cutouts) return;
    const { gl } = this;
    const { finished, missing } = cutouts;
    const count = finished.length + missing.length;
    gl.uniform2i(program.cutoutCounts, finished.length, count);
    if (isManyCutouts(cutouts)) return this.fillBuffer(cutouts, eye, count);
    this.fillRows(cutouts, eye);
    gl.uniform4fv(program.cutouts, this.few);
  }

  /** Turns the depth offset off. */
  end(): void {
    this.pushBack(false);
  }

  destroy(): void {
    this.gl.deleteBuffer(this.buffer);
    this.buffer = null;
  }

  private fillBuffer(cutouts: Cutouts, eye: Eye, count: number): void {
    const { gl } = this;
    if (!this.buffer) {
      this.buffer = gl.createBuffer();
      gl.bindBuffer(gl.UNIFORM_BUFFER, this.buffer);
      gl.bufferData(gl.UNIFORM_BUFFER, this.rows.byteLength, gl.DYNAMIC_DRAW);
    }
    gl.bindBufferBase(gl.UNIFORM_BUFFER, CUTOUTS_BINDING, this.buffer);
    if (this.held !== cutouts) {
      this.held = cutouts;
      this.fillRows(cutouts, eye);
      gl.bufferSubData(gl.UNIFORM_BUFFER, 0, this.rows, 0, FLOATS * count);
    }
    gl.bindBuffer(gl.UNIFORM_BUFFER, null);
  }

  private fillRows({ finished, missing }: Cutouts, eye: Eye): void {
    let at = 0;
    for (const boxes of [finished, missing]) {
      for (const box of boxes) {
        this.fillBox(box, eye, at);
        at += FLOATS;
      }
    }
  }

  private fillBox({ cx, cy, cz, axes }: OrientedBox, eye: Eye, at: number): void {
    const { rows } = this;
    const [dx, dy, dz] = [cx - eye.x, cy - eye.y, cz - eye.z];
    for (let k = 0; k < 3; k++) {
      const [x, y, z] = [axes[3 * k]!, axes[3 * k + 1]!, axes[3 * k + 2]!];
      const inverse = 1 / Math.max(x * x + y * y + z * z, 1e-12);
      rows[at + 4 * k] = x * inverse;
      rows[at + 4 * k + 1] = y * inverse;
      rows[at + 4 * k + 2] = z * inverse;
      rows[at + 4 * k + 3] = -(x * dx + y * dy + z * dz) * inverse;
    }
  }

  /**
   * Moves the tile back in depth, behind finer tiles that have no box of their own: one unit of slope and eight of depth
   * resolution.
   */
  private pushBack(isOn: boolean): void {
    if (isOn === this.isPushing) return;
    const { gl } = this;
    this.isPushing = isOn;
    // deck.gl keeps the polygon offset enabled and sets its own value for each layer.
    gl.enable(gl.POLYGON_OFFSET_FILL);
    gl.polygonOffset(isOn ? 1 : 0, isOn ? 8 : 0);
  }
}
