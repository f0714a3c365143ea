/** Five typical views of the demo plant, site ENU metres. */
import { describeSite } from '@overlook/server/demo/sites';

/** The camera of a person at a place, site ENU metres, who looks level, degrees clockwise from north. */
export function standing(position, headingDeg) {
  const heading = (headingDeg * Math.PI) / 180;
  return { position, direction: [Math.sin(heading), Math.cos(heading), 0], up: [0, 0, 1] };
}

export const TYPICAL_POSES = {
  'home view': describeSite('ridgeway').homePose,
  'from above, 150 m': { position: [0, 0, 150], direction: [0, 0, -1], up: [0, 1, 0] },
  'oblique, 60 m': {
    position: [-60, -90, 60],
    direction: [0.5, 0.5, -Math.SQRT1_2],
    up: [0.5, 0.5, Math.SQRT1_2],
  },
  'on the ground': standing([0, -60, 2], 0),
  'in front of a wall': standing([110, -110, 2], 320),
};
