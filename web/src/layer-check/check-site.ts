/** A site that is nowhere in particular. */
export const ORIGIN = { longitude: 138.5, latitude: -35, height: 30 };
export const CHECK_SITE = { id: 1, slug: 'check', name: 'Check' };
