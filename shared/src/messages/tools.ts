/** Nearby photos, the object tree and the tools on the model (specification §2, §8). */
export const TOOLS_MESSAGES = {
  'photos.searchFailed': 'There was a problem searching for nearby images',
  'photos.none': "We couldn't find any images around that location. Please try again in a different area",
  'photos.waiting': 'Click on the model to show nearby photos around that location',
  'cad.fetchFailed': 'There was a problem fetching CAD metadata',
  'pins.fetchFailed': 'There was a problem fetching site pins',
  'target.prompt': 'Click on the model to create a location target.',
} as const;
