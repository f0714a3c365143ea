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
} as const;
