/**
 * Cross-fades between several tile selections with a dither pattern (tiles/level-fades.ts).
 *
 * Each pixel has a threshold from a pattern that is fixed to the screen. It shows the newest selection whose front has passed the
 * threshold. A selection covers only the view that it was made for: outside that view, the pixel shows the next newer selection
 * that covers it.
 */
import type { RenderCamera } from '../view/camera-frame.ts';
import type { TileProgram } from './tile-program.ts';

/** Largest number of selections in one frame. */
export const MOST_CHOICES = 8;

/** Tile selections that one frame draws (choices), oldest first. The last one covers every view. */
export interface Choices {
  /** Progress of the front of each selection, 0 to 1; that of the oldest is 1. */
  readonly fronts: readonly number[];
  /** Frustum planes of the view of each selection, as in CameraView. The first (near) plane is ignored. */
  readonly planes: readonly Float64Array[];
}

/** A drawn tile belongs to the selections `first` to `last`. */
export interface Dither {
  readonly choices: Choices;
  readonly first: number;
  readonly last: number;
}

const THRESHOLD_BITS = 24;
const STEPS = 2 ** THRESHOLD_BITS;

/**
 * The two ratios of the R2 sequence (Roberts 2018) in units of 2⁻³². Thresholds are evenly distributed along rows, along columns
 * and within small squares, as in a Bayer matrix but without a visible grid. Integer arithmetic gives the same bits on every GPU.
 */
const ACROSS = 3_242_174_889;
const UPWARD = 2_447_445_413;

/** Sets the selections of a program, once for each pass. */
export function setChoices(
  gl: WebGL2RenderingContext,
  program: TileProgram,
  choices: Choices,
  eye: RenderCamera,
): void {
  const { fronts, planes } = choices;
  const views = new Float32Array(16 * MOST_CHOICES);
  for (const [k, of] of planes.entries()) {
    for (let i = 0; i < 16; i += 4) {
      const plane = of.subarray(4 + i, 8 + i);
      const [a, b, c, d] = plane;
      views.set(plane, 16 * k + i);
      views[16 * k + i + 3] = a! * eye.x + b! * eye.y + c! * eye.z + d!;
    }
  }
  const steps = new Uint32Array(MOST_CHOICES);
  for (const [k, front] of fronts.entries()) steps[k] = Math.round(front * STEPS);
  gl.uniform1uiv(program.fronts, steps);
  gl.uniformMatrix4fv(program.choiceViews, false, views);
}

/** Sets the selections of one draw. */
export function setDither(gl: WebGL2RenderingContext, program: TileProgram, { choices, first, last }: Dither): void {
  gl.uniform3i(program.dither, first, last, choices.fronts.length - 1);
}

/** Fragment shader functions, placed before main. */
export const DITHER_FRAGMENT = /* glsl */ `#ifdef DITHERED
// First and last selection of the tile, and the newest selection.
uniform ivec3 dither;
uniform uint fronts[${MOST_CHOICES}];
// Four planes of each view relative to the camera, one in each column.
uniform mat4 choiceViews[${MOST_CHOICES}];
bool isLeftOut() {
  uvec2 pixel = uvec2(gl_FragCoord.xy);
  uint threshold = (pixel.x * ${ACROSS}u + pixel.y * ${UPWARD}u) >> ${32 - THRESHOLD_BITS};
  int k = dither.z;
  while (k > 0 && threshold >= fronts[k]) k--;
  while (k < dither.z && any(lessThan(vec4(fromCamera, 1.0) * choiceViews[k], vec4(0.0)))) k++;
  return k < dither.x || k > dither.y;
}
#endif
`;
