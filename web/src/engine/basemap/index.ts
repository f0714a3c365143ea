/** What maps of the interface share with the base map: the library, its worker and the built-in world. Load on demand. */
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import { loadWorld, worldStyle } from './offline-style.ts';

/** MapLibre, set to the worker that this server serves. Rejects when it cannot be loaded. */
export async function loadMapLibrary() {
  const library = await import('maplibre-gl');
  library.setWorkerUrl(workerUrl);
  return library;
}

/** The built-in world as a MapLibre style. Rejects when its shapes cannot be had. */
export async function loadOfflineStyle() {
  return worldStyle(await loadWorld());
}
