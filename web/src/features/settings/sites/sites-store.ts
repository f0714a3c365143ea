import { proxy } from 'valtio';
import { modelType } from '@overlook/shared/config';
import { MANAGE_SITES_MESSAGES } from '@overlook/shared/messages';
import type { ManagedSite } from '@overlook/shared/schemas';

export type SiteState = 'published' | 'importing' | 'refused' | 'empty' | 'archived';

/** The words of the states, in the order of the filter. */
export const STATE_WORDS: Record<SiteState, string> = {
  published: MANAGE_SITES_MESSAGES['manageSites.published'],
  importing: MANAGE_SITES_MESSAGES['manageSites.importing'],
  refused: MANAGE_SITES_MESSAGES['manageSites.refused'],
  empty: MANAGE_SITES_MESSAGES['manageSites.empties'],
  archived: MANAGE_SITES_MESSAGES['manageSites.archived'],
};

export const SITE_STATES = Object.keys(STATE_WORDS) as SiteState[];

/** The one state that a row shows: an archived site is archived whatever happens to it. */
export function stateOf({ archivedAt, importing, refused, layers }: ManagedSite): SiteState {
  if (archivedAt !== null) return 'archived';
  if (importing !== null) return 'importing';
  if (refused > 0) return 'refused';
  return layers.length === 0 ? 'empty' : 'published';
}

/** "Textured, Point Cloud". */
export const layersText = ({ layers }: ManagedSite): string =>
  layers.map(({ modeltypeId }) => modelType(modeltypeId).label).join(', ');

/** ISO date of the newest version of a layer; null where none is known. */
export const newestOf = ({ layers }: ManagedSite): string | null =>
  layers.reduce<string | null>(
    (newest, { publishedAt }) => (publishedAt !== null && publishedAt > (newest ?? '') ? publishedAt : newest),
    null,
  );

interface SitesQuery {
  search: string;
  state: SiteState | 'all';
}

const ALL: Readonly<SitesQuery> = { search: '', state: 'all' };
const query = proxy<SitesQuery>({ ...ALL });
const change = (changed: Partial<SitesQuery>) => void Object.assign(query, changed);

/** Search and filter of the list; they are kept while a site is edited. */
export const sitesList: {
  /** Read with `useSnapshot`. */
  readonly query: Readonly<SitesQuery>;
  readonly change: (changed: Partial<SitesQuery>) => void;
  readonly reset: () => void;
} = { query, change, reset: () => change(ALL) };

/** The sites in whose name, short name, layers or state all words of the search occur. */
export function foundSites(sites: readonly ManagedSite[], search: string): ManagedSite[] {
  const words = search.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return sites.filter((site) => {
    const text = [site.name, site.slug, layersText(site), STATE_WORDS[stateOf(site)]].join(' ').toLocaleLowerCase();
    return words.every((word) => text.includes(word));
  });
}
