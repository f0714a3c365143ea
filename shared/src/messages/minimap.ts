/** The minimap (interface brief §4). */
export const MINIMAP_MESSAGES = {
  'minimap.failed': 'No map here',
} as const;
