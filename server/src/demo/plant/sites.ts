import { harbourTankFarm } from './harbour.ts';
import { ridgeway } from './ridgeway.ts';
import type { PlantDescription } from './types.ts';

const SITES = { ridgeway, 'harbour-tank-farm': harbourTankFarm } as const;

export type SiteSlug = keyof typeof SITES;
export const SITE_SLUGS = Object.keys(SITES) as SiteSlug[];

/** Builds a new description of a demo site, the same on every call. */
export const describeSite = (slug: SiteSlug): PlantDescription => SITES[slug]();
