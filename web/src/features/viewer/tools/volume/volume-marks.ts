import type { Mark, OverlaySource } from '@overlook/engine';
import { rampColor, type Vec3 } from '@overlook/shared/maths';
import type { Volume } from '@overlook/shared/schemas';

/** --accent of styles/tokens.css */
export const RIM_COLOR = '#7db0ff';
/** The halves of the ramp for deviations (interface brief §11), from the base outwards. */
const ABOVE = ['#dedede', '#f2a385', '#d75445', '#b40426'];
const BELOW = ['#dedede', '#8fb1fe', '#5977e3', '#3b4cc0'];
/** Contours lie over each other, so that the colour deepens with the height. */
const FILL_ALPHA = 0.22;

/** The colour of a height above the base, by the farthest one: "rgb(180 4 38)". */
export function heightColor(levelM: number, farthestM: number): string {
  const ramp = levelM < 0 ? BELOW : ABOVE;
  return `rgb(${rampColor(ramp, farthestM > 0 ? Math.abs(levelM) / farthestM : 0).join(' ')})`;
}

const farthestOf = ({ lowestM, highestM }: Volume): number => Math.max(highestM, -lowestM, 0);

/** The rim of a closed drawing, and the contours of what was measured in it, ECEF metres. */
export function volumeMarks(rimEcef: readonly Vec3[], volume: Volume | null): Mark[] {
  const rim: Mark = { kind: 'line', id: 'volume:rim', pointsEcef: rimEcef, isClosed: true, color: RIM_COLOR };
  const farthestM = volume ? farthestOf(volume) : 0;
  const contours = (volume?.contours ?? []).map(({ levelM, ringEcef }, i): Mark => ({
    kind: 'line',
    id: `volume:contour-${i}`,
    pointsEcef: ringEcef,
    isClosed: true,
    color: heightColor(levelM, farthestM),
    fillAlpha: FILL_ALPHA,
  }));
  return rimEcef.length > 2 ? [...contours, rim] : contours;
}

/** Marks that nobody grabs; another list is another source. */
export const stillMarks = (marks: readonly Mark[]): OverlaySource => ({
  marks: () => marks,
  grab: () => false,
  drag: () => undefined,
  release: () => undefined,
  cancelGrab: () => undefined,
  subscribe: () => () => undefined,
});
