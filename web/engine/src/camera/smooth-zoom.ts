import { FLIGHT } from '@overlook/shared/config';

/** A flight over a plane: `along` metres along the path and `height` metres up, for s from 0 to `length`. */
export interface SmoothZoom {
  length: number;
  at(s: number): { along: number; height: number };
}

/**
 * The optimal path between two heights and two places: equal steps of s look equally fast at every height, long paths
 * rise and descend, and the height is never below the lower end. J. J. van Wijk and W. A. A. Nuij, "Smooth and
 * efficient zooming and panning", IEEE InfoVis 2003, equations 8 and 9. Metres; both heights above zero.
 */
export function smoothZoom(fromHeight: number, toHeight: number, distance: number): SmoothZoom {
  const rho = FLIGHT.curvature;
  // A path that is so short relative to the height counts as none, because it would divide by zero.
  if (distance < 1e-6 * Math.max(fromHeight, toHeight)) {
    const log = Math.log(toHeight / fromHeight);
    const span = Math.abs(log) / rho;
    return {
      length: span,
      at: (s) => {
        const t = span > 0 ? s / span : 1;
        return { along: distance * t, height: fromHeight * Math.exp(log * t) };
      },
    };
  }
  const [r2, r4] = [rho ** 2, rho ** 4];
  const spread = toHeight ** 2 - fromHeight ** 2;
  const b0 = (spread + r4 * distance ** 2) / (2 * fromHeight * r2 * distance);
  const b1 = (spread - r4 * distance ** 2) / (2 * toHeight * r2 * distance);
  const r0 = -Math.asinh(b0);
  const r1 = -Math.asinh(b1);
  return {
    length: (r1 - r0) / rho,
    at: (s) => ({
      along: (fromHeight / r2) * (Math.cosh(r0) * Math.tanh(rho * s + r0) - Math.sinh(r0)),
      height: (fromHeight * Math.cosh(r0)) / Math.cosh(rho * s + r0),
    }),
  };
}
