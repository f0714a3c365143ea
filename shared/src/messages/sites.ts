import { formatMessage } from './format-message.ts';

/** The site selector (specification §2, §8). */
export const SITES_MESSAGES = {
  'sites.fetchFailed': 'There was a problem fetching sites',
  'sites.empty': 'There are no sites for you yet',
  'sites.emptyHint': 'An administrator gives you a role that may view a site.',
  'sites.noMatch': 'No site has this in its name',
  'sites.noLayers': 'No layers',
  'sites.allLayers': 'All layers',
  'sites.unplaced': 'This site has no position yet',
  'sites.unplacedHint': 'It can be opened once a model with a place on the globe has been imported.',
  'sites.choose': 'Choose a site',
  'sites.sitesOnTheGlobe': 'Sites on the globe',
  'sites.sites': 'Sites',
  'sites.searchSites': 'Search sites',
  'sites.loadingSites': 'Loading sites',
  'sites.clearSearch': 'Clear search',
  'sites.published': 'Published {date}',
  'sites.atPin': '{count} sites: {names}',
  'sites.namesAndMore': '{names} and {count} more',
} as const;

/** Sites that a pin names; of more the rest is counted. */
const NAMED_AT_MOST = 5;

/** On a pin that represents several sites: "2 sites: Harbour, Ridgeway". */
export function sitesAtPinText(names: readonly string[]): string {
  const rest = names.length - NAMED_AT_MOST;
  const named = names.slice(0, NAMED_AT_MOST).join(', ');
  return formatMessage(SITES_MESSAGES['sites.atPin'], {
    count: names.length,
    names: rest > 0 ? formatMessage(SITES_MESSAGES['sites.namesAndMore'], { names: named, count: rest }) : named,
  });
}
