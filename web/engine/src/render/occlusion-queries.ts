/**
 * Finds the boxes that are fully behind the frame that was just drawn. Each box is drawn against the depth buffer in a GPU
 * occlusion query, with colour and depth writes off. Results are read in a later task, so that the CPU never waits for the GPU.
 */
import type { OrientedBox } from '../geometry/oriented-box.ts';
import type { RenderCamera } from '../view/camera-frame.ts';
import { startProgram } from './link-program.ts';

/** Largest number of queries in one frame. */
const BOXES_MOST = 128;
/** Largest share of the viewport of one box and of all boxes in a frame. Larger boxes are rarely hidden and cost more fill rate. */
const SHARE_MOST = 0.25;
const SHARES_MOST = 2;
/** Largest number of frames in flight. A further frame drops the second one: without the oldest, a slow GPU would never finish one. */
const ROUNDS_MOST = 3;

/** A box to test. It is grown by `grownMetres` on each side. */
export interface QueriedBox<T> {
  readonly of: T;
  readonly box: OrientedBox;
  readonly grownMetres: number;
}

interface Round<T> {
  readonly asked: readonly T[];
  readonly camera: RenderCamera;
  readonly queries: readonly WebGLQuery[];
}

/** The boxes that a frame hides, and the camera of that frame. */
export interface HiddenBoxes<T> {
  readonly hidden: ReadonlySet<T>;
  readonly camera: RenderCamera;
}

/**
 * `clip`: matrix from the cube [−1, 1]³ to clip space, column-major. `share`: upper bound of the share of the viewport that the
 * box covers.
 */
interface PlacedBox {
  readonly clip: Float64Array;
  readonly share: number;
}

export class OcclusionQueries<T> {
  private rounds: Round<T>[] = [];
  private readonly free: WebGLQuery[] = [];
  private drawing: { program: WebGLProgram; vertexArray: WebGLVertexArrayObject } | null = null;

  constructor(private readonly gl: WebGL2RenderingContext) {}

  /** True while the results of a frame are outstanding. */
  get isPending(): boolean {
    return this.rounds.length > 0;
  }

  /**
   * Issues the queries. Call it directly after the frame is drawn, with the same framebuffer, viewport and scissor. `boxes` are
   * sorted by importance, because the budget may not cover all of them. A lost context has no queries, so nothing is issued.
   */
  issue(boxes: readonly QueriedBox<T>[], camera: RenderCamera): void {
    if (this.gl.isContextLost()) return;
    const placed = chosenBoxes(boxes, camera);
    if (this.rounds.length === ROUNDS_MOST) this.release(this.rounds.splice(1, 1)[0]!);
    const queries = placed.map(() => this.free.pop() ?? this.gl.createQuery());
    this.rounds.push({ asked: placed.map(({ of }) => of), camera, queries });
    if (placed.length > 0) this.draw(placed, queries);
  }

  /** Returns the boxes that are hidden in the newest finished frame, or null if no further frame has finished. */
  results(): HiddenBoxes<T> | null {
    const { gl } = this;
    for (let i = this.rounds.length - 1; i >= 0; i--) {
      const { asked, camera, queries } = this.rounds[i]!;
      if (!queries.every((query) => gl.getQueryParameter(query, gl.QUERY_RESULT_AVAILABLE))) continue;
      const hidden = asked.filter((_, k) => !gl.getQueryParameter(queries[k]!, gl.QUERY_RESULT));
      for (const round of this.rounds.splice(0, i + 1)) this.release(round);
      return { hidden: new Set(hidden), camera };
    }
    return null;
  }

  destroy(): void {
    const { gl, drawing } = this;
    for (const query of [...this.rounds.flatMap(({ queries }) => queries), ...this.free]) gl.deleteQuery(query);
    this.rounds = [];
    gl.deleteProgram(drawing?.program ?? null);
    gl.deleteVertexArray(drawing?.vertexArray ?? null);
  }

  private release({ queries }: Round<T>): void {
    for (const query of queries) this.free.push(query);
  }

