import type { Basemap } from '../basemap/basemap.ts';
import type { MaplibreBasemapOptions } from '../basemap/maplibre-basemap.ts';
import type { StageState } from './stage-state.ts';

interface LateMapOptions extends Omit<MaplibreBasemapOptions, 'groundHeight'> {
  readonly state: () => StageState;
  /** See {@link FirstPicture.over}. */
  readonly firstPicture: Promise<void>;
  /** The map shows what it has for the view. */
  readonly onLoaded: () => void;
}

/** The base map of a stage. It is created when it is first visible, and not before the first picture. */
export class LateMap {
  /** Null until it is created. */
  map: Basemap | null = null;
  private created: Promise<void> | null = null;
  private isVisible = false;
  private isDestroyed = false;
  private detail = 1;

  constructor(private readonly options: LateMapOptions) {}

  setVisible(isVisible: boolean): void {
    this.isVisible = isVisible;
    if (isVisible) this.created ??= this.create();
    this.map?.setVisible(isVisible);
  }

  /** See {@link Basemap.setDetail}. */
  setDetail(pixelRatioFactor: number): void {
    this.detail = pixelRatioFactor;
    this.map?.setDetail(pixelRatioFactor);
  }

  /** Resolves when a visible map shows what it has for the view. Never rejects. */
  async loaded(): Promise<void> {
    await this.created;
    await this.map?.loaded();
  }

  destroy(): void {
    this.isDestroyed = true;
    this.map?.destroy();
  }

  private async create(): Promise<void> {
    const { state, firstPicture, onLoaded, ...options } = this.options;
    try {
      const [{ createMaplibreBasemap }] = await Promise.all([import('../basemap/maplibre-basemap.ts'), firstPicture]);
      if (this.isDestroyed) return;
      this.map = createMaplibreBasemap({ ...options, groundHeight: () => state().site?.origin.height ?? 0 });
      this.map.setDetail(this.detail);
      this.map.setPlan(state().site?.plan ?? null);
      this.map.setVisible(this.isVisible);
      void this.map.loaded().then(onLoaded);
    } catch (error) {
      console.warn('The base map could not be loaded.', error);
    }
  }
}
