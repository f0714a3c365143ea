/**
 * Exports for maps of the interface, which they share with the base map: the library, its worker and the built-in
 * world. Load on demand.
 */
import { mapWorkerUrl } from './map-worker-url.ts';

/** MapLibre, set to the worker that this server serves. Rejects when it cannot be loaded. */
export async function loadMapLibrary() {
  const library = await import('maplibre-gl');
  library.setWorkerUrl(mapWorkerUrl());
  return library;
}

export { worldStyle as offlineStyle } from './offline-style.ts';