  private draw(boxes: readonly PlacedBox[], queries: readonly WebGLQuery[]): void {
    const { gl } = this;
    // Neither the log nor a uniform location is read: both would wait for the GPU.
    this.drawing ??= { program: startProgram(gl, VERTEX, FRAGMENT), vertexArray: gl.createVertexArray() };
    gl.useProgram(this.drawing.program);
    gl.bindVertexArray(this.drawing.vertexArray);
    gl.enable(gl.DEPTH_TEST);
    gl.depthFunc(gl.LEQUAL);
    gl.depthMask(false);
    gl.colorMask(false, false, false, false);
    gl.disable(gl.BLEND);
    gl.disable(gl.CULL_FACE);
    boxes.forEach(({ clip: m }, i) => {
      for (let k = 0; k < 4; k++) gl.vertexAttrib4f(k, m[4 * k]!, m[4 * k + 1]!, m[4 * k + 2]!, m[4 * k + 3]!);
      gl.beginQuery(gl.ANY_SAMPLES_PASSED_CONSERVATIVE, queries[i]!);
      gl.drawArrays(gl.TRIANGLES, 0, 36);
      gl.endQuery(gl.ANY_SAMPLES_PASSED_CONSERVATIVE);
    });
    // Restores the values that other programs read for disabled attributes.
    for (let k = 0; k < 4; k++) gl.vertexAttrib4f(k, 0, 0, 0, 1);
    gl.colorMask(true, true, true, true);
    gl.depthMask(true);
    gl.bindVertexArray(null);
  }
}

/** Places the boxes in order of importance until the budget is used. */
function chosenBoxes<T>(boxes: readonly QueriedBox<T>[], camera: RenderCamera): (PlacedBox & { readonly of: T })[] {
  const chosen: (PlacedBox & { readonly of: T })[] = [];
  let shares = 0;
  for (const { of, box, grownMetres } of boxes) {
    const placed = placedBox(box, grownMetres, camera);
    if (!placed || placed.share > SHARE_MOST || shares + placed.share > SHARES_MOST) continue;
    shares += placed.share;
    chosen.push({ ...placed, of });
    if (chosen.length === BOXES_MOST) break;
  }
  return chosen;
}

/** Returns null if the box is not completely between the near and the far plane; such a box counts as visible. */
export function placedBox(box: OrientedBox, grownMetres: number, camera: RenderCamera): PlacedBox | null {
  const { clipFromEnuAxes: v } = camera;
  const { axes, cx, cy, cz } = box;
  const clip = new Float64Array(16);
  const put = (column: number, x: number, y: number, z: number, one: 0 | 1) => {
    for (let row = 0; row < 4; row++)
      clip[4 * column + row] = v[row]! * x + v[4 + row]! * y + v[8 + row]! * z + one * v[12 + row]!;
  };
  for (let k = 0; k < 3; k++) {
    const [x, y, z] = axes.subarray(3 * k, 3 * k + 3);
    const by = 1 + grownMetres / Math.max(Math.hypot(x!, y!, z!), 1e-9);
    put(k, by * x!, by * y!, by * z!, 0);
  }
  put(3, cx - camera.x, cy - camera.y, cz - camera.z, 1);
  /** Centre and half extent of the box along a linear combination of clip coordinates. */
  const along = (row: number, w: number): [middle: number, reach: number] => {
    const at = (column: number) => clip[4 * column + row]! + w * clip[4 * column + 3]!;
    return [at(3), Math.abs(at(0)) + Math.abs(at(1)) + Math.abs(at(2))];
  };
  const [beforeNear, nearReach] = along(2, 1);
  const [beyondFar, farReach] = along(2, -1);
  if (beforeNear <= nearReach || beyondFar >= -farReach) return null;
  const [w, wReach] = [clip[15]!, Math.abs(clip[3]!) + Math.abs(clip[7]!) + Math.abs(clip[11]!)];
  const half = (row: number) => Math.min(1, along(row, 0)[1] / (w - wReach));
  return { clip, share: half(0) * half(1) };
}

const VERTEX = /* glsl */ `#version 300 es
layout(location = 0) in vec4 x;
layout(location = 1) in vec4 y;
layout(location = 2) in vec4 z;
layout(location = 3) in vec4 middle;
void main() {
  int axis = gl_VertexID / 12;
  int at = gl_VertexID % 6;
  vec3 corner;
  corner[axis] = gl_VertexID / 6 % 2 == 0 ? -1.0 : 1.0;
  corner[(axis + 1) % 3] = at == 1 || at == 3 || at == 4 ? 1.0 : -1.0;
  corner[(axis + 2) % 3] = at == 2 || at == 4 || at == 5 ? 1.0 : -1.0;
  gl_Position = corner.x * x + corner.y * y + corner.z * z + middle;
}
`;

const FRAGMENT = /* glsl */ `#version 300 es
precision mediump float;
void main() {}
`;
