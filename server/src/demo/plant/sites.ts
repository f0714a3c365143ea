import { harbourTankFarm } from './harbour.ts';
import { RIDGEWAY_DAYS } from './ridgeway-changes.ts';
import { ridgeway } from './ridgeway.ts';
import type { PlantDescription } from './types.ts';

interface DescribedCapture {
  /** The day, like 2026-03-14; null where none is stated. */
  readonly takenOn: string | null;
  readonly describe: () => PlantDescription;
}

/** The captures of each site, earliest first. */
const SITES = {
  ridgeway: [
    { takenOn: RIDGEWAY_DAYS.before, describe: () => ridgeway('before') },
    { takenOn: RIDGEWAY_DAYS.after, describe: () => ridgeway('after') },
  ],
  'harbour-tank-farm': [{ takenOn: null, describe: harbourTankFarm }],
} as const satisfies Record<string, readonly DescribedCapture[]>;

export type SiteSlug = keyof typeof SITES;
export const SITE_SLUGS = Object.keys(SITES) as SiteSlug[];

/** The days of a site's captures, earliest first. */
export const captureDays = (slug: SiteSlug): readonly (string | null)[] => SITES[slug].map(({ takenOn }) => takenOn);

/**
 * Builds a new description of a demo site, the same on every call: as it is today, or as it was at a capture.
 * @param takenOn one of `captureDays`. Throws a RangeError for another day.
 */
export function describeSite(slug: SiteSlug, takenOn?: string | null): PlantDescription {
  const captures: readonly DescribedCapture[] = SITES[slug];
  const capture = takenOn === undefined ? captures.at(-1) : captures.find((one) => one.takenOn === takenOn);
  if (!capture) throw new RangeError(`${slug} has no capture of ${takenOn}.`);
  return capture.describe();
}
