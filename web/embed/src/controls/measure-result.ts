/** A measurement as its card reads it out. */
import { modelType } from '@overlook/shared/config';
import { areaText, deltaText, errorText, lengthText, type Units } from '@overlook/shared/format';
import {
  measuredOnTexts,
  pickedOnText,
  refinesText,
  TOOLS_MESSAGES,
  EMBED_MESSAGES,
  formatMessage,
} from '@overlook/shared/messages';
import type { Measurement } from '@overlook/engine';
import { legSpoken } from './leg-rows.ts';

export interface MeasureResult {
  /** The requested value, with its unit. */
  readonly value: string;
  /** What that figure is. */
  readonly what: string;
  readonly error: string;
  /** Further values that belong to it. */
  readonly facts: readonly { readonly name: string; readonly value: string }[];
}

/** Null while points are missing. */
export function measureResult(measurement: Measurement, units: Units): MeasureResult | null {
  const { mode, legs, total, height, area, plane } = measurement;
  const length = lengthText(total.length, units);
  if (mode === 'distance' && legs.length > 0) {
    const what =
      legs.length === 1
        ? EMBED_MESSAGES['embed.inOneLeg']
        : formatMessage(EMBED_MESSAGES['embed.totalOfLegs'], { length: legs.length });
    return { value: length, what, error: errorText(measurement.errorMetres, units), facts: [] };
  }
  if (height) {
    const facts = [{ name: EMBED_MESSAGES['embed.straight'], value: length }];
    return {
      value: deltaText(height.difference, units),
      what: EMBED_MESSAGES['embed.heightDifference'],
      error: errorText(height.errorMetres, units),
      facts,
    };
  }
  if (area) {
    const facts = [
      { name: EMBED_MESSAGES['embed.alongTheSurface'], value: areaText(area.surface, units) },
      // Until the outline is closed its last side is missing.
      ...(measurement.isDone ? [{ name: EMBED_MESSAGES['embed.perimeter'], value: length }] : []),
    ];
    const error = `±\u202F${areaText(area.horizontalError, units)}`;
    return { value: areaText(area.horizontal, units), what: EMBED_MESSAGES['embed.horizontalArea'], error, facts };
  }
  if (plane) {
    const error = errorText(plane.errorMetres, units);
    return { value: deltaText(plane.distance, units), what: EMBED_MESSAGES['embed.fromThePlane'], error, facts: [] };
  }
  return null;
}

/**
 * The layers of the points, the likely error of the result, and what may still change it; empty while there is no
 * result.
 */
export function measureNotes(measurement: Measurement, units: Units): string {
  const { area, mode, points, isDone } = measurement;
  const result = measureResult(measurement, units);
  if (!result) return mode === 'plane' && isDone ? TOOLS_MESSAGES['measure.noPlane'] : '';
  const layers = measurement.modeltypeIds.map((id) => modelType(id).label);
  const sentences = [pickedOnText(layers, result.error), ...measuredOnTexts(measurement.takenOn)];
  const unsettled = measurement.legs.flatMap((leg, index) => (leg.isSettled ? [] : [index + 1]));
  if (mode === 'distance' && unsettled.length > 0) sentences.push(refinesText(unsettled));
  else if (points.some((point) => !point.isSettled)) sentences.push(TOOLS_MESSAGES['measure.refines']);
  if (area?.isSelfIntersecting) sentences.push(TOOLS_MESSAGES['measure.crossing']);
  return sentences.join(' ');
}

/** The announcement after a click has changed a measurement: the new leg, or the complete result. Empty for none. */
export function measureSpoken(measurement: Measurement, units: Units): string {
  const { mode, legs, isDone } = measurement;
  const leg = legs.at(-1);
  if (mode === 'distance' && leg) return legSpoken(leg, legs.length - 1, units);
  const result = isDone ? measureResult(measurement, units) : null;
  return result ? `${result.value}, ${result.what}` : '';
}

/** Index of the leg that begins at the active point, or null. */
export function activeLegOf({ legs }: Measurement, activePointId: number | null): number | null {
  const index = activePointId === null ? -1 : legs.findIndex((leg) => leg.fromPointId === activePointId);
  return index < 0 ? null : index;
}
