/**
 * Which of several choices of tiles each pixel shows, while one takes the place of another (tiles/level-fades.ts).
 *
 * A pixel has a threshold, in a pattern that is fixed to the screen, and shows the newest choice whose front has passed it. A choice was
 * made for one view and says nothing of what lies beside it: there the next newer one is shown that has it in its view.
 */
import type { RenderCamera } from '../view/camera-frame.ts';
import type { TileProgram } from './programs.ts';

/** Choices that are shown in one picture. */
export const MOST_CHOICES = 8;

/** Choices of tiles, the oldest first; all views have the last one. */
export interface Choices {
  /** How far the front of each has come, 0 to 1; of the oldest it is 1. */
  readonly fronts: readonly number[];
  /** The views that they were made for: planes as of CameraView, of which the first, near one does not count. */
  readonly planes: readonly Float64Array[];
}

/** What is drawn belongs to all choices from `first` to `last`. */
export interface Dither {
  readonly choices: Choices;
  readonly first: number;
  readonly last: number;
}

const THRESHOLD_BITS = 24;
const STEPS = 2 ** THRESHOLD_BITS;

/**
 * The two ratios of Roberts' sequence (2018), in parts of 2³²: along rows, columns and in each small square the thresholds are spread
 * evenly, as in a matrix for ordered dithering, without its grid. Whole numbers are the same in every shader, to the last bit.
 */
const ACROSS = 3_242_174_889;
const UPWARD = 2_447_445_413;

/** What {@link DITHER_FRAGMENT} computes for a place, ENU metres: whether what belongs to these choices is shown at a threshold. */
export function isShownAt({ choices, first, last }: Dither, threshold: number, at: readonly number[]): boolean {
  const { fronts, planes } = choices;
  const isBeside = (k: number) => {
    for (let i = 4; i < 20; i += 4) {
      const [a, b, c, d] = planes[k]!.subarray(i, i + 4);
      if (a! * at[0]! + b! * at[1]! + c! * at[2]! + d! < 0) return true;
    }
    return false;
  };
  let k = fronts.length - 1;
  while (k > 0 && threshold >= fronts[k]!) k--;
  while (k < fronts.length - 1 && isBeside(k)) k++;
  return k >= first && k <= last;
}

/** Once for a program and a picture. */
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

/** For each draw. */
export function setDither(gl: WebGL2RenderingContext, program: TileProgram, { choices, first, last }: Dither): void {
  gl.uniform3i(program.dither, first, last, choices.fronts.length - 1);
}

/** For fragment shaders, before main. */
export const DITHER_FRAGMENT = /* glsl */ `#ifdef DITHERED
// The first and the last choice that have this, and the newest of all.
uniform ivec3 dither;
uniform uint fronts[${MOST_CHOICES}];
// Four planes of each view, about the camera, one in each column.
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
