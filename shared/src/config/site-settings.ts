/**
 * What single sites set for themselves (specification §3 "Per-site settings table", §9 "Quality levels", "Memory cap").
 * The specification names one site and gives no others; further sites are further rows, by slug.
 */
import type { ModelTypeKey } from './model-types.ts';
import { MEMORY_CAP_MIB, SCREEN_SPACE_ERROR } from './quality.ts';
import type { QualityKey } from './stage.ts';

type PerQuality = Readonly<Record<QualityKey, number>>;
type StageModelKey = Exclude<ModelTypeKey, 'nearbyPhotos'>;

export interface SiteSettings {
  /** GPU memory for the tiles of a screen, MiB. */
  readonly memoryCapMib?: number | PerQuality;
  /** Screen-space errors in CSS pixels, in place of the common ones. */
  readonly screenSpaceError?: Readonly<Partial<Record<StageModelKey, PerQuality>>>;
}

export const SITE_SETTINGS: Readonly<Record<string, SiteSettings>> = {
  snapper: { memoryCapMib: { quality: 6024, balanced: 4024, speed: 2024 } },
};

/** The figures of a site at each quality: its own where it has some, else the common ones. */
export interface SiteQuality {
  readonly memoryCapMib: PerQuality;
  readonly screenSpaceError: Readonly<Record<StageModelKey, PerQuality>>;
}

const same = (value: number): PerQuality => ({ quality: value, balanced: value, speed: value });

/** Screen-space errors of a site in place of the common ones, CSS pixels. */
export type OwnScreenSpaceErrors = Readonly<Partial<Record<StageModelKey, Readonly<Partial<PerQuality>>>>>;

interface QualityOfSite {
  /** Those that the site has and had. */
  readonly slugs: readonly string[];
  /** Its models are of the older, coarser kind (`modelSettings` 1). */
  readonly isLegacy: boolean;
  /** Those that its managers have set. */
  readonly own?: OwnScreenSpaceErrors | undefined;
}

export function siteQuality(
  { slugs, isLegacy, own = {} }: QualityOfSite,
  table: Readonly<Record<string, SiteSettings>> = SITE_SETTINGS,
): SiteQuality {
  const { memoryCapMib: cap = MEMORY_CAP_MIB, screenSpaceError } =
    table[slugs.find((slug) => Object.hasOwn(table, slug)) ?? ''] ?? {};
  const errors = Object.entries(SCREEN_SPACE_ERROR).map(([key, { normal, legacy }]) => [
    key,
    { ...(screenSpaceError?.[key as StageModelKey] ?? (isLegacy ? legacy : normal)), ...own[key as StageModelKey] },
  ]);
  return {
    memoryCapMib: typeof cap === 'number' ? same(cap) : cap,
    screenSpaceError: Object.fromEntries(errors) as SiteQuality['screenSpaceError'],
  };
}
