/** What the base map asks its worker for: the shapes of the built-in world (map-worker.ts). */
export const WORLD_PROTOCOL = 'overlook-world';
export const WORLD_LAND_URL = `${WORLD_PROTOCOL}://land`;
export const WORLD_BORDERS_URL = `${WORLD_PROTOCOL}://borders`;
