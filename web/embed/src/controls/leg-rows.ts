import { deltaNumber, lengthNumber, lengthText, type Units } from '@overlook/shared/format';
import type { Leg } from '@overlook/shared/maths';
import { EMBED_MESSAGES, formatMessage } from '@overlook/shared/messages';

/** A row of the measure table: figures without their unit. */
export interface LegRow {
  /** "2–3": from the second point to the third; "Total" under the table. */
  readonly name: string;
  readonly length: string;
  readonly east: string;
  readonly north: string;
  readonly up: string;
}

/**
 * The leg that starts at point `index`, counted from 0; in a closed outline of `points` points the last leg ends at the
 * first point.
 */
export const legRow = (leg: Leg, index: number, points: number, units: Units): LegRow =>
  rowOf(legName(index, points), leg, units);

export const totalRow = (total: Leg, units: Units): LegRow => rowOf(EMBED_MESSAGES['embed.total'], total, units);

export const legName = (index: number, points: number): string => `${index + 1}–${((index + 1) % points) + 1}`;

/** The announcement when a leg becomes the active one: "Leg 2, 16.60 m". */
export const legSpoken = (leg: Leg, index: number, units: Units): string =>
  formatMessage(EMBED_MESSAGES['embed.leg'], { number: index + 1, length: lengthText(leg.length, units) });

function rowOf(name: string, { length, deltaEnu }: Leg, units: Units): LegRow {
  return {
    name,
    length: lengthNumber(length, units),
    east: deltaNumber(deltaEnu[0], units),
    north: deltaNumber(deltaEnu[1], units),
    up: deltaNumber(deltaEnu[2], units),
  };
}
