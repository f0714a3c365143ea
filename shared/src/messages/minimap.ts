/** The minimap (interface brief §4). */
export const MINIMAP_MESSAGES = {
  'minimap.failed': 'No map here',
  'minimap.mocsOnTheMap': 'MOCs on the map',
  'minimap.northIsUp': 'North is up',
  'minimap.scaleOfTheMinimap': 'Scale of the minimap',
  'minimap.minimap': 'Minimap',
  'minimap.showMinimap': 'Show minimap',
  'minimap.fitTheSite': 'Fit the site',
  'minimap.reduceMinimap': 'Reduce minimap',
  'minimap.enlargeMinimap': 'Enlarge minimap',
  'minimap.hideMinimap': 'Hide minimap',
  'minimap.mapOfTheSite': 'Map of the site',
} as const;
