import type { HiddenTest } from '../overlays/occlusion.ts';
import type { EnuSection } from '../geometry/half-spaces.ts';
import type { RayTest } from '../photos/photo-sight.ts';
import type { CameraFrame } from '../view/camera-frame.ts';
import type { StagePhotos, StagePhotosOptions } from './stage-photos.ts';
import type { StageState } from './stage-state.ts';

/** The photos of a stage. What draws them is loaded with the first photo: most pages of others have none. */
export class LatePhotos {
  private photos: StagePhotos | null = null;
  private loading: Promise<void> | null = null;
  private isDestroyed = false;

  constructor(
    private readonly options: StagePhotosOptions,
    private readonly state: () => StageState,
  ) {}

  /** There are photos that cannot be drawn yet. */
  get isLoading(): boolean {
    return this.loading !== null;
  }

  /** `changed` names what of the state differs from before. */
  stateChanged(changed: ReadonlySet<keyof StageState>): void {
    if (this.photos) this.photos.stateChanged(this.state(), changed);
    else if (changed.has('photos') && this.state().photos.length > 0) this.loading ??= this.load();
  }

  /** For the next picture. */
  place(camera: CameraFrame, section: EnuSection | null): void {
    this.photos?.place(camera, section);
  }

  /** Ids of the photos drawn at a CSS pixel, the foremost first; null for none. */
  readonly at = (x: number, y: number): string[] | null => this.photos?.at(x, y) ?? null;

  /** For a view that has settled. True while the next frame has more to do. */
  settle(isHidden: HiddenTest, meet: RayTest): boolean {
    return this.photos?.settle(isHidden, meet) ?? false;
  }

  /** The model under the same camera has changed. */
  modelChanged(): void {
    this.photos?.modelChanged();
  }

  destroy(): void {
    this.isDestroyed = true;
    this.photos?.destroy();
    this.photos = null;
  }

  private async load(): Promise<void> {
    try {
      const code = await import('./stage-photos.ts');
      if (this.isDestroyed) return;
      this.photos = new code.StagePhotos(this.options);
      this.photos.stateChanged(this.state(), PHOTO_KEYS);
    } catch (error) {
      // The next photos try again.
      console.warn('Photos cannot be drawn.', error);
    }
    this.loading = null;
    if (!this.isDestroyed) this.options.onChange();
  }
}

const PHOTO_KEYS: ReadonlySet<keyof StageState> = new Set(['photos', 'selectedPhotoId', 'hoveredPhotoId', 'photoLook']);
