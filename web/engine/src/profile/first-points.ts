import type { BandPoints } from '../content/band-points.ts';

/** The first `count` points alone, in arrays of their own. */
export const firstPoints = ({ positions, colors, classes }: BandPoints, count: number): BandPoints => ({
  positions: positions.slice(0, 3 * count),
  colors: colors && colors.slice(0, count),
  classes: classes && classes.slice(0, count),
});
