import type { Moment } from '@overlook/embed/links/moment';
import type { TimePlace } from '../../../state/moments.ts';

/** A screen or a side on the time bar. */
export interface TimeFlag {
  readonly place: TimePlace;
  /** "left side", "screen 2"; null where there is only one. */
  readonly name: string | null;
  /** The same in a letter or a digit. */
  readonly mark: string | null;
  readonly moment: Moment;
  /** Model type of its layer; null for none. */
  readonly layer: number | null;
}

/** The model types that the flags show. */
export const layersOf = (flags: readonly TimeFlag[]): number[] => flags.flatMap(({ layer }) => layer ?? []);

/**
 * The flag that a click on a point moves: the one that stands nearest to it; the one that was used last where they stand equally far.
 * `at`: the points of the flags.
 */
export function flagToMove<Flag>(flags: readonly Flag[], at: (flag: Flag) => number, point: number, used: Flag): Flag {
  const away = (flag: Flag) => Math.abs(at(flag) - point);
  return flags.reduce((best, flag) => (away(flag) < away(best) ? flag : best), used);
}
