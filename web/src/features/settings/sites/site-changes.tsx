import { COMMON_MESSAGES, formatMessage, listed, MANAGE_SITES_MESSAGES } from '@overlook/shared/messages';
import type { SiteValues } from './site-details.tsx';
import css from './site-form.module.css';

/** The words of the fields, in the order of the page. */
const WORDS: Record<keyof SiteValues, string> = {
  name: COMMON_MESSAGES['common.name'],
  slug: MANAGE_SITES_MESSAGES['manageSites.shortName'],
  description: COMMON_MESSAGES['common.description'],
  modelSettings: MANAGE_SITES_MESSAGES['manageSites.figures'],
  minimapMaxNativeZoom: MANAGE_SITES_MESSAGES['manageSites.mapZoom'],
  coordinateSystem: MANAGE_SITES_MESSAGES['manageSites.system'],
  screenSpaceError: MANAGE_SITES_MESSAGES['manageSites.quality'],
  photo: MANAGE_SITES_MESSAGES['manageSites.picture'],
  homeBookmark: MANAGE_SITES_MESSAGES['manageSites.homeView'],
};

const FIELDS = Object.keys(WORDS) as (keyof SiteValues)[];

/** What a save would change: "Name and Picture changed"; empty for nothing. */
export function changesText(before: SiteValues, now: SiteValues): string {
  const fields = FIELDS.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(now[field]));
  if (fields.length === 0) return '';
  const words = listed(fields.map((field) => WORDS[field]));
  return formatMessage(MANAGE_SITES_MESSAGES['manageSites.changed'], { fields: words });
}

/** Beside Save. */
export const SiteChanges = ({ before, now }: { before: SiteValues; now: SiteValues }) => (
  <p className={css.changes} role="status">
    {changesText(before, now)}
  </p>
);
