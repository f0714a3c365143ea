import type { Basemap } from '../basemap/basemap.ts';
import type { MaplibreBasemapOptions } from '../basemap/maplibre-basemap.ts';
import { Late } from '../late.ts';
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
  private readonly late: Late<Basemap>;

  constructor({ state, firstPicture, onChange, load: loadCode = loadBasemap, ...options }: LateMapOptions) {
    const load = async () => {
      const [{ createMaplibreBasemap }] = await Promise.all([loadCode(), firstPicture]);
      return () => {
        const map = createMaplibreBasemap({ ...options, groundHeight: () => state().site?.origin.height ?? 0 });
        map.setPlan(state().site?.plan ?? null);
        void map.loaded().then(onChange);
        return map;
      };
    };
    this.late = new Late({ load, onSettled: onChange });
  }

  /** Null until it is created. */
  get map(): Basemap | null {
    return this.late.value;
  }

  /** It is visible and cannot be drawn yet. */
  get isLoading(): boolean {
    return this.late.isLoading;
  }

  setVisible(isVisible: boolean): void {
    this.late.tell('setVisible', (map) => map.setVisible(isVisible));
    if (isVisible) this.late.want();
  }

  /** See {@link Basemap.setDetail}. */
  setDetail(pixelRatioFactor: number): void {
    this.late.tell('setDetail', (map) => map.setDetail(pixelRatioFactor));
  }

  destroy(): void {
    this.late.dispose()?.destroy();
  }
}
