/** An angle as its card reads it out. */
import { modelType } from '@overlook/shared/config';
import { type AngleUnits, angleText } from '@overlook/shared/format';
import { measuredOnTexts, pickedOnText, TOOLS_MESSAGES } from '@overlook/shared/messages';
import type { AngleState, MeasuredAngle } from '@overlook/engine';

/** The angle of the active point, else the newest. */
export function shownAngle({
  angles,
  activePointId,
}: Pick<AngleState, 'angles' | 'activePointId'>): MeasuredAngle | null {
  const active = angles.find(({ points }) => points.some((point) => point.id === activePointId));
  return active ?? angles.at(-1) ?? null;
}

/** Degrees to one decimal (specification §9), or gradians; a dash while points are missing. */
export const angleValue = ({ angleDeg }: MeasuredAngle, units: AngleUnits): string =>
  angleDeg === null ? '–' : angleText(angleDeg, units);

/** The layers of its points and its likely error; empty while it has no value. */
export function angleNotes(
  { angleDeg, errorDeg, modeltypeIds, takenOn, points }: MeasuredAngle,
  units: AngleUnits,
): string {
  if (angleDeg === null) return '';
  const layers = modeltypeIds.map((id) => modelType(id).label);
  const sentences = [
    pickedOnText(layers, errorDeg === null ? null : `±\u202F${angleText(errorDeg, units)}`),
    ...measuredOnTexts(takenOn),
  ];
  if (!points.every((point) => point.isSettled)) sentences.push(TOOLS_MESSAGES['measure.refines']);
  return sentences.join(' ');
}
