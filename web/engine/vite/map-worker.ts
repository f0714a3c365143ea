import type { Plugin } from 'vite';

/** Keeps MapLibre's worker in ours: it does all that it does by being loaded, although its package says otherwise. */
export const mapWorker = (): Plugin => ({
  name: 'map-worker',
  transform: (_code, id) => (id.includes('maplibre-gl-worker') ? { moduleSideEffects: true } : null),
});
