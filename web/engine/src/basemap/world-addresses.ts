/** The addresses that the base map requests from its worker: the shapes of the built-in world (map-worker.ts). */
export const WORLD_PROTOCOL = 'overlook-world';
export const WORLD_LAND_URL = `${WORLD_PROTOCOL}://land`;
export const WORLD_BORDERS_URL = `${WORLD_PROTOCOL}://borders`;
