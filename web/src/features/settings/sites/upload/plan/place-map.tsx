import { useEffect, useRef } from 'react';
import css from './place-map.module.css';

interface Place {
  readonly longitude: number;
  readonly latitude: number;
}

interface PlaceMapProps {
  label: string;
  /** Degrees. */
  at: Place;
}

/** A few hundred kilometres: whether it is the right country, and the right side of it. */
const ZOOM = 3;

/** Where data would lie: a mark in the middle of the built-in map of the world, whose code is loaded with the first one. */
export function PlaceMap({ label, at: { longitude, latitude } }: PlaceMapProps) {
  const ground = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const drawn = drawMap(ground.current!, { longitude, latitude }).catch((error: unknown) => {
      // The sentence above it says the same.
      console.warn('The map of the plan could not be loaded.', error);
      return null;
    });
    return () => void drawn.then((remove) => remove?.());
  }, [longitude, latitude]);
  return (
    <div className={css.place} role="img" aria-label={label}>
      <div ref={ground} className={css.ground} />
      <span className={css.mark} />
    </div>
  );
}

/** Draws a map into an element. Answers what removes it. Rejects where a part of it cannot be loaded, or drawn. */
async function drawMap(container: HTMLElement, { longitude, latitude }: Place): Promise<() => void> {
  const { loadMapParts } = await import('@overlook/engine');
  const { loadMapLibrary, offlineStyle } = await loadMapParts();
  const { Map } = await loadMapLibrary();
  const map = new Map({
    container,
    style: offlineStyle(),
    center: [longitude, latitude],
    zoom: ZOOM,
    interactive: false,
    attributionControl: false,
    fadeDuration: 0,
  });
  return () => map.remove();
}
