import { lengthText, type Units } from '@overlook/shared/format';
import type { ProfilePoint, SectionLabels } from '@overlook/engine';

/** A measurement in a section, between two of its points (along, across, up). */
export interface MeasuredLeg {
  readonly from: ProfilePoint;
  readonly to: ProfilePoint;
}

/** Straight through space, along the line and upwards, metres. */
export const legMetres = ({ from, to }: MeasuredLeg) => ({
  leg: Math.hypot(to[0] - from[0], to[1] - from[1], to[2] - from[2]),
  along: Math.abs(to[0] - from[0]),
  up: Math.abs(to[2] - from[2]),
});

/** The leg as it is drawn, with its values. */
export function labelledLeg(measured: MeasuredLeg, units: Units): SectionLabels {
  const { leg, along, up } = legMetres(measured);
  const { from, to } = measured;
  return {
    from: { along: from[0], up: from[2] },
    to: { along: to[0], up: to[2] },
    leg: lengthText(leg, units),
    along: `along ${lengthText(along, units)}`,
    up: `up ${lengthText(up, units)}`,
  };
}
