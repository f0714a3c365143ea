import { CAD_FILTER, KEPT_HUE_DEG } from '@overlook/shared/config';
import { hsvOf, hueDistanceDeg, rgbOf } from '@overlook/shared/maths';

const KEPT_DEG = [CAD_FILTER.highlightColor, CAD_FILTER.filterColor].map((color) => hsvOf(rgbOf(color)).hueDeg);

/** Below this saturation or brightness a colour reads as grey or black, for any hue. */
const COLOURFUL_FROM = 0.2;

/** Whether a colour could be confused with that of selected or found objects. */
export function isKeptColor(color: string): boolean {
  const { hueDeg, saturation, brightness } = hsvOf(rgbOf(color));
  if (saturation < COLOURFUL_FROM || brightness < COLOURFUL_FROM) return false;
  return KEPT_DEG.some((keptDeg) => hueDistanceDeg(hueDeg, keptDeg) <= KEPT_HUE_DEG);
}
