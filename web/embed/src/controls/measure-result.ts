/** A measurement as its card reads it out. */
import { modelType } from '@overlook/shared/config';
import { angleText, areaText, deltaText, errorText, lengthText, numberText, type Units } from '@overlook/shared/format';
import {
  measuredOnTexts,
  pickedOnText,
  refinesText,
  TOOLS_MESSAGES,
  EMBED_MESSAGES,
  formatMessage,
} from '@overlook/shared/messages';
import { RAD_PER_DEG, type ReadonlyVec3 } from '@overlook/shared/maths';
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

/** A leg that goes less to the side has no direction, metres. */
const LEVEL_LEAST_M = 0.001;

/** Null while points are missing. */
export function measureResult(measurement: Measurement, units: Units): MeasureResult | null {
  const { mode, legs, total, height, area, plane } = measurement;
  const length = lengthText(total.length, units);
  if (mode === 'distance' && legs.length > 0) {
    const what =
      legs.length === 1
        ? EMBED_MESSAGES['embed.inOneLeg']
        : formatMessage(EMBED_MESSAGES['embed.totalOfLegs'], { length: legs.length });
    const facts = legs.length === 1 ? directionFacts(legs[0]!.deltaEnu) : [];
    return { value: length, what, error: errorText(measurement.errorMetres, units), facts };
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

/** Rise over run of a leg with its angle from level, and where it points from north; neither of an upright one. */
function directionFacts([east, north, up]: ReadonlyVec3): MeasureResult['facts'] {
  const run = Math.hypot(east, north);
  if (run < LEVEL_LEAST_M) return [];
  const azimuthDeg = (Math.atan2(east, north) / RAD_PER_DEG + 360) % 360;
  const slope = { percent: numberText((100 * up) / run, 1), angle: angleText(Math.atan2(up, run) / RAD_PER_DEG) };
  return [
    { name: EMBED_MESSAGES['embed.slope'], value: formatMessage(EMBED_MESSAGES['embed.slopeText'], slope) },
    { name: EMBED_MESSAGES['embed.azimuth'], value: angleText(azimuthDeg) },
  ];
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
