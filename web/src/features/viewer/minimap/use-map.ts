import { useEffect, useState } from 'react';
import { type LoadedMap, loadMap } from './load-map.ts';

/** 'loading', 'failed', or all that is needed to show the map. For another style the component is mounted again. */
export function useMap(styleUrl: string | null): LoadedMap | 'loading' | 'failed' {
  const [map, setMap] = useState<LoadedMap | 'loading' | 'failed'>('loading');
  useEffect(() => {
    let isWanted = true;
    loadMap(styleUrl).then(
      (loaded) => isWanted && setMap(loaded),
      (error: unknown) => {
        console.warn('The minimap could not be loaded.', error);
        if (isWanted) setMap('failed');
      },
    );
    return () => {
      isWanted = false;
    };
  }, [styleUrl]);
  return map;
}
