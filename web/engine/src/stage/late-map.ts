import type { Basemap } from '../basemap/basemap.ts';
import type { MaplibreBasemapOptions } from '../basemap/maplibre-basemap.ts';
import { LatePart } from './late-part.ts';
import type { StageState } from './stage-state.ts';

interface LateMapOptions extends Omit<MaplibreBasemapOptions, 'groundHeight'> {
  readonly state: () => StageState;
  /** See {@link FirstPicture.over}. */
  readonly firstPicture: Promise<void>;
  readonly onChange: () => void;
  /** Loads the code of the map. */
  readonly load?: () => Promise<{ createMaplibreBasemap: (options: MaplibreBasemapOptions) => Basemap }>;
}

const loadBasemap = () => import('../basemap/maplibre-basemap.ts');

/** The base map of a stage. It is created when it is first visible, and not before the first picture. */
export class LateMap {
  private readonly late: LatePart<Basemap | null>;
  private isVisible = false;
  private isDestroyed = false;
  private detail = 1;

  constructor({ state, firstPicture, onChange, load = loadBasemap, ...options }: LateMapOptions) {
    const make = async () => {
      const [{ createMaplibreBasemap }] = await Promise.all([load(), firstPicture]);
      if (this.isDestroyed) return null;
      const map = createMaplibreBasemap({ ...options, groundHeight: () => state().site?.origin.height ?? 0 });
      map.setDetail(this.detail);
      map.setPlan(state().site?.plan ?? null);
      map.setVisible(this.isVisible);
      void map.loaded().then(onChange);
      return map;
    };
    this.late = new LatePart({ make, onChange });
  }

  /** Null until it is created. */
  get map(): Basemap | null {
    return this.late.part;
  }

  /** It is visible and cannot be drawn yet. */
  get isLoading(): boolean {
    return this.late.isLoading;
  }

  setVisible(isVisible: boolean): void {
    this.isVisible = isVisible;
    if (isVisible) this.late.want();
    this.map?.setVisible(isVisible);
  }

  /** See {@link Basemap.setDetail}. */
  setDetail(pixelRatioFactor: number): void {
    this.detail = pixelRatioFactor;
    this.map?.setDetail(pixelRatioFactor);
  }

  destroy(): void {
    this.isDestroyed = true;
    this.late.release()?.destroy();
  }
}
