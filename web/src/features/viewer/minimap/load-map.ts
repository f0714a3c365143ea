/**
 * The parts of a map in the interface, loaded when it is first shown: React's wrapper, MapLibre itself, and the style.
 * No request leaves this origin unless the operator has configured such a style; null is the built-in world. Rejects
 * when a part cannot be loaded.
 */
export async function loadMap(styleUrl: string | null) {
  const [{ Map, Source, Layer }, { groupColors, loadMapParts }] = await Promise.all([
    import('react-map-gl/maplibre'),
    import('@overlook/engine'),
  ]);
  const { loadMapLibrary, offlineStyle } = await loadMapParts();
  const library = await loadMapLibrary();
  return { Map, Source, Layer, library, style: styleUrl ?? offlineStyle(), groupColors };
}

export type LoadedMap = Awaited<ReturnType<typeof loadMap>>;
